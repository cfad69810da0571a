#include "speed/dynamics_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "speed/dynamics_calls.h"
#include "speed/machine.h"

namespace slipstick::speed {
namespace {

using Number = std::optional<double>;

const Timing* Find(const RobotResult& robot, const std::string& key) {
  for (const Timing& timing : robot.timings)
    if (timing.key == key) return &timing;
  return nullptr;
}

Number Median(const RobotResult& robot, const std::string& key) {
  const Timing* timing = Find(robot, key);
  return timing ? Number(timing->Median()) : std::nullopt;
}

Number Ratio(const RobotResult& robot, const std::string& a, const std::string& b) {
  const Timing *over = Find(robot, a), *under = Find(robot, b);
  return over && under ? Number(MedianRatio(*over, *under)) : std::nullopt;
}

// ---- rows --------------------------------------------------------------------------------------

struct Row {
  const char* key;
  const char* label;
  const char* mujoco_key;                 ///< key of the corresponding MuJoCo call, or ""
  std::vector<double> pinocchio_us = {};  ///< published, in the order of Robots()
};

const std::vector<Row>& OurRows() {
  static const std::vector<Row> rows = {
      {"inverse_dynamics", "inverse dynamics (RNEA)", "mujoco_bias", {0.83, 0.45, 2.1}},
      {"bias", "bias", "mujoco_bias"},
      {"mass_matrix", "M", "mujoco_mass_matrix"},
      {"mass_matrix_and_factor", "M and factor", "mujoco_mass_matrix_and_factor", {1.04, 0.43, 3.2}},
      {"forward_dynamics_by_factor", "forward dynamics by factor", "mujoco_forward"},
      {"forward_dynamics", "forward dynamics (ABA)", "mujoco_forward", {2.0, 0.8, 4.5}},
      {"evaluate_and_W", "Evaluate and W by factor", "mujoco_forward"},
      {"W_by_unit_forces", "W by unit forces", ""},
      {"inverse_dynamics_derivatives", "inverse dynamics derivatives", "", {4.2, 1.9, 11.0}},
      {"forward_dynamics_derivatives", "forward dynamics derivatives", ""},
      {"position_based_gradient", "position-based gradient", ""},
      {"position_based_hessian", "  with Hessian", ""},
      {"inverse_dynamics_of_8", "8 environments: inverse dynamics", ""},
      {"inverse_dynamics_of_8_in_packs", "  in packs of 4", ""},
      {"mass_matrix_and_factor_of_8", "8 environments: M and factor", ""},
      {"mass_matrix_and_factor_of_8_in_packs", "  in packs of 4", ""},
  };
  return rows;
}

const std::vector<Row>& MujocoRows() {
  static const std::vector<Row> rows = {
      {"mujoco_bias", "bias", ""},
      {"mujoco_mass_matrix", "M", ""},
      {"mujoco_mass_matrix_and_factor", "M and factor", ""},
      {"mujoco_forward", "mj_forward, contact-free", ""},
      {"mujoco_forward_lean", "lean: M, factor, bias, solve", ""},
  };
  return rows;
}

Number PinocchioTime(const Row& row, const std::string& robot) {
  for (size_t i = 0; i < row.pinocchio_us.size(); ++i)
    if (Robots()[i].name == robot) return row.pinocchio_us[i];
  return std::nullopt;
}

// ---- limits --------------------------------------------------------------------------------------

struct Limit {
  const char* label;
  double bound;
  bool at_most;
  std::function<Number(const RobotResult&)> value;

