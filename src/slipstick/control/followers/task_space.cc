#include "slipstick/control/followers/task_space.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/error.h"

namespace slipstick::control {

using Eigen::VectorXd;

const char* Name(TaskSpaceStatus status) {
  switch (status) {
    case TaskSpaceStatus::kSolved: return "solved";
    case TaskSpaceStatus::kFirstLevelOnly: return "first level only";
    case TaskSpaceStatus::kBeyondLimits: return "beyond limits";
    case TaskSpaceStatus::kSoftContacts: return "soft contacts";
    case TaskSpaceStatus::kFailed: return "failed";
  }
  return "?";
}

TaskSpace::TaskSpace(const Model& model, int root, const TaskSpaceOptions& options)
    : root_(root), options_(options), terms_(model, root), program_(terms_, options_) {
  if (!(options.limit_horizon > 0.0))
    throw InputError(fmt::format("task space: limit_horizon = {} s, must be > 0.", options.limit_horizon));
  out_.a = out_.tau = VectorXd::Zero(model.nv());
}

const TaskSpaceSolution& TaskSpace::Solve(const VectorXd& q, const VectorXd& v, const TaskSet& tasks) {
  terms_.rows.model().CheckConfigurationSize(static_cast<int>(q.size()), "q");
  terms_.rows.model().CheckVelocitySize(static_cast<int>(v.size()), "v");
  Check(tasks);
  terms_.Evaluate(q, v, tasks);
  if (x_.size() < terms_.num_variables()) x_.setZero(terms_.num_variables());
  out_.iterations = 0, out_.residual = 0.0;
  using Status = TaskSpaceStatus;
  if (!SolveAs(Status::kSolved, {}, tasks, q, v) &&
      !SolveAs(Status::kBeyondLimits, {.joint_limits = false}, tasks, q, v) &&
      !SolveAs(Status::kBeyondLimits, {.joint_limits = false, .effort_limits = false}, tasks, q, v) &&
      !SolveAs(Status::kSoftContacts, {false, false, false}, tasks, q, v))
    out_.status = Status::kFailed;
  ReadSolution(tasks);
  return out_;
}

/// Solves both levels. True if there is a solution; then sets the status to `status`, or to kFirstLevelOnly
/// if only the first level was solved.
bool TaskSpace::SolveAs(TaskSpaceStatus status, TaskProgram::Kind kind, const TaskSet& tasks,
                        const VectorXd& q, const VectorXd& v) {
  if (!SolveProgram(program_.Make(kind, tasks, q, v), active_[0])) return false;
  out_.status = status;
  if (!terms_.has_level_2) return true;
  first_level_ = x_;
  kind.first_level = &first_level_;
  if (SolveProgram(program_.Make(kind, tasks, q, v), active_[1])) {
    x() += first_level_.head(terms_.num_variables());
  } else {
    x_ = first_level_;
    if (status == TaskSpaceStatus::kSolved) out_.status = TaskSpaceStatus::kFirstLevelOnly;
  }
  return true;
}

bool TaskSpace::SolveProgram(const solvers::QpProblem& program, solvers::QpActiveSet& active) {
  if (!options_.warm_start) active.clear();
  const solvers::QpReport report = solver_.Solve(program, x(), active);
  out_.iterations += report.iterations;
  if (report.status != solvers::QpStatus::kSolved) return false;
  out_.residual = std::max(out_.residual, report.residual);
  return true;
}

/// Clamps to the effort limit. No effect if the limits were constraints of the program.
double TaskSpace::WithinLimit(int k, double tau) const {
  const double limit = terms_.rows.model().dofs()[terms_.first + k].effort_limit;
  return options_.effort_limits ? std::clamp(tau, -limit, limit) : tau;
}

/// Torques follow from accelerations and forces: tau = M a + bias - Jᵀ f.
void TaskSpace::ReadSolution(const TaskSet& tasks) {
  const int n = terms_.n, num_forces = 3 * terms_.num_points;
  if (out_.status == TaskSpaceStatus::kFailed) x().setZero();
  auto forces = x_.segment(n, num_forces);
  forces *= terms_.force_unit;
  out_.a.segment(terms_.first, n) = x_.head(n);
  for (int k = terms_.unactuated; k < n; ++k) {
    double tau = terms_.bias[k] + terms_.M.row(k).dot(x_.head(n));
    for (int i = 0; i < num_forces; ++i) tau -= terms_.J_points(i, k) * forces[i];
    out_.tau[terms_.first + k] = out_.status == TaskSpaceStatus::kFailed ? 0.0 : WithinLimit(k, tau);
  }

  int size = 0;
  for (const TaskContact& contact : tasks.contacts) size += 3 * static_cast<int>(contact.points.size());
  out_.f.resize(size);
  int from = n, to = 0;
  for (const TaskContact& contact : tasks.contacts) {
    const int entries = 3 * static_cast<int>(contact.points.size());
    if (contact.active) {
      out_.f.segment(to, entries) = x_.segment(from, entries);
      from += entries;
    } else {
      out_.f.segment(to, entries).setZero();
    }
    to += entries;
  }
}

// --- checks ---

namespace {

void CheckImportance(const TaskImportance& importance, const char* what) {
  if (!(importance.weight >= 0.0) || !std::isfinite(importance.weight))
    throw InputError(
        fmt::format("task space: weight = {} of {}, must be a number >= 0.", importance.weight, what));
  if (importance.level != 1 && importance.level != 2)
    throw InputError(fmt::format("task space: level = {} of {}, must be 1, or 2 for lower priority.",
                                 importance.level, what));
}

void CheckFrame(const Model& model, int root, int frame, const char* what) {
  if (frame < 0 || frame >= static_cast<int>(model.frames().size()))
    throw InputError(fmt::format(
        "task space: {} has frame {}, which '{}' does not have; find one with Model::frame(name).", what,
        frame, model.name()));
  const int body = model.frames()[frame].body;
  if (body < root || body >= model.subtree_end()[root])
    throw InputError(fmt::format("task space: {} has frame '{}', which is not in the tree of '{}'.", what,
                                 model.frames()[frame].name, model.bodies()[root].name));
}

void CheckGains(const TaskGains& gains, const char* what) {
  if (!(gains.kp >= 0.0 && gains.kd >= 0.0))
    throw InputError(fmt::format("task space: kp = {} 1/s² and kd = {} 1/s of {}, must be >= 0.", gains.kp,
                                 gains.kd, what));
}

/// Two contacts on one rigid body would give redundant equality constraints.
void CheckApart(const Model& model, const std::vector<TaskContact>& contacts) {
  for (size_t a = 0; a < contacts.size(); ++a)
    for (size_t b = a + 1; b < contacts.size(); ++b)
      if (contacts[a].active && contacts[b].active &&
          model.frames()[contacts[a].frame].body == model.frames()[contacts[b].frame].body)
        throw InputError(fmt::format(
            "task space: two contacts are on body '{}'; merge them into one contact with all points.",
            model.bodies()[model.frames()[contacts[a].frame].body].name));
}

void CheckContact(const TaskContact& contact) {
  if (!(std::abs(contact.normal.squaredNorm() - 1.0) < 1e-6))
    throw InputError(fmt::format("task space: a contact has normal = ({}, {}, {}), expected a unit vector.",
                                 contact.normal.x(), contact.normal.y(), contact.normal.z()));
  const size_t points = contact.points.size();
  if (points == 0 || points == 2)
    throw InputError(fmt::format(
        "task space: a contact has {} points, expected one point, or at least three for a sole.", points));
  if (!(contact.friction > 0.0) || !(contact.min_normal >= 0.0) ||
      !(contact.max_normal >= contact.min_normal))
    throw InputError(
        fmt::format("task space: a contact has friction = {}, min_normal = {} N and max_normal = {} N, "
                    "expected friction > 0 and 0 <= min_normal <= max_normal.",
                    contact.friction, contact.min_normal, contact.max_normal));
}

}  // namespace

void TaskSpace::Check(const TaskSet& tasks) const {
  const Model& model = terms_.rows.model();
  if (tasks.center_of_mass) {
    CheckImportance(tasks.center_of_mass->importance, "the centre of mass");
    CheckGains(tasks.center_of_mass->gains, "the centre of mass");
  }
  for (const FrameTask& task : tasks.frames) {
    CheckFrame(model, root_, task.frame, "a task");
    CheckImportance(task.importance, "a frame");
    CheckGains(task.gains, "a frame");
  }
  if (tasks.posture) {
    model.CheckConfigurationSize(static_cast<int>(tasks.posture->q.size()), "q of the posture");
    for (const VectorXd* rate : {&tasks.posture->v, &tasks.posture->a})
      if (rate->size() > 0) model.CheckVelocitySize(static_cast<int>(rate->size()), "v or a of the posture");
    CheckImportance(tasks.posture->importance, "the posture");
    CheckGains(tasks.posture->gains, "the posture");
  }
  for (const TaskContact& contact : tasks.contacts) {
    CheckFrame(model, root_, contact.frame, "a contact");
    CheckImportance(contact.force_importance, "a contact force");
    CheckGains(contact.gains, "a contact");
    CheckContact(contact);
  }
  CheckApart(model, tasks.contacts);
}

}  // namespace slipstick::control
