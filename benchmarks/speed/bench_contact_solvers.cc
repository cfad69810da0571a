// Time and failure rate of solvers of random frictional contact problems. See benchmarks/README.md.
#include <fmt/core.h>

#include "slipstick/core/random.h"
#include "slipstick/solvers/lcp/lemke.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"
#include "support/friction_problems.h"
#include "support/random_matrices.h"
#ifdef SLIPSTICK_HAVE_SICONOS
#include "oracle/siconos_lcp.h"
#endif

namespace slipstick::speed {

using namespace support;
namespace {

using Eigen::VectorXd;

constexpr double kFailure = 1e-6;  // residual above which a solution is invalid
constexpr int kProblemsToSolve = 1000;

/// Problems of one kind, with the solutions of slightly different ones to start from.
struct Problems {
  FrictionFamily family;
  int contacts;
  std::vector<Lcp> lcps;
  std::vector<VectorXd> guesses;

  Problems(FrictionFamily family_, int contacts_, int count) : family(family_), contacts(contacts_) {
    Random random(1);
    solvers::Lemke lemke;
    for (int k = 0; k < count; ++k) {
      FrictionProblem problem = RandomFrictionProblem(family, contacts, random);
      lcps.push_back(StewartTrinkleLcp(problem));
      problem.b += 1e-2 * (problem.W * RandomVector(3 * contacts, random));
      const Lcp other = StewartTrinkleLcp(problem);
      guesses.emplace_back(other.size());
      lemke.Solve(other.R, other.u, guesses.back());
    }
  }
  const Lcp& operator[](int k) const { return lcps[k % lcps.size()]; }
};

/// Number of invalid solutions of a solver.
struct Failures {
  int failed = 0, tried = 0;