  bool IsMet(double x) const { return at_most ? x <= bound : x >= bound; }
};

std::vector<Limit> Limits() {
  const auto ratio = [](const char* a, const char* b) {
    return [=](const RobotResult& robot) { return Ratio(robot, a, b); };
  };
  // There are two algorithms; the faster one is compared.
  const auto forward_dynamics_against = [](const char* mujoco_key) {
    return [=](const RobotResult& robot) {
      return std::min(Ratio(robot, "forward_dynamics_by_factor", mujoco_key),
                      Ratio(robot, "forward_dynamics", mujoco_key));
    };
  };
  return {
      {"forward dynamics / mj_forward", 0.6, true, forward_dynamics_against("mujoco_forward")},
      {"forward dynamics / MuJoCo lean", 0.6, true, forward_dynamics_against("mujoco_forward_lean")},
      {"Evaluate and W / mj_forward", 1.2, true, ratio("evaluate_and_W", "mujoco_forward")},
      {"SIMD packs: gain, inverse dynamics", 3.0, false,
       ratio("inverse_dynamics_of_8", "inverse_dynamics_of_8_in_packs")},
      {"SIMD packs: gain, M and factor", 3.0, false,
       ratio("mass_matrix_and_factor_of_8", "mass_matrix_and_factor_of_8_in_packs")},
  };
}

// ---- table -------------------------------------------------------------------------------------

constexpr int kLabelWidth = 34, kCellWidth = 9, kNarrowestGroup = 15;

std::string Cell(const std::string& text) { return fmt::format("{:>{}}", text, kCellWidth); }
std::string Cell(const Number& number) { return Cell(number ? fmt::format("{:.2f}", *number) : "."); }

/// One cell per robot, with space for a heading.
int GroupWidth(const DynamicsResult& result) {
  return std::max(kNarrowestGroup, kCellWidth * static_cast<int>(result.robots.size()));
}

template <class CellOf>
std::string Cells(const DynamicsResult& result, CellOf cell_of) {
  std::string line;
  for (const RobotResult& robot : result.robots) line += Cell(cell_of(robot));
  return fmt::format("{:>{}}", line, GroupWidth(result));
}

std::string Heading(const DynamicsResult& result) {
  const int width = GroupWidth(result);
  const std::string names = Cells(result, [](const RobotResult& robot) { return robot.name; });
  return fmt::format("{:{}}  {:>{}}  {:>{}}  {:>{}}\n{:{}}  {}  {}  {}\n", "", kLabelWidth, "this run, µs",
                     width, "over MuJoCo", width, "Pinocchio*, µs", width, "call", kLabelWidth, names, names,
                     names);
}

std::string RowLine(const Row& row, const DynamicsResult& result) {
  std::string line = fmt::format(
      "{:{}}  {}  {}  {}", row.label, kLabelWidth,
      Cells(result, [&](const RobotResult& robot) { return Median(robot, row.key); }),
      Cells(result, [&](const RobotResult& robot) { return Ratio(robot, row.key, row.mujoco_key); }),
      Cells(result, [&](const RobotResult& robot) { return PinocchioTime(row, robot.name); }));
  return line + "\n";
}

std::string MujocoLine(const Row& row, const DynamicsResult& result) {
  return fmt::format("  {:{}}  {}\n", row.label, kLabelWidth - 2,
                     Cells(result, [&](const RobotResult& robot) { return Median(robot, row.key); }));
}

std::string LimitLine(const Limit& limit, const DynamicsResult& result) {
  std::string line =
      fmt::format("  {:{}}{} {:.1f}", limit.label, kLabelWidth, limit.at_most ? "<=" : ">=", limit.bound);
  for (const RobotResult& robot : result.robots) {
    const Number value = limit.value(robot);
    line += fmt::format("{:>{}} ", robot.name, kCellWidth + 2);
    line +=
        value ? fmt::format("{:.2f} {:6}", *value, limit.IsMet(*value) ? "met" : "MISSED") : "not measured";
  }
  return line.erase(line.find_last_not_of(' ') + 1) + "\n";
}

std::string MujocoPart(const DynamicsResult& result) {
  if (result.mujoco_version.empty()) return "MuJoCo not available: install libmujoco-dev and build again.\n";
  std::string text = fmt::format("MuJoCo {}, same states, same run\n", result.mujoco_version);
  for (const Row& row : MujocoRows()) text += MujocoLine(row, result);
  text += fmt::format("  {:{}}  ", "accelerations differ by at most", kLabelWidth - 2);
  return text + Cells(result, [](const RobotResult& r) { return fmt::format("{:.0e}", r.disagreement); }) +
         "\n";
}

}  // namespace

std::string AsTable(const DynamicsResult& result) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format(
      "Dynamics without contact forces, one thread: median of {} batches of {} calls, every call on a new "
      "state.\n"
      "{}, {}, {}\n",
      result.batches, kCallsPerBatch, machine.cpu, machine.compiler, machine.flags);
  for (const RobotResult& robot : result.robots)
    text += fmt::format("{}: {} dof, contact points: {}\n", robot.name, robot.nv, robot.contact_points);
  text += '\n';
  text += Heading(result);
  for (const Row& row : OurRows()) text += RowLine(row, result);
  text += '\n';
  text += MujocoPart(result);
  text += "\nbars\n";
  for (const Limit& limit : Limits()) text += LimitLine(limit, result);
  return text +
         "\n* measured elsewhere on this class of machine: Pinocchio 2.6.21, clang; its arm is a Panda (7 "
         "dof), its "
         "humanoid Romeo\n  (37 dof). Not measured in this run, so a difference of tens of percent means "
         "little.\n";
}

Json AsJson(const DynamicsResult& result) {
  Json json = JsonHead("dynamics", result.batches);
  json["mujoco_version"] = result.mujoco_version.empty() ? Json(nullptr) : Json(result.mujoco_version);
  json["robots"] = Json::object();
  json["limits"] = Json::array();
  for (const RobotResult& robot : result.robots) {
    Json& entry = json["robots"][robot.name];
    entry = {{"nv", robot.nv}, {"contact_points", robot.contact_points}};
    entry["largest_difference_from_mujoco"] =
        result.mujoco_version.empty() ? Json(nullptr) : Json(robot.disagreement);
    for (const Timing& timing : robot.timings)
      entry["calls"][timing.key] = {{"median_us", timing.Median()}, {"min_us", timing.Min()}};
    for (const Row& row : OurRows())
      if (const Number time = PinocchioTime(row, robot.name))
        entry["pinocchio_measured_elsewhere_us"][row.key] = *time;
  }
  for (const Limit& limit : Limits()) {
    Json entry = {{"label", limit.label}, {limit.at_most ? "at_most" : "at_least", limit.bound}};
    for (const RobotResult& robot : result.robots)
      if (const Number value = limit.value(robot)) entry["values"][robot.name] = *value;
    json["limits"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace slipstick::speed
