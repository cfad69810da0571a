#include "run_json.h"

#include <nlohmann/json.hpp>

namespace slipstick::cli {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order written here

constexpr int kFormat = 1;  // to be raised when a key changes its meaning

Json Vector(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
Json TextOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json StepSizeControl(const RunReport& report) {
  if (report.scene.accuracy == 0.0) return nullptr;
  const RunSummary& s = report.summary;
  return {{"accuracy", report.scene.accuracy}, {"accepted", s.accepted}, {"rejected", s.rejected},
          {"inaccurate", s.inaccurate},        {"shortest", s.shortest}, {"longest", s.longest}};
}

Json ControlUpdates(const RunSummary& s) {
  if (s.control_updates == 0) return nullptr;
  Json json = {{"updates", s.control_updates},
               {"time", s.control_time},
               {"iterations", s.control_iterations},
               {"residual", s.control_residual},
               {"failures", Json::object()}};
  for (const auto& [reason, count] : s.control_failures) json["failures"][reason] = count;
  return json;
}

Json Base(const RunSummary& s) {
  if (s.base.empty()) return nullptr;
  return {{"body", s.base},
          {"start", Vector(s.base_start)},
          {"end", Vector(s.base_end)},
          {"rise", s.base_rise},
          {"drop", s.base_drop}};
}

}  // namespace

std::string RunReportAsJson(const RunReport& report) {
  const Scene& scene = report.scene;
  const RunSummary& s = report.summary;
  Json json = {
      {"format", kFormat},
      {"scene", scene.name},
      {"stepper", scene.stepper},
      {"options", Json::object()},
      {"dt", scene.dt},
      {"step", report.plan.step()},
      {"control_period", scene.controls ? Json(scene.control_period) : Json(nullptr)},
      {"controller", scene.controller},
      {"duration", scene.duration},
      {"finished", s.finished},
      {"status", report.status},
      {"steps", s.steps},
      {"extra_substeps", s.extra_substeps},
      {"step_size_control", StepSizeControl(report)},
      {"algorithms", Json::object()},
      {"simulated_time", s.simulated_time},
      {"wall_time", s.wall_time},
      {"real_time_factor", s.real_time_factor},
      {"control", ControlUpdates(s)},
      {"mean_contacts", s.mean_contacts},
      {"max_contacts", s.max_contacts},
      {"penetration_depth", s.penetration_depth},
      {"penetration_pair", TextOrNull(s.penetration_pair)},
      {"slip_distance", s.slip_distance},
      {"slip_pair", TextOrNull(s.slip_pair)},
      {"slip_speed", s.slip_speed},
      {"energy_start", s.energy_start},
      {"energy_end", s.energy_end},
      {"actuation_work", s.actuation_work},
      {"joint_work", s.joint_work},
      {"contact_work", s.contact_work},
      {"energy_error", s.energy_error},
      {"energy_exchanged", s.energy_exchanged},
      {"contact_energy_created", s.contact_energy_created},
      {"failures", Json::object()},
      {"base", Base(s)},
      {"recording", TextOrNull(report.recording)},
      {"notes", scene.notes},
  };
  for (const auto& [name, value] : scene.options) json["options"][name] = value;
  for (const auto& [algorithm, count] : s.algorithms) json["algorithms"][algorithm] = count;
  for (const auto& [status, count] : s.failures) json["failures"][status] = count;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace slipstick::cli