  void Count(const Lcp& lcp, const VectorXd& z) {
    ++tried;
    if (!(lcp.Residual(z) <= kFailure)) ++failed;
  }
  std::string Text() const { return fmt::format("{}/{}", failed, tried); }
};

struct Row {
  const Problems* problems = nullptr;
  Failures ours, siconos;
  double pivots = 0.0, warm_pivots = 0.0;
  Timing cold, warm, peer;  ///< the last is empty without Siconos
};

void CountOurs(Row& row) {
  solvers::Lemke lemke;
  const Problems& problems = *row.problems;
  const int count = static_cast<int>(problems.lcps.size());
  for (int k = 0; k < count; ++k) {
    VectorXd z(problems[k].size());
    row.pivots += 1.0 / count * lemke.Solve(problems[k].R, problems[k].u, z).pivots;
    row.ours.Count(problems[k], z);
    z = problems.guesses[k];
    row.warm_pivots += 1.0 / count * lemke.Solve(problems[k].R, problems[k].u, z, true).pivots;
    row.ours.Count(problems[k], z);
  }
}

/// A call that goes on through the problems from batch to batch.
template <class Work>
Call Continue(std::string key, int calls_per_batch, Work work) {
  return {std::move(key),
          [work, next = 0](int calls) mutable {
            for (int k = 0; k < calls; ++k) work(next++);
          },
          calls_per_batch};
}

Row Measure(const Problems& problems, int batches) {
  Row row;
  row.problems = &problems;
  CountOurs(row);
  const int per_batch = std::max(1, 32 / (problems.contacts * problems.contacts));
  solvers::Lemke lemke(problems[0].size());
  VectorXd z(problems[0].size());
  std::vector<Call> calls{
      Continue("cold", per_batch, [&](int k) { lemke.Solve(problems[k].R, problems[k].u, z); }),
      Continue("warm", per_batch, [&](int k) {
        z = problems.guesses[k % problems.guesses.size()];
        lemke.Solve(problems[k].R, problems[k].u, z, true);
      })};
#ifdef SLIPSTICK_HAVE_SICONOS
  oracle::SiconosLcp siconos;
  std::vector<VectorXd> answers(problems.lcps.size());
  calls.push_back(Continue("siconos", per_batch, [&](int k) {
    siconos.Solve(problems[k].R, problems[k].u, answers[k % answers.size()]);
  }));
#endif
  std::vector<Timing> timings = TimeInterleaved(calls, batches);
  row.cold = timings[0];
  row.warm = timings[1];
#ifdef SLIPSTICK_HAVE_SICONOS
  row.peer = timings[2];
  for (size_t k = 0; k < answers.size(); ++k)
    if (answers[k].size() > 0) row.siconos.Count(problems.lcps[k], answers[k]);
#endif
  return row;
}

std::string Header(int batches) {
  const Machine machine = ThisMachine();
  return fmt::format(
      "µs to solve one problem of contact with friction, median of {} batches. Failures: |min(z, w)| > {}.\n"
      "{}, {}, {}\n\n",
      batches, kFailure, machine.cpu, machine.compiler, machine.flags);
}

std::string AsTable(const std::vector<Row>& rows, int batches) {
  std::string text = Header(batches);
  text += fmt::format("{:12} {:>5} {:>8} {:>7} {:>9} {:>9} {:>7} {:>10} {:>9} {:>7}\n", "problems", "size",
                      "Lemke", "pivots", "failures", "warm", "pivots", "Siconos", "failures", "ratio");
  for (const Row& row : rows) {
    text += fmt::format("{:12} {:5} {:8.1f} {:7.1f} {:>9} {:9.1f} {:7.1f}", Name(row.problems->family),
                        (*row.problems)[0].size(), row.cold.Median(), row.pivots, row.ours.Text(),
                        row.warm.Median(), row.warm_pivots);
    if (row.siconos.tried > 0)
      text += fmt::format(" {:10.1f} {:>9} {:7.1f}", row.peer.Median(), row.siconos.Text(),
                          MedianRatio(row.peer, row.cold));
    text += "\n";
  }
#ifndef SLIPSTICK_HAVE_SICONOS
  text += "\nBuilt without Siconos (Debian: libsiconos-numerics-dev): nothing to compare with.\n";
#endif
  return text;
}

Json AsJson(const std::vector<Row>& rows, int batches) {
  Json json = JsonHead("contact_solvers", batches);
  for (const Row& row : rows) {
    Json entry{{"problems", Name(row.problems->family)}, {"size", (*row.problems)[0].size()},
               {"lemke_us", row.cold.Median()},          {"lemke_pivots", row.pivots},
               {"lemke_warm_us", row.warm.Median()},     {"lemke_warm_pivots", row.warm_pivots},
               {"lemke_failures", row.ours.failed},      {"lemke_tried", row.ours.tried}};
    if (row.siconos.tried > 0) {
      entry["siconos_us"] = row.peer.Median();
      entry["siconos_failures"] = row.siconos.failed;
      entry["siconos_tried"] = row.siconos.tried;
      entry["siconos_over_lemke"] = MedianRatio(row.peer, row.cold);
    }
    json["rows"].push_back(entry);
  }
  return json;
}

void Run(const Options& options) {
  std::vector<std::unique_ptr<Problems>> problems;
  std::vector<Row> rows;
  for (const FrictionFamily family :
       {FrictionFamily::kFreeBodies, FrictionFamily::kRobot, FrictionFamily::kOneBody}) {
    for (const int contacts : {2, 7, 20}) {
      problems.push_back(std::make_unique<Problems>(family, contacts, kProblemsToSolve));
      rows.push_back(Measure(*problems.back(), options.batches));
      problems.back()->lcps.resize(1);  // 320 MB for a thousand of the largest; the report needs the size
    }
  }
  PrintResult(options, AsJson(rows, options.batches), AsTable(rows, options.batches));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  return RunProgram("bench_contact_solvers", "Times solvers of contact problems.", 60, argc, argv, Run);
}
