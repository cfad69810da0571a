// Runs a fixed set of calls and prints one hash of all result bits per line: the fingerprint of a build.
//
// In the build with SLIPSTICK_REPRODUCIBLE it is the same from gcc and clang on every machine and recorded in
// reproducible_bits.txt (./dev check reproducible). In other builds it differs between compilers, which fuse
// multiplications and additions differently.
#include <fmt/core.h>

#include <array>
#include <cstring>

#include "slipstick/core/convert.h"
#include "slipstick/model/generators.h"
#include "support/all_dynamics_calls.h"
#include "support/contact_worlds.h"

namespace slipstick::golden_test {

using namespace support;
namespace {

/// FNV-1a, 64 bits. All NaN are equal: their payloads depend on the processor.
class Hash {
 public:
  void Add(double x) {
    if (std::isnan(x)) x = std::numeric_limits<double>::quiet_NaN();
    unsigned char bytes[sizeof(x)];
    std::memcpy(bytes, &x, sizeof(x));
    for (const unsigned char byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3u;
  }
  void Add(const Dual& x) { Add(x.value), Add(x.derivative); }
  void Add(const Pack& x) {
    for (int lane = 0; lane < Pack::kLanes; ++lane) Add(x[lane]);
  }
  template <class Numbers>
  void AddAll(const Numbers& numbers) {
    for (const auto& x : numbers) Add(x);
  }
  void Print(const std::string& name) const { fmt::print("{:016x} {}\n", value_, name); }

 private:
  uint64_t value_ = 0xcbf29ce484222325u;
};

// --- models ---

void HashModel(const std::string& name, const Model& model) {
  Hash hash;
  hash.AddAll(model.neutral());
  for (const Joint& joint : model.joints()) {
    hash.AddAll(joint.X_PJ.R.reshaped()), hash.AddAll(joint.X_PJ.p), hash.AddAll(joint.axis);
  }
  for (const Body& body : model.bodies()) {
    hash.Add(body.inertia.mass), hash.AddAll(body.inertia.com),
        hash.AddAll(body.inertia.rotational.reshaped());
  }
  for (const model::Dof& dof : model.dofs()) hash.Add(dof.armature);
  hash.Print("model " + name);
}

Model Forest(uint64_t seed, double fixed_fraction) {
  model::RandomTreeOptions options;
  options.bodies = 25;
  options.roots = 3;
  options.fixed_fraction = fixed_fraction;
  return model::RandomTree(seed, options);
}

/// A trunk with two legs of two links each.
Model Walker() {
  ModelBuilder builder("walker");
  const int trunk =
      builder.Add("trunk", Inertia::Box(5.0, {0.4, 0.2, 0.1}), model::Floating("free").At(Pose::At(0, 0, 1)));
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0 ? "left" : "right";
    const int thigh =
        builder.Add(name + "_thigh", Inertia::Cylinder(1.0, 0.03, 0.3).In(Pose::At(0, 0, -0.15)),
                    model::Spherical(name + "_hip").On(trunk).At(Pose::At(0, 0.1 * side, -0.05)));
    builder.Add(name + "_shank", Inertia::Cylinder(0.5, 0.02, 0.3).In(Pose::At(0, 0, -0.15)),
                model::Revolute(name + "_knee")
                    .On(thigh)
                    .About(model::Y)
                    .At(Pose::FromRpy({0.0, 0.1, 0.2 * side}, {0, 0, -0.3}))
                    .Armature(0.01));
  }
  return builder.Build();
}

// --- one state ---

constexpr int kPoints = 4;

/// Duals with a rate and packs with four different lanes.
void Vary(std::vector<double>&) {}
void Vary(std::vector<Dual>& v) {
  for (Dual& x : v) x.derivative = 0.5 * x.value + 1.0;
}
void Vary(std::vector<Pack>& v) {
  for (Pack& x : v) x = ForEachLane([&](int lane) { return x[lane] * (1.0 + 0.25 * lane); });
}

/// One line per call.
template <class S>
void HashCalls(const std::string& name, const Model& model, const CallInput<double>& state) {
  CallInput<S> in = Convert<S>(state);
  Vary(in.v), Vary(in.a), Vary(in.tau);
  CallMemory<S> memory(model, kPoints);
  const AllCalls<S> calls(model, in, memory);
  for (const CallResult<S>& result : calls.results()) {
    Hash hash;
    hash.AddAll(result.values);
    hash.Print(name + " " + result.name);
  }
}

// --- many states ---

/// 300 steps of semi-implicit Euler.
void HashTrajectory(const Model& model) {
  constexpr double h = 1e-3;
  Workspace<double> ws(model);
  Random random(2024);
  Eigen::VectorXd q = model.neutral(), v = model::RandomVelocity(model, random, 3.0);
  const Eigen::VectorXd tau = Eigen::VectorXd::Zero(model.nv());
  Hash hash;
  for (int i = 0; i < 300; ++i) {
    v += h * dynamics::ForwardDynamics(model, q, v, tau, ws);
    q = dynamics::Integrate(model, q, h * v);
    hash.AddAll(q), hash.AddAll(v);
  }
  hash.Print("300 steps of " + model.name());
}

// --- contact ---

void AddReport(const StepReport& report, Hash& hash) {
  const EnergyReport& e = report.energy;
  hash.AddAll(std::array{e.kinetic, e.potential, e.elastic, e.actuation_work, e.joint_work, e.contact_work});
  for (const ContactReport& contact : report.contacts) {
    hash.Add(contact.gap), hash.Add(static_cast<double>(contact.mode));
    for (const Vec3<double>& x : {contact.p, contact.normal, contact.force}) hash.AddAll(ToEigen(x));
  }
}

void AddState(const State& state, Hash& hash) {
  hash.AddAll(state.q), hash.AddAll(state.v), hash.AddAll(state.q_held);
  for (const ContactMemory& memory : state.contacts) {
    hash.AddAll(ToEigen(memory.p_A)), hash.AddAll(ToEigen(memory.p_B));
    hash.Add(memory.rest_depth), hash.Add(memory.slipping ? 1.0 : 0.0), hash.AddAll(ToEigen(memory.force));
  }
}

/// Steps of every registered stepper, with reports and contact memory.
void HashSteps(const World& world, const State& start, const Actuation& actuation, double duration) {
  for (const StepperEntry& entry : steppers::Steppers()) {
    auto stepper = entry.make(world, {});
    // methods of high order are slow; a tenth of the time is enough
    const double seconds = entry.traits.order > 4 ? 0.1 * duration : duration;
    const int steps = static_cast<int>(std::lround(seconds / SafeStep(entry)));
    State state = start;
    Hash hash;
    for (int i = 0; i < steps; ++i) {
      AddReport(stepper->Step(actuation, SafeStep(entry), state), hash);
      AddState(state, hash);
    }
    hash.Print(fmt::format("{} steps of {} by {}", steps, world.model().name(), entry.name));
  }
}
/// From the initial state, without actuation.
void HashFall(const World& world) { HashSteps(world, world.InitialState(), Actuation(world.model()), 0.3); }

World WalkerOnGround() {
  WorldBuilder builder(Walker());
  builder.AddPoint("left_shank", {0.0, 0.0, -0.3});
  builder.AddPoint("right_shank", {0.0, 0.0, -0.3});
  builder.AddGround(Pose::At(0.0, 0.0, 0.34));
  return builder.Build();
}

/// One of each shape, falling on each other and on the ground.
World Pile() {
  ModelBuilder builder("pile");
  double z = 0.1;
  const auto add = [&](const char* name, model::Geometry shape) {
    const int link =
        builder.Add(name, Inertia::Box(1.0, {0.2, 0.15, 0.1}),
                    model::Floating(name).At(Pose::FromRpy({3 * z, 2 * z, z}, {0.1 * z, -0.05 * z, z})));
    builder.AddCollision(name, link, {}, std::move(shape));
    z += 0.16;
  };
  add("box", model::BoxGeometry{{0.2, 0.15, 0.1}});
  add("cylinder", model::CylinderGeometry{0.06, 0.12});
  add("capsule", model::CapsuleGeometry{0.05, 0.1});
  add("ball", model::SphereGeometry{0.06});
  add("ellipsoid", model::EllipsoidGeometry{{0.06, 0.07, 0.05}});
  add("second box", model::BoxGeometry{{0.1, 0.15, 0.1}});
  add("hull",
      model::ConvexGeometry{{{-0.05, -0.05, 0.0}, {0.05, -0.05, 0.0}, {0.0, 0.06, 0.0}, {0.0, 0.0, 0.08}}});
  return OnGround(builder.Build(), {});
}

/// A box and a ball that fall on hills.
World Hills() {
  ModelBuilder builder("hills");
  const auto add = [&](const char* name, double x, model::Geometry shape) {
    const int link = builder.Add(name, Inertia::Box(1.0, {0.2, 0.15, 0.1}),
                                 model::Floating(name).At(Pose::FromRpy({0.2, 0.1, x}, {x, 0.05, 0.22})));
    builder.AddCollision(name, link, {}, std::move(shape));
  };
  add("box", -0.2, model::BoxGeometry{{0.2, 0.15, 0.1}});
  add("ball", 0.2, model::SphereGeometry{0.06});
  model::HeightFieldGeometry field{0.1, 0.1, 11, 11, {}};
  for (int j = 0; j < 11; ++j)
    for (int i = 0; i < 11; ++i) field.heights.push_back(0.01 * ((3 * i + 5 * j + i * j) % 7));
  WorldBuilder world(builder.Build());
  world.AddCollisions("default", true);
  world.AddShape({{"hills", model::kWorld, {}, field}, -1, true});
  return world.Build();
}

/// A cart with a pole: dry friction, damping, and a limit that the cart is pushed against.
World CartWithPole() {
  ModelBuilder builder("cart with pole");
  const int cart =
      builder.Add("cart", Inertia::Box(1.0, {0.3, 0.2, 0.1}),
                  model::Prismatic("rail").Along(model::X).Limits(-0.1, 0.02).Friction(2.0).Damping(0.5));
  builder.Add("pole", Inertia::Rod(0.2, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.5}),
              model::Revolute("pivot").On(cart).About(model::Y).Friction(0.02).Damping(0.01));
  return WorldBuilder(builder.Build()).Build();
}

/// Feedback on the cart, a wrench on the pole.
void HashActuatedCart() {
  const World world = CartWithPole();
  State state = world.InitialState();
  state.v << 0.5, 1.0;
  Actuation actuation(world.model());
  actuation.tau << 1.0, 0.1;
  actuation.kp = Eigen::Vector2d(50.0, 0.0);
  actuation.kd = Eigen::Vector2d(2.0, 0.01);
  actuation.q_ref = Eigen::Vector2d(0.05, 0.0);
  actuation.v_ref = Eigen::Vector2d(0.1, 0.0);
  actuation.wrenches.push_back({1, {0.0, 0.0, 0.4}, {0.3, 0.1, -0.2}, {0.0, 0.05, 0.0}});
  HashSteps(world, state, actuation, 0.5);
}

void HashSinCos() {
  Random random(7);
  Hash hash;
  for (int i = 0; i < 10000; ++i) {
    const auto [s, c] = SinCos(random.Uniform(-1e5, 1e5));
    hash.Add(s), hash.Add(c);
  }
  hash.Print("SinCos");
}

void Run() {
  HashSinCos();
  const Model plain = Forest(1, 0.0), welded = Forest(2, 0.5), walker = Walker();
  HashModel("forest", plain);
  HashModel("welded forest", welded);
  HashModel("walker", walker);
  Random random(3);
  const CallInput<double> state = RandomInput(plain, random, kPoints);
  HashCalls<double>("double", plain, state);
  HashCalls<Dual>("dual", plain, state);
  HashCalls<Pack>("pack", plain, state);
  Random welded_random(4);
  HashCalls<double>("welded", welded, RandomInput(welded, welded_random, kPoints));
  HashTrajectory(walker);
  HashTrajectory(plain);
  HashFall(WalkerOnGround());
  HashFall(Pile());
  HashFall(Hills());
  HashActuatedCart();
}

}  // namespace
}  // namespace slipstick::golden_test

int main() { slipstick::golden_test::Run(); }
