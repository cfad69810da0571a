// Times contact detection: pairs of shapes, a robot on the ground, up to 16000 loose balls. See
// benchmarks/README.md.
#include <fmt/core.h>

#include <cmath>
#include <memory>

#include "slipstick/core/convert.h"
#include "slipstick/core/random.h"
#include "slipstick/core/rotation.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/geometry/narrow_phase.h"
#include "slipstick/model/model_builder.h"
#include "speed/machine.h"
#include "speed/program.h"
#include "speed/timing.h"

namespace slipstick::speed {
namespace {

constexpr int kRing = 64;  // placements of a pair, used in turn
constexpr int kCallsPerBatch = 4096;
constexpr int kBalls[] = {250, 500, 1000, 2000, 4000, 8000, 16000};
constexpr double kLargestGrowth = 2.5;  // time per ball and log2(n) at 16000 balls over 250

/// One line of the table.
struct Row {
  std::string key;
  double median_us, min_us;
  double contacts;  ///< per call
  double limit_us;  ///< 0: none
};

// --- pairs of shapes ---

/// Two shapes that touch, in a ring of placements: the first slides, turns and rocks a little.
class PairSample {
 public:
  PairSample(const model::Geometry& a, const model::Geometry& b, const geometry::Vec& p_a,
             const geometry::Mat& R_a, double limit_us)
      : a_(geometry::MakeSolid(a, "a")),
        b_(geometry::MakeSolid(b, "b")),
        limit_us_(limit_us),
        key_(fmt::format("{} on {}", model::KindName(a), model::KindName(b))) {
    Random random(1);
    const double r = 1e-4;
    for (int k = 0; k < kRing; ++k) {
      const Quaternion<double> q =
          Exp(geometry::Vec{random.Uniform(-r, r), random.Uniform(-r, r), random.Uniform(-0.3, 0.3)});
      placed_.push_back({&a_,
                         p_a + geometry::Vec{random.Uniform(-0.01, 0.01), random.Uniform(-0.01, 0.01), 0.0},
                         ToMatrix(q) * R_a});
    }
  }

  Call MakeTimed() {
    return MakeCall(key_, kCallsPerBatch, [this](int k) {
      contacts_ += geometry::Collide(
          placed_[k % kRing], {&b_, geometry::Vec::Zero(), geometry::Mat::Identity()}, 1e-3, manifold_);
      ++calls_;
    });
  }
  Row MakeRow(const Timing& timing) const {
    return {key_, timing.Median(), timing.Min(), static_cast<double>(contacts_) / static_cast<double>(calls_),
            limit_us_};
  }

 private:
  geometry::Solid a_, b_;
  double limit_us_;
  std::string key_;
  std::vector<geometry::PlacedShape> placed_;
  geometry::Manifold manifold_;
  long contacts_ = 0, calls_ = 0;
};

std::vector<std::unique_ptr<PairSample>> MakePairs() {
  const geometry::Mat upright = geometry::Mat::Identity(), lying{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}};
  const model::BoxGeometry cube{{0.2, 0.2, 0.2}}, table{{2.0, 2.0, 1.0}};
  const model::PlaneGeometry ground;
  model::ConvexGeometry gem;
  double lowest = 0.0;
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const geometry::Vec v{random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)};
    gem.vertices.push_back(0.1 * ToEigen(geometry::Normalized(v)));
    lowest = std::min(lowest, gem.vertices.back().z());
  }
  std::vector<std::unique_ptr<PairSample>> list;
  const auto add = [&](const model::Geometry& a, const model::Geometry& b, double z, const geometry::Mat& R,
                       double limit) {
    list.push_back(std::make_unique<PairSample>(a, b, geometry::Vec{0.0, 0.0, z}, R, limit));
  };
  const double d = 1e-4;  // penetration
  add(model::SphereGeometry{0.1}, ground, 0.1 - d, upright, 0.02);
  add(model::SphereGeometry{0.1}, model::SphereGeometry{0.1}, 0.2 - d, upright, 0.0);
  add(model::SphereGeometry{0.1}, table, 0.6 - d, upright, 0.0);
  add(cube, ground, 0.1 - d, upright, 0.0);
  add(model::CapsuleGeometry{0.1, 0.3}, ground, 0.1 - d, lying, 0.0);
  add(model::CylinderGeometry{0.1, 0.3}, ground, 0.15 - d, upright, 0.0);
  add(gem, ground, -lowest - d, upright, 0.0);
  add(cube, table, 0.6 - d, upright, 0.5);
  add(model::CapsuleGeometry{0.1, 0.3}, model::CapsuleGeometry{0.1, 0.3}, 0.2 - d, lying, 0.0);
  add(model::CapsuleGeometry{0.1, 0.3}, table, 0.6 - d, lying, 0.0);
  add(model::CylinderGeometry{0.1, 0.3}, table, 0.65 - d, upright, 0.0);
  add(gem, table, 0.5 - lowest - d, upright, 0.0);
  add(model::EllipsoidGeometry{{0.1, 0.15, 0.1}}, table, 0.6 - d, upright, 0.0);
  return list;
}

