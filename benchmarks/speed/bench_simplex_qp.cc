// Times quadratic programs over the corner weights of contacts, with cold and warm start.
#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/random.h"
#include "slipstick/solvers/qp/simplex_qp.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"
#include "support/simplex_problems.h"

namespace slipstick::speed {

using namespace support;
namespace {

using Eigen::VectorXd;

constexpr int kBlocks[] = {1, 2, 4, 8, 16};
constexpr double kDampings[] = {1e-8, 1e-2, 1.0, 1e6};
constexpr int kProblems = 256;
constexpr double kPerturbation = 1e-2;  // of g: the solutions of these problems are the initial guesses

struct Row {
  int blocks;
  double damping;
  int failures = 0;
  double largest_residual = 0.0;
  double cold_iterations = 0.0, warm_iterations = 0.0;
  Timing cold = {}, warm = {};
};

Row Measure(int blocks, double damping, int batches) {
  Random random(1);
  solvers::SimplexQp qp;
  qp.Reserve(6 * blocks, blocks);
  Row row{blocks, damping};
  const auto solve = [&](const SimplexProblem& problem, VectorXd& x) {
    return qp.Solve(problem.entries(), problem.g, problem.start, x);
  };
  const auto judge = [&](const SimplexProblem& problem, VectorXd x) {
    const solvers::SimplexQpOutcome outcome = solve(problem, x);
    row.failures += !outcome.converged;
    row.largest_residual = std::max(row.largest_residual, outcome.residual);
    return static_cast<double>(outcome.iterations) / kProblems;
  };
  std::vector<SimplexProblem> problems;
  std::vector<VectorXd> guesses;
  for (int k = 0; k < kProblems; ++k) {
    const SimplexProblem& problem = problems.emplace_back(RandomContactSimplices(blocks, damping, random));
    SimplexProblem other = problem;
    other.g += kPerturbation * RandomVector(problem.size(), random).cwiseProduct(problem.g);
    VectorXd& guess = guesses.emplace_back(VectorXd::Zero(problem.size()));
    solve(other, guess);
    row.cold_iterations += judge(problem, VectorXd::Zero(problem.size()));
    row.warm_iterations += judge(problem, guess);
  }
  VectorXd x(6 * blocks);
  const std::vector<Timing> timings = TimeInterleaved({MakeCall("cold", kProblems,
                                                                [&](int k) {
                                                                  x.setZero();
                                                                  solve(problems[k], x);
                                                                }),
                                                       MakeCall("warm", kProblems,
                                                                [&](int k) {
                                                                  x = guesses[k];
                                                                  solve(problems[k], x);
                                                                })},
                                                      batches);
  row.cold = timings[0], row.warm = timings[1];
  return row;
}

std::string AsTable(const std::vector<Row>& rows, int batches) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format(
      "µs to solve one program over blocks of six weights, median of {} batches. Warm: from the solution for "
      "a g that "
      "differs by {} %.\n{}, {}, {}\n\n",
      batches, 100 * kPerturbation, machine.cpu, machine.compiler, machine.flags);
  text += fmt::format("{:>6} {:>8} {:>8} {:>6} {:>8} {:>6} {:>9} {:>9}\n", "blocks", "damping", "cold",
                      "steps", "warm", "steps", "failures", "residual");
  for (const Row& row : rows)
    text += fmt::format("{:6} {:8.0e} {:8.2f} {:6.1f} {:8.2f} {:6.1f} {:9} {:9.0e}\n", row.blocks,
                        row.damping, row.cold.Median(), row.cold_iterations, row.warm.Median(),
                        row.warm_iterations, row.failures, row.largest_residual);
  return text;
}

Json AsJson(const std::vector<Row>& rows, int batches) {
  Json json = JsonHead("simplex_qp", batches);
  for (const Row& row : rows)
    json["rows"].push_back({{"blocks", row.blocks},
                            {"damping", row.damping},
                            {"cold_us", row.cold.Median()},
                            {"cold_iterations", row.cold_iterations},
                            {"warm_us", row.warm.Median()},
                            {"warm_iterations", row.warm_iterations},
                            {"failures", row.failures},
                            {"largest_residual", row.largest_residual}});
  return json;
}

void Run(const Options& options) {
  std::vector<Row> rows;
  for (const int blocks : kBlocks)
    for (const double damping : kDampings) rows.push_back(Measure(blocks, damping, options.batches));
  PrintResult(options, AsJson(rows, options.batches), AsTable(rows, options.batches));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  return RunProgram("bench_simplex_qp", "Times quadratic programs over products of simplices.", 40, argc,
                    argv, Run);
}
