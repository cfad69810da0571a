// A sweep over Packs is four sweeps over doubles: every lane of every result equals that of the scalar call.
#include <gtest/gtest.h>

#include "slipstick/model/generators.h"
#include "support/all_dynamics_calls.h"
#include "support/bits.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

// Lanes and doubles run the same operations in the same order, so without fused multiply-adds all bits are
// equal. With them the compiler fuses scalar and vector code differently and every operation may differ by
// one rounding, 1e-16: a result is a sum of some hundred products (measured: 2e-14), and solving multiplies
// that by the condition of M, about 1e4 here (measured: 3e-12).
constexpr double kLaneSumTolerance = kMayFuse ? 1e-13 : 0.0;
constexpr double kLaneSolveTolerance = kMayFuse ? 1e-10 : 0.0;

using Input = CallInput<double>;

std::vector<Pack> Interleave(const Input (&in)[Pack::kLanes], std::vector<double> Input::*member) {
  std::vector<Pack> packed((in[0].*member).size());
  for (size_t i = 0; i < packed.size(); ++i)
    packed[i] = ForEachLane([&](int lane) { return (in[lane].*member)[i]; });
  return packed;
}

/// Points of all lanes sit on the bodies of lane 0, each lane at its own place there.
CallInput<Pack> Interleave(Input (&in)[Pack::kLanes]) {
  CallInput<Pack> packed{Interleave(in, &Input::q), Interleave(in, &Input::q1),  Interleave(in, &Input::v),
                         Interleave(in, &Input::a), Interleave(in, &Input::tau), {}};
  for (size_t c = 0; c < in[0].points.size(); ++c) {
    for (Input& lane : in) lane.points[c].body = in[0].points[c].body;
    const auto entry = [&](double Vec3<double>::*axis) {
      return ForEachLane([&](int lane) { return in[lane].points[c].p_B.*axis; });
    };
    packed.points.push_back(
        {in[0].points[c].body, {entry(&Vec3<double>::x), entry(&Vec3<double>::y), entry(&Vec3<double>::z)}});
  }
  return packed;
}

Eigen::VectorXd Lane(const std::vector<Pack>& packed, int lane) {
  Eigen::VectorXd values(packed.size());
  for (size_t i = 0; i < packed.size(); ++i) values(i) = packed[i][lane];
  return values;
}

TEST(PackLanes, AgreeWithScalarCalls) {
  OnRandomForests(60, 25, [](const Model& model, Random& random) {
    Input in[Pack::kLanes];
    for (Input& lane : in) lane = RandomInput(model, random, Sample::kPoints);
    const CallInput<Pack> packed_in = Interleave(in);
    CallMemory<Pack> pack_memory(model, Sample::kPoints);
    const AllCalls<Pack> packed(model, packed_in, pack_memory);
    for (int lane = 0; lane < Pack::kLanes; ++lane) {
      CallMemory<double> memory(model, Sample::kPoints);
      const AllCalls<double> single(model, in[lane], memory);
      ASSERT_FALSE(single.results().empty());
      ASSERT_EQ(packed.results().size(), single.results().size());
      for (size_t r = 0; r < single.results().size(); ++r) {
        const CallResult<double>& expected = single.results()[r];
        const VectorMap<double> values(expected.values.data(), expected.values.size());
        EXPECT_LE(RelativeError(Lane(packed.results()[r].values, lane), values),
                  expected.solved ? kLaneSolveTolerance : kLaneSumTolerance)
            << expected.name << ", lane " << lane;
      }
    }
  });
}

// Non-finite numbers in one lane must not affect the other lanes.
TEST(PackLanes, AreIndependent) {
  OnRandomForests(20, 15, [](const Model& model, Random& random) {
    Input in[Pack::kLanes];
    for (Input& lane : in) lane = RandomInput(model, random, Sample::kPoints);
    const CallInput<Pack> healthy_in = Interleave(in);
    for (double& entry : in[2].q) entry = std::numeric_limits<double>::quiet_NaN();
    for (double& entry : in[2].v) entry = std::numeric_limits<double>::infinity();
    const CallInput<Pack> sick_in = Interleave(in);
    CallMemory<Pack> healthy_memory(model, Sample::kPoints), sick_memory(model, Sample::kPoints);
    const AllCalls<Pack> healthy(model, healthy_in, healthy_memory), sick(model, sick_in, sick_memory);
    ASSERT_FALSE(healthy.results().empty());
    // With a NaN, SinCos uses its scalar form, which gives the same bits unless multiply-adds are fused.
    for (size_t r = 0; r < healthy.results().size(); ++r)
      for (const int lane : {0, 1, 3}) {
        const CallResult<Pack>& expected = healthy.results()[r];
        EXPECT_LE(RelativeError(Lane(sick.results()[r].values, lane), Lane(expected.values, lane)),
                  expected.solved ? kLaneSolveTolerance : kLaneSumTolerance)
            << expected.name << ", lane " << lane;
      }
  });
}

// One lane with a non-positive or NaN pivot suffices, at any position of the diagonal.
TEST(PackLanes, FactorReportsASingularLane) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const int bodies : {1, 4}) {
    const Model model = model::Chain(bodies);
    Workspace<Pack> ws(model);
    const std::vector<Pack> q(bodies, Pack(0.1));
    MassMatrix<Pack>(model, q, ws);
    EXPECT_TRUE(FactorMassMatrix(model, ws));
    for (const double pivot : {0.0, -1.0, kInf, std::numeric_limits<double>::quiet_NaN()})
      for (int k = 0; k < model.nv(); ++k)
        for (int lane = 0; lane < Pack::kLanes; ++lane) {
          MassMatrix<Pack>(model, q, ws);
          ws.M[model.row_start()[k] + model.depth()[k]].Set(lane, pivot);
          EXPECT_FALSE(FactorMassMatrix(model, ws)) << pivot << " at dof " << k << " in lane " << lane;
        }
  }
}

}  // namespace
}  // namespace slipstick::dynamics