// --- whole worlds ---

/// A model with its shapes at one pose, ready to be searched for contacts.
class World {
 public:
  World(Model model, std::vector<geometry::CollisionShape> shapes, const Eigen::VectorXd& q, double margin)
      : model_(std::move(model)),
        geometry_(model_, std::move(shapes)),
        finder_(geometry_),
        ws_(model_),
        margin_(margin) {
    dynamics::ForwardKinematics(model_, q, ws_);
  }
  int Find() { return finder_.Find(model_, ws_, margin_).size(); }

 private:
  Model model_;
  geometry::CollisionGeometry geometry_;
  geometry::ContactFinder finder_;
  Workspace<double> ws_;
  double margin_;
};

geometry::CollisionShape Ground() {
  return {.shape = {"ground", model::kWorld, {}, model::PlaneGeometry{}}, .group = -1, .environment = true};
}

/// A trunk on four legs of four shapes each, its feet just in the ground.
std::unique_ptr<World> MakeQuadruped() {
  ModelBuilder builder("quadruped");
  const int trunk = builder.Add("trunk", Inertia::Box(5.0, {0.4, 0.2, 0.1}), model::Floating("free"));
  builder.AddCollision("trunk", trunk, {}, model::BoxGeometry{{0.4, 0.2, 0.1}});
  for (int leg = 0; leg < 4; ++leg) {
    const std::string n = std::to_string(leg);
    const double x = leg & 1 ? 0.2 : -0.2, y = leg & 2 ? 0.12 : -0.12;
    const Inertia link = Inertia::Rod(0.2, {0, 0, 0}, {0, 0, -0.2});
    const int hip = builder.Add("hip" + n, Inertia::Sphere(0.2, 0.04),
                                model::Revolute("a" + n).On(trunk).At(Pose::At(x, y, 0)).About(model::X));
    const int upper = builder.Add(
        "upper" + n, link,
        model::Revolute("b" + n).On(hip).At(Pose::At(0, y > 0 ? 0.03 : -0.03, 0)).About(model::Y));
    const int lower = builder.Add(
        "lower" + n, link, model::Revolute("c" + n).On(upper).At(Pose::At(0, 0, -0.2)).About(model::Y));
    builder.AddCollision("hip" + n, hip, {}, model::SphereGeometry{0.04});
    builder.AddCollision("upper" + n, upper, Pose::At(0, 0, -0.1), model::CapsuleGeometry{0.02, 0.14});
    builder.AddCollision("lower" + n, lower, Pose::At(0, 0, -0.09), model::CapsuleGeometry{0.015, 0.12});
    builder.AddCollision("foot" + n, lower, Pose::At(0, 0, -0.2), model::SphereGeometry{0.02});
  }
  Model model = builder.Build();
  std::vector<geometry::CollisionShape> shapes;
  for (const Shape& shape : model.collisions()) shapes.push_back({.shape = shape});
  shapes.push_back(Ground());
  Eigen::VectorXd q = model.neutral();
  for (int leg = 0; leg < 4; ++leg) q.segment<3>(7 + 3 * leg) << 0.0, 0.6, -1.2;
  q[2] = 0.4 * std::cos(0.6) + 0.02 - 1e-5;
  return std::make_unique<World>(std::move(model), std::move(shapes), q, 1e-3);
}

