#include "run_report.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/core/duration_text.h"
#include "slipstick/steppers/registry.h"
#include "table.h"

namespace slipstick::cli {
namespace {

// m: a larger drop of the base is not the deflection of contact springs.
constexpr double kReportedDrop = 0.1;
// Energy error over energy exchanged, from which on a warning is shown.
constexpr double kSuspiciousRatio = 0.2;

/// Three digits; no exponent below a million.
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
  std::string text = fmt::format("{}, {} of {}", scene.stepper, Count(report.summary.steps, "step", "steps"),
                                 DurationText(report.plan.step()));
  if (scene.controls)
    text += fmt::format("; controller '{}' every {}", scene.controller, DurationText(scene.control_period));
  if (report.plan.step() < scene.dt * (1.0 - 1e-9))
    text += fmt::format(" (steps shortened from {} to divide the control period)", DurationText(scene.dt));
  return text;
}

/// The steps that step-size control chose.
std::string ChosenSteps(const RunReport& report) {
  const RunSummary& s = report.summary;
  return fmt::format("accuracy {:g}: {} accepted ({} to {}), {} rejected", report.scene.accuracy,
                     Count(s.accepted, "sub-step", "sub-steps"), DurationText(s.shortest),
                     DurationText(s.longest), s.rejected);
}

std::string MissedAccuracy(const RunReport& report) {
  const bool is_rigid =
      steppers::FindStepper(report.scene.stepper).traits.contact == steppers::ContactModel::kRigid;
  return fmt::format("{} of them exceeded the accuracy: {}", report.summary.inaccurate,
                     is_rigid ? "velocities jump when rigid contacts close, at any step size"
                              : "the smallest step size was reached; try another stepper");
}

/// Simulated time, and the computing time of controller and stepper.
std::string Speed(const RunSummary& s) {
  std::string time = fmt::format("{} in {}", DurationText(s.simulated_time), DurationText(s.wall_time));
  if (!(s.real_time_factor > 0.0)) return time;
  return fmt::format("{} (real-time factor {})", time, Rounded(s.real_time_factor));
}

std::string Counts(const std::map<std::string, int64_t>& counts, const char* one, const char* several) {
  std::string text;
  for (const auto& [what, count] : counts)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", Count(count, one, several), what);
  return text;
}

/// Of a controller that solves an optimisation problem at every update.
std::string Control(const RunSummary& s) {
  const auto updates = static_cast<double>(s.control_updates);
  return fmt::format(
      "{} of {} each, {:.1f} iterations on average, residual {:.1g} at most; {}",
      Count(s.control_updates, "update", "updates"), DurationText(s.control_time / updates),
      s.control_iterations, s.control_residual,
      s.control_failures.empty() ? "all solved" : Counts(s.control_failures, "update", "updates"));
}

std::string Contacts(const RunSummary& s) {
  if (s.max_contacts == 0) return "none";
  return fmt::format("{} on average, {} at most", Rounded(s.mean_contacts), s.max_contacts);
}

std::string Slip(const RunSummary& s) {
  if (!(s.slip_distance > 0.0)) return "none";
  return fmt::format("distance {} at most ({}), speed {} m/s at most", LengthText(s.slip_distance),
                     s.slip_pair, Rounded(s.slip_speed));
}

std::string Penetration(const RunSummary& s) {
  if (!(s.penetration_depth > 0.0)) return "none";
  return fmt::format("depth {} at most ({})", LengthText(s.penetration_depth), s.penetration_pair);
}

std::string Works(const RunSummary& s) {
  return fmt::format(
      "{} J at the start, {} J at the end; work of actuation {} J, of joints {} J, of contacts {} J",
      Rounded(s.energy_start), Rounded(s.energy_end), Rounded(s.actuation_work), Rounded(s.joint_work),
      Rounded(s.contact_work));
}

std::string EnergyError(const RunSummary& s) {
  std::string text = fmt::format("energy error {} J", Rounded(s.energy_error));
  if (s.energy_exchanged > 0.0)
    text += fmt::format(" ({:.2g} % of the energy exchanged)",
                        100.0 * std::abs(s.energy_error) / s.energy_exchanged);
  return text;
}

/// Contacts are passive: they create energy only if the step is too long.
std::string EnergyWarning(const RunReport& report) {
  constexpr char kRobust[] = "expo";
  const RunSummary& s = report.summary;
  const char* step = report.scene.accuracy > 0.0 ? "--accuracy" : "--dt";
  if (s.contact_energy_created > 0.0 &&
      steppers::FindStepper(report.scene.stepper).traits.contact == steppers::ContactModel::kRigid)
    return fmt::format("warning: contacts created {} J while they corrected penetration; try a smaller {}",
                       Rounded(s.contact_energy_created), step);
  const std::string other = report.scene.stepper == kRobust ? "" : fmt::format(" or --stepper {}", kRobust);
  const std::string remedy = fmt::format("try a smaller {}{}", step, other);
  if (!(s.contact_energy_created > 0.0)) return "warning: the energy error is large; " + remedy;
  return fmt::format(
      "warning: contacts created {} J, but can only dissipate energy; {}; check gains and friction",
      Rounded(s.contact_energy_created), remedy);
}

std::string Travel(const RunSummary& s) {
  const double ground = (s.base_end - s.base_start).head<2>().norm();
  std::string text = fmt::format("{} moved {} horizontally", s.base, LengthText(ground));
  if (ground > 1e-3 && s.simulated_time > 0.0)
    text += fmt::format(" (mean speed {} m/s)", Rounded(ground / s.simulated_time));
  text += fmt::format(", rose {} at most", LengthText(s.base_rise));
  if (s.base_drop > kReportedDrop) text += fmt::format(", fell {}", LengthText(s.base_drop));
  return text + fmt::format(", ended at ({}, {}, {}) m", Coordinate(s.base_end.x()),
                            Coordinate(s.base_end.y()), Coordinate(s.base_end.z()));
}

std::string Algorithms(const RunSummary& s) {
  std::string text;
  for (const auto& [algorithm, count] : s.algorithms)
    text += fmt::format("{}{} ({} of {})", text.empty() ? "" : ", ", algorithm, count,
                        Count(s.steps, "step", "steps"));
  return text;
}

std::string ExtraSubsteps(const RunSummary& s) {
  return Count(s.extra_substeps, "extra sub-step", "extra sub-steps") +
         " (contact events or solver failures)" +
         (s.shortest > 0.0 ? ", down to " + DurationText(s.shortest) : "");
}

std::string Failures(const RunSummary& s) {
  return s.failures.empty() ? "none" : Counts(s.failures, "step", "steps");
}

}  // namespace

