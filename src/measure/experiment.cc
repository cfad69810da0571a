#include "measure/experiment.h"

#include <fmt/core.h>

#include <map>

#include "core/error.h"
#include "core/suggest.h"
#include "measure/paper_000/paper_000.h"
#include "measure/paper_001/paper_001.h"
#include "measure/paper_002/paper_002.h"
#include "measure/paper_003/paper_003.h"
#include "measure/paper_004/paper_004.h"

namespace slipstick {

const std::vector<Experiment>& Experiments() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> all;
    for (const auto& paper : {Paper000Experiments(), Paper001Experiments(), Paper002Experiments(),
                              Paper003Experiments(), Paper004Experiments()})
      all.insert(all.end(), paper.begin(), paper.end());
    return all;
  }();
  return experiments;
}

std::vector<Experiment> FindExperiments(const std::string& name) {
  std::vector<Experiment> found;
  std::vector<std::string> known;
  for (const Experiment& experiment : Experiments()) {
    if (experiment.name == name || experiment.name.starts_with(name + "/")) found.push_back(experiment);
    known.push_back(experiment.name);
  }
  if (found.empty())
    throw InputError(fmt::format("there is no experiment '{}'; {} See 'slipstick reproduce list'.", name,
                                 Suggest(name, known)));
  return found;
}

std::vector<Method> AvailableMethods(const std::vector<NamedMethod>& methods,
                                     std::vector<std::string>& remarks) {
  std::vector<Method> available;
  std::map<std::string, std::string> missing;  // labels by reason
  for (const NamedMethod& named : methods) {
    try {
      available.push_back(ParseMethod(named.text, "Reason"));
      available.back().label = named.label;
    } catch (const InputError& error) {
      std::string& labels = missing[error.what()];
      labels += (labels.empty() ? "" : "; ") + named.label;
    }
  }
  for (const auto& [reason, labels] : missing)
    remarks.push_back(fmt::format("Left out, because this program does not have it: {}. {}", labels, reason));
  return available;
}

}  // namespace slipstick
