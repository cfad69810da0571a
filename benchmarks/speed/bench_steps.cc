// Times one time step of every registered stepper, on robots that move in contact. See benchmarks/README.md.
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "slipstick/dynamics/kinematics.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/steppers/registry.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"

namespace slipstick::speed {
namespace {

constexpr int kRing = 64;        // states along the motion, each the start of one timed step
constexpr double kMotion = 0.5;  // s: duration of the motion
constexpr int kCallsPerBatch = 128;

/// A robot that stands on points and bends its legs under joint feedback.
struct Robot {
  std::string name;
  std::vector<std::string> feet;
  std::vector<std::pair<std::string, double>> bent;  ///< joints that bend, and how far, rad
};

const std::vector<Robot>& Robots() {
  static const std::vector<Robot> robots = {
      {"solo12",
       {"FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"},
       {{"FL_HFE", -0.8},
        {"FL_KFE", 1.6},
        {"FR_HFE", -0.8},
        {"FR_KFE", 1.6},
        {"HL_HFE", -0.8},
        {"HL_KFE", 1.6},
        {"HR_HFE", -0.8},
        {"HR_KFE", 1.6}}},
      {"humanoid",
       {"l_sole_front_left", "l_sole_front_right", "l_sole_rear_left", "l_sole_rear_right",
        "r_sole_front_left", "r_sole_front_right", "r_sole_rear_left", "r_sole_rear_right"},
       {}},
  };
  return robots;
}

World MakeWorld(const Robot& robot) {
  WorldBuilder builder(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/" + robot.name + ".urdf"));
  ContactMaterial feet;
  feet.mu_static = feet.mu_kinetic = 1.0;
  builder.SetMaterial("default", feet);  // and 1e5 N/m, 300 N s/m
  for (const std::string& foot : robot.feet) builder.AddPoint(foot);
  builder.AddGround();
  return builder.Build();
}

/// With bent legs and its lowest foot on the ground.
State Standing(const World& world, const Robot& robot) {
  const Model& model = world.model();
  State state = world.InitialState();
  for (const auto& [joint, angle] : robot.bent) state.q[model.joints()[model.joint(joint)].q] = angle;
  Workspace<double> ws(model);
  dynamics::ForwardKinematics<double>(model, state.q, ws);
  double lowest = std::numeric_limits<double>::infinity();
  for (const std::string& foot : robot.feet)
    lowest = std::min(lowest, dynamics::FramePose(model, ws, model.frame(foot)).p.z());
  state.q[2] -= lowest;
  return world.StateAt(state.q);
}

class StepBench {
 public:
  StepBench(const World& world, const Robot& robot, const StepperEntry& entry)
      : actuation_(world.model()),
        stepper_(entry.make(world, {})),
        implicit_(entry.traits.implicit_terms & steppers::kContactNormal) {
    SetFeedback(world);
    SampleSquatStates(world, robot);
  }

  double h() const { return implicit_ ? 1e-3 : 6.25e-5; }
  Call MakeCallOf(const std::string& key) {
    return MakeCall(key, kCallsPerBatch, [this](int k) {
      state_ = ring_[k % kRing];
      contacts_ += static_cast<int>(stepper_->Step(actuation_, h(), state_).contacts.size());
    });
  }
  double iterations() const { return iterations_ / kRing; }

 private:
  /// Feedback with 30 rad/s on the joint inertia of every joint.
  void SetFeedback(const World& world) {
    constexpr double kOmega = 30.0;
    const int nv = world.model().nv();
    actuation_.kp = actuation_.kd = actuation_.v_ref = Eigen::VectorXd::Zero(nv);
    for (int k = 6; k < nv; ++k) {
      const double inertia = world.joint_laws()[k].inertia;
      actuation_.kp[k] = kOmega * kOmega * inertia;
      actuation_.kd[k] = 2.0 * kOmega * inertia;
    }
  }
  /// Samples states of a slow squat.
  void SampleSquatStates(const World& world, const Robot& robot) {
    State state = Standing(world, robot);
    const Eigen::VectorXd q0 = state.q;
    const int steps = static_cast<int>(std::lround(kMotion / h()));
    for (int i = 0; i < steps; ++i) {
      actuation_.q_ref = q0;
      const double bend = 0.1 * std::sin(4.0 * std::numbers::pi * i * h());
      for (const auto& [joint, angle] : robot.bent)
        actuation_.q_ref[world.model().joints()[world.model().joint(joint)].q] += bend * angle;
      const bool keep = static_cast<int>(ring_.size()) * steps < i * kRing;
      if (keep) ring_.push_back(state);
      const StepReport& report = stepper_->Step(actuation_, h(), state);
      if (keep) iterations_ += report.iterations;
      if (report.status != StepStatus::kOk)
        throw std::runtime_error(
            fmt::format("{}: {} at {} s", robot.name, contact::Name(report.status), state.t));
    }
    while (static_cast<int>(ring_.size()) < kRing) ring_.push_back(state);
  }

  Actuation actuation_;
  std::unique_ptr<Stepper> stepper_;
  bool implicit_;
  std::vector<State> ring_;
  State state_;
  double iterations_ = 0.0;
  long contacts_ = 0;
};

/// All steps of a run of a scene, each the start of one timed step.
class RunBench {
 public:
  RunBench(const std::string& scene_name, const std::string& stepper, double h, double duration) : h_(h) {
    scene::SceneSource source = scene::FindScene(scene_name);
    source.edits = {{"dt", fmt::format("{}", h), "dt"},
                    {"duration", fmt::format("{}", duration), "duration"},
                    {"stepper", fmt::format("\"{}\"", stepper), "stepper"}};
    scene_ = scene::BuildScene(source);
    run::Simulation simulation(scene_);
    simulation.Observe([this](const run::StepView& step) {
      starts_.push_back({step.before, step.actuation});
      iterations_ += step.report.iterations;
    });
    simulation.Run();
    stepper_ = steppers::MakeStepper(scene_.stepper, *scene_.world, scene_.options);
  }

  Call MakeCallOf(const std::string& key) {
    return MakeCall(key, static_cast<int>(starts_.size()), [this](int k) {
      const auto& [state, actuation] = starts_[k % starts_.size()];
      state_ = state;
      stepper_->Step(actuation, h_, state_);
    });
  }
  double h() const { return h_; }
  double iterations() const { return iterations_ / static_cast<double>(starts_.size()); }

 private:
  double h_;
  Scene scene_;
  std::unique_ptr<Stepper> stepper_;
  std::vector<std::pair<State, Actuation>> starts_;
  State state_;
  double iterations_ = 0.0;
};

struct Row {
  std::string robot, stepper;
  double h, iterations;
  Timing timing;
};

std::vector<Row> Measure(int batches) {
  std::vector<Row> rows;
  for (const Robot& robot : Robots()) {
    const World world = MakeWorld(robot);
    std::vector<std::unique_ptr<StepBench>> benches;
    std::vector<Call> calls;
    for (const StepperEntry& entry : steppers::Steppers()) {
      benches.push_back(std::make_unique<StepBench>(world, robot, entry));
      calls.push_back(benches.back()->MakeCallOf(entry.name));
    }
    std::vector<Timing> timings = TimeInterleaved(calls, batches);
    for (size_t i = 0; i < timings.size(); ++i)
      rows.push_back({robot.name, calls[i].key, benches[i]->h(), benches[i]->iterations(), timings[i]});
  }
  RunBench walk("robosimian-walk", "nmdp", 50e-3, 5.0);
  rows.push_back({"robosimian", "nmdp", walk.h(), walk.iterations(),
                  TimeInterleaved({walk.MakeCallOf("nmdp")}, batches)[0]});
  return rows;
}

std::string AsTable(const std::vector<Row>& rows, int batches) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format("µs per step of a robot in contact, median of {} batches.\n{}, {}, {}\n\n",
                                 batches, machine.cpu, machine.compiler, machine.flags);
  text += fmt::format("{:10} {:16} {:>9} {:>11} {:>10} {:>8}\n", "robot", "stepper", "dt [ms]", "iterations",
                      "µs/step", "least");
  for (const Row& row : rows)
    text += fmt::format("{:10} {:16} {:9.4f} {:11.2f} {:10.2f} {:8.2f}\n", row.robot, row.stepper,
                        1e3 * row.h, row.iterations, row.timing.Median(), row.timing.Min());
  return text;
}

Json AsJson(const std::vector<Row>& rows, int batches) {
  Json json = JsonHead("steps", batches);
  for (const Row& row : rows)
    json["rows"].push_back({{"robot", row.robot},
                            {"stepper", row.stepper},
                            {"dt", row.h},
                            {"iterations", row.iterations},
                            {"median_us", row.timing.Median()},
                            {"min_us", row.timing.Min()}});
  return json;
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  Options options{.batches = 100};
  return RunProgram({"bench_steps", "Times one time step of every stepper.", options}, argc, argv, [&] {
    const std::vector<Row> rows = Measure(options.batches);
    PrintResult(options, AsJson(rows, options.batches), AsTable(rows, options.batches));
  });
}