/// Random spheres in a box of planes, at the same density for all numbers: each touches about one other.
std::unique_ptr<World> MakeBalls(int n) {
  constexpr double kRadius = 0.05;
  const double side = 0.1 * std::cbrt(n * 4.0);
  ModelBuilder builder("balls");
  std::vector<geometry::CollisionShape> shapes;
  Random random(3);
  const auto anywhere = [&] { return random.Uniform(-0.5 * side, 0.5 * side); };
  for (int i = 0; i < n; ++i) {
    const std::string name = "ball" + std::to_string(i);
    const Eigen::Vector3d p(anywhere(), anywhere(), anywhere());
    builder.Add(name, Inertia::Sphere(0.1, kRadius), model::Floating(name + "_free").At(Pose::At(p)));
    shapes.push_back({.shape = {name, i, {}, model::SphereGeometry{kRadius}}});
  }
  for (const Eigen::Vector3d& inwards : {model::X, model::Y, model::Z, Eigen::Vector3d(-model::X),
                                         Eigen::Vector3d(-model::Y), Eigen::Vector3d(-model::Z)}) {
    Pose wall{Eigen::Matrix3d::Identity(), -0.5 * side * inwards};
    wall.R.col(2) = inwards;
    wall.R.col(0) = inwards.cwiseAbs().x() > 0.5 ? model::Y : model::X;
    wall.R.col(1) = ToEigen(Cross(FromEigen(wall.R.col(2)), FromEigen(wall.R.col(0))));
    shapes.push_back({.shape = {"wall", model::kWorld, wall, model::PlaneGeometry{}}});
  }
  Model model = builder.Build();
  const Eigen::VectorXd q = model.neutral();
  return std::make_unique<World>(std::move(model), std::move(shapes), q, 0.0);
}

Row TimeWorld(const std::string& key, World& world, int calls_per_batch, int batches, double limit_us) {
  const int contacts = world.Find();
  const auto timing = TimeInterleaved({MakeCall(key, calls_per_batch, [&](int) { world.Find(); })}, batches);
  return {key, timing[0].Median(), timing[0].Min(), static_cast<double>(contacts), limit_us};
}

// --- report ---

struct Result {
  std::vector<Row> pairs, worlds, balls;

  /// Time per ball and log2(n), largest over smallest number.
  double Growth() const {
    const auto scaled = [&](size_t i) { return balls[i].median_us / (kBalls[i] * std::log2(kBalls[i])); };
    return scaled(std::size(kBalls) - 1) / scaled(0);
  }
};

Result Measure(int batches) {
  Result result;
  const auto pairs = MakePairs();
  std::vector<Call> calls;
  for (const auto& pair : pairs) calls.push_back(pair->MakeTimed());
  const std::vector<Timing> timings = TimeInterleaved(calls, batches);
  for (size_t i = 0; i < pairs.size(); ++i) result.pairs.push_back(pairs[i]->MakeRow(timings[i]));

  result.worlds.push_back(
      TimeWorld("17 shapes of a quadruped, ground", *MakeQuadruped(), 1024, batches, 0.5));
  for (const int n : kBalls)
    result.balls.push_back(TimeWorld(fmt::format("{} loose balls", n), *MakeBalls(n), std::max(1, 2000 / n),
                                     std::max(3, batches / 4), n == 1000 ? 1000.0 : 0.0));
  return result;
}

std::string AsLine(const Row& row) {
  const std::string limit =
      row.limit_us == 0.0
          ? ""
          : fmt::format("<= {:g}  {}", row.limit_us, row.median_us <= row.limit_us ? "met" : "MISSED");
  return fmt::format("{:36}{:>12.3f}{:>12.3f}{:>12.1f}   {}\n", row.key, row.median_us, row.min_us,
                     row.contacts, limit);
}

std::string AsTable(const Result& result, int batches) {
  const Machine machine = ThisMachine();
  std::string text = fmt::format(
      "Time per call in µs, median of {} batches.\n{}, {}, {}\n\n{:36}{:>12}{:>12}{:>12}   {}\n", batches,
      machine.cpu, machine.compiler, machine.flags, "", "median", "minimum", "contacts", "limit");
  for (const auto* rows : {&result.pairs, &result.worlds, &result.balls})
    for (const Row& row : *rows) text += AsLine(row);
  return text + fmt::format("\ntime per ball and log2(balls), 16000 over 250: {:.2f} (limit {:.1f})  {}\n",
                            result.Growth(), kLargestGrowth,
                            result.Growth() <= kLargestGrowth ? "met" : "MISSED");
}

Json AsJson(const Result& result, int batches) {
  Json json = JsonHead("geometry", batches);
  json["growth"] = result.Growth();
  json["calls"] = Json::array();
  for (const auto* rows : {&result.pairs, &result.worlds, &result.balls})
    for (const Row& row : *rows)
      json["calls"].push_back({{"call", row.key},
                               {"median_us", row.median_us},
                               {"min_us", row.min_us},
                               {"contacts", row.contacts}});
  return json;
}

void Run(const Options& options) {
  const Result result = Measure(options.batches);
  PrintResult(options, AsJson(result, options.batches), AsTable(result, options.batches));
}

}  // namespace
}  // namespace slipstick::speed

int main(int argc, char** argv) {
  using namespace slipstick::speed;
  return RunProgram("bench_geometry", "Times contact detection: pairs of shapes, a robot, up to 16000 balls.",
                    100, argc, argv, Run);
}
