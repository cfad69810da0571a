// Times dense quadratic programs of the sizes of inverse dynamics, with cold and warm start.
#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/random.h"
#include "slipstick/solvers/qp/dense_qp.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"
#include "support/qp_problems.h"

namespace slipstick::speed {

using namespace support;
namespace {

using Eigen::VectorXd;

constexpr QpShape kShapes[] = {{20, 10, 33},  {40, 20, 67},  {61, 18, 100},
                               {61, 29, 100}, {61, 40, 100}, {100, 50, 167}};
constexpr int kProblems = 32;  // few enough to stay in the caches, as a problem does that was just built
constexpr double kPerturbation = 2e-2;  // of g: the active sets of these problems are the warm starts

struct Row {
  QpShape shape;
  int failures = 0;
  double largest_residual = 0.0;
  double num_active = 0.0, cold_changes = 0.0, warm_changes = 0.0;
  Timing cold = {}, warm = {};
};

Row Measure(const QpShape& shape, int batches) {
  Random random(1);
  solvers::DenseQp qp;
  Row row{shape};
  VectorXd x;
  const auto judge = [&](const solvers::QpProblem& problem, solvers::QpActiveSet active) {
    const solvers::QpReport report = qp.Solve(problem, x, active);
    row.failures += report.status != solvers::QpStatus::kSolved;
    row.largest_residual = std::max(row.largest_residual, report.residual);
    return report;
  };
  std::vector<solvers::QpProblem> problems;
  std::vector<solvers::QpActiveSet> guesses;
  for (int k = 0; k < kProblems; ++k) {
    const solvers::QpProblem& problem = problems.emplace_back(RandomQp(shape, random));
    solvers::QpProblem other = problem;
    other.g() += kPerturbation * RandomVector(shape.variables, random).cwiseProduct(other.g());
    solvers::QpActiveSet& guess = guesses.emplace_back();
    qp.Solve(other, x, guess);
    const solvers::QpReport cold = judge(problem, {}), warm = judge(problem, guess);
    row.num_active += cold.num_active / static_cast<double>(kProblems);
    row.cold_changes += cold.iterations / static_cast<double>(kProblems);
    row.warm_changes += warm.iterations / static_cast<double>(kProblems);
  }
  solvers::QpActiveSet active(shape.inequalities);
  const std::vector<Timing> timings = TimeInterleaved({MakeCall("cold", kProblems,
                                                                [&](int k) {
                                                                  active.clear();
                                                                  qp.Solve(problems[k], x, active);
                                                                }),
                                                       MakeCall("warm", kProblems,
                                                                [&](int k) {
                                                                  active = guesses[k];
                                                                  qp.Solve(problems[k], x, active);
                                                                })},
                                                      batches);
  row.cold = timings[0], row.warm = timings[1];
  return row;
}

std::string AsTable(const std::vector<Row>& rows, int batches) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format(
      "µs to solve one program, median of {} batches; changes of the active set. Warm: from the active set "
      "for a g that differs by {} %.\n{}, {}, {}\n\n",
      batches, 100 * kPerturbation, machine.cpu, machine.compiler, machine.flags);
  text += fmt::format("{:>9} {:>10} {:>12} {:>6} {:>8} {:>7} {:>8} {:>7} {:>9} {:>9}\n", "variables",
                      "equalities", "inequalities", "bind", "cold", "changes", "warm", "changes", "failures",
                      "residual");
  for (const Row& row : rows)
    text += fmt::format("{:9} {:10} {:12} {:6.1f} {:8.1f} {:7.1f} {:8.1f} {:7.1f} {:9} {:9.0e}\n",
                        row.shape.variables, row.shape.equalities, row.shape.inequalities, row.num_active,
                        row.cold.Median(), row.cold_changes, row.warm.Median(), row.warm_changes,
                        row.failures, row.largest_residual);
  return text;
}

Json AsJson(const std::vector<Row>& rows, int batches) {
  Json json = JsonHead("dense_qp", batches);
  for (const Row& row : rows)
    json["rows"].push_back({{"variables", row.shape.variables},
                            {"equalities", row.shape.equalities},
                            {"inequalities", row.shape.inequalities},
                            {"active", row.num_active},
                            {"cold_us", row.cold.Median()},
                            {"cold_changes", row.cold_changes},
                            {"warm_us", row.warm.Median()},
                            {"warm_changes", row.warm_changes},
                            {"failures", row.failures},
                            {"largest_residual", row.largest_residual}});
  return json;
}

void Run(const Options& options) {
  std::vector<Row> rows;
  for (const QpShape& shape : kShapes) rows.push_back(Measure(shape, options.batches));
  PrintResult(options, AsJson(rows, options.batches), AsTable(rows, options.batches));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  return RunProgram("bench_dense_qp", "Times quadratic programs of inverse dynamics.", 100, argc, argv, Run);
}
