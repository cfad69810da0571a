#include "experiments/experiment.h"

#include <fmt/core.h>

#include <map>

#include "experiments/expo/expo_experiments.h"
#include "experiments/nmdp/nmdp_experiments.h"
#include "experiments/relaxed/relaxed_experiments.h"
#include "experiments/stewart_trinkle/stewart_trinkle_experiments.h"
#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"

namespace slipstick::experiments {

const std::vector<Experiment>& Experiments() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> all;
    for (const auto& paper :
         {expo_experiments::ExpoExperiments(), nmdp_experiments::NmdpExperiments(),
          relaxed_experiments::RelaxedExperiments(), stewart_trinkle_experiments::StewartTrinkleExperiments(),
          tamsi_experiments::TamsiExperiments()})
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

std::vector<measure::Method> AvailableMethods(const std::vector<NamedMethod>& methods,
                                              std::vector<std::string>& remarks) {
  std::vector<measure::Method> available;
  std::map<std::string, std::string> missing;  // labels by reason
  for (const NamedMethod& named : methods) {
    try {
      available.push_back(measure::ParseMethod(named.text, "Reason"));
      available.back().label = named.label;
    } catch (const InputError& error) {
      std::string& labels = missing[error.what()];
      labels += (labels.empty() ? "" : "; ") + named.label;
    }
  }
  for (const auto& [reason, labels] : missing)
    remarks.push_back(fmt::format("Not available in this program: {}. {}", labels, reason));
  return available;
}

}  // namespace slipstick::experiments
