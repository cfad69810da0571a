#include "run_report.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/steppers/registry.h"

namespace slipstick::cli {
namespace {

constexpr double kWorthSaying = 0.1;      // m that a base sank: springs of feet do not do that
constexpr double kSuspiciousShare = 0.2;  // of the energy turned over, if stepping adds it

/// Three digits, without an exponent where people would not expect one.
std::string Rounded(double value) {
  const double size = std::abs(value);
  if (size >= 100.0 && size < 1e6) return fmt::format("{:.0f}", value);
  return fmt::format("{:.3g}", value);
}

std::string LengthText(double metres) {
  const double size = std::abs(metres);
  if (size < 1e-9) return "0 m";
  if (size < 1e-3) return Rounded(1e6 * metres) + " µm";
  if (size < 0.1) return Rounded(1e3 * metres) + " mm";
  return Rounded(metres) + " m";
}

/// Without the sign of a zero.
std::string Coordinate(double metres) {
  return fmt::format("{:.3f}", std::abs(metres) < 5e-4 ? 0.0 : metres);
}

std::string Line(const char* what, const std::string& text) {
  return fmt::format("  {:<12} {}\n", what, text);
}

std::string Steps(const RunReport& report) {
  const Scene& scene = report.scene;
  std::string text =
      fmt::format("{}, {} steps of {}", scene.stepper, report.summary.steps, TimeText(report.plan.step()));
  if (scene.controls)
    text += fmt::format("; controller '{}' every {}", scene.controller, TimeText(scene.control_period));
  if (report.plan.step() < scene.dt * (1.0 - 1e-9))
    text += fmt::format(" (steps shortened from {} to fit)", TimeText(scene.dt));
  return text;
}

/// What error control made of the steps.
std::string ChosenSteps(const RunReport& report) {
  const RunSummary& s = report.summary;
  return fmt::format("accuracy {:g}: {} steps accepted, of {} to {}, and {} rejected", report.scene.accuracy,
                     s.accepted, TimeText(s.shortest), TimeText(s.longest), s.rejected);
}

std::string MissedAccuracy(const RunReport& report) {
  const bool is_rigid =
      steppers::FindStepper(report.scene.stepper).traits.contact == steppers::ContactModel::kRigid;
  return fmt::format("{} of them missed the accuracy: {}", report.summary.inaccurate,
                     is_rigid ? "velocities jump where rigid contacts close, however short the step"
                              : "they could be no shorter; try another stepper");
}

std::string Speed(const RunSummary& s) {
  const std::string time =
      fmt::format("{} in {} of computing", TimeText(s.simulated_time), TimeText(s.wall_time));
  if (!(s.real_time_factor > 0.0)) return time;
  return s.real_time_factor >= 1.0
             ? fmt::format("{}: {} times faster than real time", time, Rounded(s.real_time_factor))
             : fmt::format("{}: {} times slower than real time", time, Rounded(1.0 / s.real_time_factor));
}

std::string Counts(const std::map<std::string, int64_t>& counts, const char* one, const char* several) {
  std::string text;
  for (const auto& [what, count] : counts)
    text += fmt::format("{}{} {}: {}", text.empty() ? "" : "; ", count, count == 1 ? one : several, what);
  return text;
}

/// Of a controller that solves a problem at every update.
std::string Control(const RunSummary& s) {
  const auto updates = static_cast<double>(s.control_updates);
  return fmt::format(
      "{} updates of {} each, {:.1f} iterations on average, residual {:.1g} at most; {}", s.control_updates,
      TimeText(s.control_time / updates), s.control_iterations, s.control_residual,
      s.control_failures.empty() ? "all solved" : Counts(s.control_failures, "update", "updates"));
}

std::string Contacts(const RunSummary& s) {
  if (s.most_contacts == 0) return "none";
  return fmt::format("{} at a time on average, {} at most", Rounded(s.mean_contacts), s.most_contacts);
}

std::string Slip(const RunSummary& s) {
  if (!(s.largest_slip > 0.0)) return "none";
  return fmt::format("{} at most ({}), {} m/s at the fastest", LengthText(s.largest_slip), s.slip_pair,
                     Rounded(s.fastest_slip));
}

std::string Penetration(const RunSummary& s) {
  if (!(s.deepest_penetration > 0.0)) return "none";
  return fmt::format("{} at most ({})", LengthText(s.deepest_penetration), s.deepest_pair);
}

std::string Works(const RunSummary& s) {
  return fmt::format("{} J before, {} J after; work of the drives {} J, of joints {} J, of contacts {} J",
                     Rounded(s.energy_start), Rounded(s.energy_end), Rounded(s.actuation_work),
                     Rounded(s.joint_work), Rounded(s.contact_work));
}

std::string Invention(const RunSummary& s) {
  std::string text = fmt::format("{} J {} by the stepping itself", Rounded(std::abs(s.energy_error)),
                                 s.energy_error >= 0.0 ? "added" : "lost");
  if (s.energy_exchanged > 0.0)
    text += fmt::format(", {:.2g} % of the {} J turned over",
                        100.0 * std::abs(s.energy_error) / s.energy_exchanged, Rounded(s.energy_exchanged));
  return text;
}

/// Contacts are passive: only a step that is too long lets them give more than they took, or adds much to
/// what they gave.
std::string Creation(const RunReport& report) {
  constexpr char kRobust[] = "expo";
  const RunSummary& s = report.summary;
  const char* step = report.scene.accuracy > 0.0 ? "--accuracy" : "--dt";
  if (s.contacts_created > 0.0 &&
      steppers::FindStepper(report.scene.stepper).traits.contact == steppers::ContactModel::kRigid)
    return fmt::format("contacts created {} J where they took penetration back; try a smaller {}",
                       Rounded(s.contacts_created), step);
  const std::string other = report.scene.stepper == kRobust ? "" : fmt::format(" or --stepper {}", kRobust);
  return fmt::format("{} created {} J: the step is too long for {} with {}; try a smaller {}{}",
                     s.contacts_created > 0.0 ? "contacts" : "the stepping",
                     Rounded(s.contacts_created > 0.0 ? s.contacts_created : s.energy_error),
                     s.most_contacts > 0 ? "the stiffness and damping of the contacts" : "this motion",
                     report.scene.stepper, step, other);
}

std::string Travel(const RunSummary& s) {
  const double ground = (s.base_end - s.base_start).head<2>().norm();
  std::string text = fmt::format("{} went {} along the ground", s.base, LengthText(ground));
  if (ground > 1e-3 && s.simulated_time > 0.0)
    text += fmt::format(" ({} m/s on average)", Rounded(ground / s.simulated_time));
  text += fmt::format(", rose {} at most", LengthText(s.base_rise));
  if (s.base_drop > kWorthSaying) text += fmt::format(", sank {}", LengthText(s.base_drop));
  return text + fmt::format(", and ended at ({}, {}, {}) m", Coordinate(s.base_end.x()),
                            Coordinate(s.base_end.y()), Coordinate(s.base_end.z()));
}

std::string Algorithms(const RunSummary& s) {
  std::string text;
  for (const auto& [algorithm, count] : s.algorithms)
    text += fmt::format("{}{} in {} {}", text.empty() ? "" : ", ", algorithm, count,
                        count == 1 ? "step" : "steps");
  return text;
}

std::string Failures(const RunSummary& s) {
  return s.failures.empty() ? "none" : Counts(s.failures, "step", "steps");
}

}  // namespace

std::string TimeText(double seconds) {
  const double size = std::abs(seconds);
  if (size >= 1.0 || size == 0.0) return fmt::format("{:.4g} s", seconds);
  if (size >= 0.9995e-3) return fmt::format("{:.4g} ms", 1e3 * seconds);
  return fmt::format("{:.4g} µs", 1e6 * seconds);
}

std::string RunReportAsText(const RunReport& report) {
  const RunSummary& s = report.summary;
  std::string text = report.scene.name;
  if (!report.scene.description.empty()) text += ": " + report.scene.description;
  text += "\n";
  text += Line("stepper", Steps(report));
  if (!s.algorithms.empty()) text += Line("", "solved by: " + Algorithms(s));
  const bool is_controlled = report.scene.accuracy > 0.0;
  if (is_controlled) text += Line("", ChosenSteps(report));
  if (s.inaccurate > 0) text += Line("", MissedAccuracy(report));
  if (s.splits > 0 && !is_controlled)
    text += Line(
        "", fmt::format("cut into {} more parts than steps{}, where contacts changed or an iteration failed",
                        s.splits, s.shortest > 0.0 ? ", down to " + TimeText(s.shortest) : ""));
  text += Line("simulated", Speed(s));
  if (s.control_updates > 0) text += Line("control", Control(s));
  text += Line("contacts", Contacts(s));
  text += Line("penetration", Penetration(s));
  text += Line("slip", Slip(s));
  text += Line("energy", Works(s));
  text += Line("", Invention(s));
  if (s.contacts_created > 0.0 || s.energy_error > kSuspiciousShare * s.energy_exchanged)
    text += Line("", Creation(report));
  if (!s.base.empty()) text += Line("motion", Travel(s));
  text += Line("failures", Failures(s));
  if (!report.recording.empty()) text += Line("recording", report.recording);
  return text;
}

}  // namespace slipstick::cli
