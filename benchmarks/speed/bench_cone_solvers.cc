// Times solvers of exact friction: CoulombSolver against Siconos on random problems of three families; and
// FrictionQp with a warm start, as in steppers.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "slipstick/core/random.h"
#include "slipstick/solvers/cone/coulomb.h"
#include "slipstick/solvers/cone/friction_qp.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"
#include "support/friction_problems.h"
#include "support/random_matrices.h"
#ifdef SLIPSTICK_HAVE_SICONOS
#include "oracle/siconos_friction.h"
#endif

namespace slipstick::speed {

using namespace support;
namespace {

using Eigen::VectorXd;

constexpr int kTimed = 40;      // problems per family and size, timed separately
constexpr int kChecked = 1000;  // problems for the failure rate
constexpr int kCheckedOthers = 100;
constexpr int kContacts[] = {2, 7, 20};
constexpr int kContactsPerBatch = 40;  // so that batches of all sizes are long enough for the clock

constexpr FrictionFamily kFamilies[] = {FrictionFamily::kFreeBodies, FrictionFamily::kRobot,
                                        FrictionFamily::kOneBody};

/// |p - P_K(p - (v + mu |v_t| e_n) / W_nn)|, largest over the contacts, as a fraction of b. Independent of
/// the solvers' code.
double NaturalMap(const FrictionProblem& problem, const VectorXd& p) {
  const VectorXd v = problem.W * p + problem.b;
  double largest = 0.0;
  for (int i = 0; i < problem.contacts(); ++i) {
    const double mu = problem.mu[i], inertia = 1.0 / problem.W(3 * i, 3 * i);
    Eigen::Vector3d law = v.segment<3>(3 * i);
    law[0] += mu * law.tail<2>().norm();
    const Eigen::Vector3d z = p.segment<3>(3 * i) - inertia * law;
    const double t = z.tail<2>().norm(), n = (z[0] + mu * t) / (1.0 + mu * mu);
    Eigen::Vector3d projection = z;
    if (t > mu * z[0]) {
      projection.setZero();
      if (n > 0.0) projection << n, mu * n / t * z.tail<2>();
    }
    const double gap = (p.segment<3>(3 * i) - projection).norm() / inertia;
    largest = gap <= largest ? largest : gap;  // NaN is larger
  }
  return largest / problem.b.cwiseAbs().maxCoeff();
}

struct Solver {
  std::string name;
  int judged;
  double failure;  ///< limit of the natural map, as a fraction of b
  std::function<void(const FrictionProblem&, VectorXd& p)> solve;
};

std::vector<Solver> Solvers() {
  std::vector<Solver> solvers;
  const auto ours = [&](const char* name, solvers::CoulombMethod method, int judged) {
    auto solver = std::make_shared<solvers::CoulombSolver>(kContacts[2]);
    const auto solve = [solver, method](const FrictionProblem& x, VectorXd& p) {
      solver->Solve(x.W, x.b, x.mu, p, method);
    };
    solvers.push_back({name, judged, 1e-8, solve});
  };
  ours("slipstick auto", solvers::CoulombMethod::kAuto, kChecked);
  ours("slipstick Gauss-Seidel", solvers::CoulombMethod::kGaussSeidel, kCheckedOthers);
#ifdef SLIPSTICK_HAVE_SICONOS
  const auto siconos = [&](const char* name, oracle::SiconosFriction::Method method) {
    auto solver = std::make_shared<oracle::SiconosFriction>(method);
    const auto solve = [solver](const FrictionProblem& x, VectorXd& p) { solver->Solve(x.W, x.b, x.mu, p); };
    solvers.push_back({name, kCheckedOthers, 1e-6, solve});
  };
  siconos("Siconos nsn_ac", oracle::SiconosFriction::Method::kNewton);
  siconos("Siconos nsgs", oracle::SiconosFriction::Method::kGaussSeidel);
#endif
  return solvers;
}

/// One solver on one family and size.
struct Cell {
  std::string family, solver;
  int contacts;
  int failures = 0, judged;
  double median_us = 0.0, mean_us = 0.0;  ///< over the problems
  double ratio = 1.0;                     ///< of its time to ours, median over the problems
};

void Judge(const Solver& solver, const std::vector<FrictionProblem>& problems, Cell& cell) {
  VectorXd p(problems[0].b.size());
  for (int k = 0; k < cell.judged; ++k) {
    p.setZero();
    solver.solve(problems[k], p);
    if (!(NaturalMap(problems[k], p) <= solver.failure)) ++cell.failures;
  }
}

std::vector<Cell> MeasureFamily(FrictionFamily family, int contacts, int batches) {
  Random random(1);
  std::vector<FrictionProblem> problems;
  for (int k = 0; k < kChecked; ++k) problems.push_back(RandomFrictionProblem(family, contacts, random));
  const std::vector<Solver> solvers = Solvers();
  std::vector<Cell> cells;
  std::vector<Call> calls;  // problem after problem, solver after solver
  VectorXd p(3 * contacts);
  for (const Solver& solver : solvers) {
    cells.push_back(
        {.family = Name(family), .solver = solver.name, .contacts = contacts, .judged = solver.judged});
    Judge(solver, problems, cells.back());
  }
  for (int k = 0; k < kTimed; ++k)
    for (const Solver& solver : solvers)
      calls.push_back(MakeCall(solver.name, std::max(1, kContactsPerBatch / contacts),
                               [&problem = problems[k], &p, &solver](int) {
                                 p.setZero();
                                 solver.solve(problem, p);
                               }));
  const std::vector<Timing> timings = TimeInterleaved(calls, batches);
  for (size_t i = 0; i < cells.size(); ++i) {
    std::vector<double> us, ratios;
    for (size_t k = 0; k < timings.size(); k += cells.size()) {
      us.push_back(timings[k + i].Median());
      ratios.push_back(MedianRatio(timings[k + i], timings[k]));
      cells[i].mean_us += us.back() / kTimed;
    }
    cells[i].median_us = MedianOf(us);
    cells[i].ratio = MedianOf(ratios);
  }
  return cells;
}

std::vector<Cell> Measure(int batches) {
  std::vector<Cell> cells;
  for (const FrictionFamily family : kFamilies)
    for (const int contacts : kContacts)
      for (Cell& cell : MeasureFamily(family, contacts, batches)) cells.push_back(std::move(cell));
  return cells;
}

/// FrictionQp on four contacts, warm-started from the solution of a problem whose g differs by 0.1 %.
std::vector<Timing> MeasureWarmQp(int batches) {
  struct Sample {
    FrictionProblem problem;
    VectorXd guess;
  };
  std::vector<Call> calls;
  auto qp = std::make_shared<solvers::FrictionQp>(4);
  auto x = std::make_shared<VectorXd>(12);
  for (const auto& [name, set] : {std::pair{"half-spaces", solvers::FrictionSet::kUnilateral},
                                  {"pyramids", solvers::FrictionSet::kPyramid},
                                  {"cones", solvers::FrictionSet::kCone}}) {
    Random random(1);
    std::vector<Sample> samples;
    for (int k = 0; k < kTimed; ++k) {
      Sample sample{RandomFrictionProblem(FrictionFamily::kRobot, 4, random), VectorXd::Zero(12)};
      qp->Solve(sample.problem.W, sample.problem.b, sample.problem.mu, set, sample.guess);
      sample.problem.b += 1e-3 * sample.problem.b.norm() * RandomVector(12, random);
      samples.push_back(std::move(sample));
    }
    calls.push_back(MakeCall(name, kTimed, [qp, x, samples, set = set](int k) {
      *x = samples[k].guess;
      qp->Solve(samples[k].problem.W, samples[k].problem.b, samples[k].problem.mu, set, *x);
    }));
  }
  return TimeInterleaved(calls, batches);
}

std::string AsTable(const std::vector<Cell>& cells, const std::vector<Timing>& warm, int batches) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format(
      "Exact friction from a guess of zero; {} problems each, {} batches.\n"
      "Failure: natural map above 1e-8 of |b| for ours; above 1e-6 for Siconos, which measures its tolerance "
      "of 1e-8\n"
      "otherwise.\n{}, {}, {}\n\n{:15}{:>9}  {:24}{:>11}{:>11}{:>9}{:>14}\n",
      kTimed, batches, machine.cpu, machine.compiler, machine.flags, "family", "contacts", "solver",
      "median us", "mean us", "to ours", "failures");
  for (const Cell& cell : cells)
    text += fmt::format("{:15}{:9}  {:24}{:11.1f}{:11.1f}{:9.2f}{:>14}\n", cell.family, cell.contacts,
                        cell.solver, cell.median_us, cell.mean_us, cell.ratio,
                        fmt::format("{} / {}", cell.failures, cell.judged));
  text += "\nConvex problems of four contacts, from a guess off by a thousandth:\n";
  for (const Timing& timing : warm) text += fmt::format("{:15}{:8.2f} us\n", timing.key, timing.Median());
  return text;
}

Json AsJson(const std::vector<Cell>& cells, const std::vector<Timing>& warm, int batches) {
  Json json = JsonHead("cone_solvers", batches);
  json["exact_friction"] = Json::array();
  json["warm_convex"] = Json::array();
  for (const Cell& cell : cells)
    json["exact_friction"].push_back({{"family", cell.family},
                                      {"contacts", cell.contacts},
                                      {"solver", cell.solver},
                                      {"median_us", cell.median_us},
                                      {"mean_us", cell.mean_us},
                                      {"time_to_ours", cell.ratio},
                                      {"failures", cell.failures},
                                      {"judged", cell.judged}});
  for (const Timing& timing : warm)
    json["warm_convex"].push_back(
        {{"set", timing.key}, {"median_us", timing.Median()}, {"min_us", timing.Min()}});
  return json;
}

void Run(const Options& options) {
  const std::vector<Cell> cells = Measure(options.batches);
  const std::vector<Timing> warm = MeasureWarmQp(options.batches);
  PrintResult(options, AsJson(cells, warm, options.batches), AsTable(cells, warm, options.batches));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  return RunProgram("bench_cone_solvers", "Times solvers of frictional contact, ours and Siconos'.", 10, argc,
                    argv, Run);
}