std::string RunReportAsText(const RunReport& report) {
  const RunSummary& s = report.summary;
  std::string text = report.scene.name;
  if (!report.scene.description.empty()) text += ": " + report.scene.description;
  text += "\n";
  text += Line("stepper", Steps(report));
  if (!s.algorithms.empty()) text += Line("", "algorithm: " + Algorithms(s));
  const bool is_controlled = report.scene.accuracy > 0.0;
  if (is_controlled) text += Line("", ChosenSteps(report));
  if (s.inaccurate > 0) text += Line("", MissedAccuracy(report));
  if (s.extra_substeps > 0 && !is_controlled) text += Line("", ExtraSubsteps(s));
  text += Line("simulated", Speed(s));
  if (s.control_updates > 0) text += Line("control", Control(s));
  text += Line("contacts", Contacts(s));
  text += Line("penetration", Penetration(s));
  text += Line("slip", Slip(s));
  text += Line("energy", Works(s));
  text += Line("", EnergyError(s));
  if (s.contact_energy_created > 0.0 || s.energy_error > kSuspiciousRatio * s.energy_exchanged)
    text += Line("", EnergyWarning(report));
  if (!s.base.empty()) text += Line("motion", Travel(s));
  text += Line("failures", Failures(s));
  if (!report.recording.empty()) text += Line("recording", report.recording);
  return text;
}

}  // namespace slipstick::cli
