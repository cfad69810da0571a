// The rows and names of a recording.
#include "slipstick/record/recorder.h"

#include <gmock/gmock.h>

#include "slipstick/record/compare_recordings.h"
#include "support/refusal.h"
#include "support/sample_recording.h"

namespace slipstick::record {

using namespace support;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Recorder, NamesEveryColumnWithItsUnit) {
  const RecordingNames names = NamesOf(BoxAndDoor(), {"ground"});
  EXPECT_THAT(names.bodies, ElementsAre("box", "door"));
  EXPECT_THAT(names.coordinates,
              ElementsAre("box.x", "box.y", "box.z", "box.qx", "box.qy", "box.qz", "box.qw", "hinge"));
  EXPECT_THAT(names.coordinate_units, ElementsAre("m", "m", "m", "1", "1", "1", "1", "rad"));
  EXPECT_THAT(names.dofs, ElementsAre("box.vx", "box.vy", "box.vz", "box.wx", "box.wy", "box.wz", "hinge"));
  EXPECT_THAT(names.dof_units, ElementsAre("m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s", "rad/s"));
  EXPECT_EQ(names.body(model::kWorld), "world");
}

TEST(Recorder, NamesAsManyColumnsAsEveryKindOfJointHas) {
  ModelBuilder builder("joints");
  const int base = builder.Add("a", Inertia::Sphere(1.0, 0.1), model::Floating("f"));
  builder.Add("b", Inertia::Sphere(1.0, 0.1), model::Spherical("s").On(base));
  builder.Add("c", Inertia::Sphere(1.0, 0.1), model::Planar("p").On(base));
  builder.Add("d", Inertia::Sphere(1.0, 0.1), model::Prismatic("t").On(base));
  const Model model = builder.Build();
  const RecordingNames names = NamesOf(model, {});
  EXPECT_EQ(names.nq(), model.nq());
  EXPECT_EQ(names.nv(), model.nv());
}

TEST(Recorder, NamesAPlanarBaseAfterTheAxesOfTheWorld) {
  ModelBuilder builder("base");
  builder.Add("torso", Inertia::Sphere(1.0, 0.1), model::Planar("root").About(model::Y));
  builder.Add("door", Inertia::Sphere(1.0, 0.1), model::Planar("slide"));
  const RecordingNames names = NamesOf(builder.Build(), {});
  EXPECT_THAT(names.coordinates,
              ElementsAre("torso.z", "torso.x", "torso.pitch", "slide.a", "slide.b", "slide.angle"));
  EXPECT_THAT(names.dofs,
              ElementsAre("torso.vz", "torso.vx", "torso.wy", "slide.va", "slide.vb", "slide.rate"));
}

TEST(Recorder, RecordsOneRowPerStep) {
  const Recording r = SampleRecording();
  EXPECT_EQ(r.size(), 4);
  EXPECT_THAT(r.t, ElementsAre(0.0, 0.001, 0.002, 0.003));
  EXPECT_THAT(r.h, ElementsAre(0.001, 0.001, 0.001, 0.001));
  EXPECT_EQ(r.q[2 * 8 + 2], 1.0 / 5.0);
  EXPECT_EQ(r.v[3 * 7 + 6], 3.5);
  EXPECT_THAT(r.steps, ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(r.status, ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(r.iterations, ElementsAre(10, 11, 12, 13));
  EXPECT_THAT(r.kinetic, ElementsAre(1.0, 2.0, 3.0, 4.0));
  EXPECT_THAT(r.contact_work, ElementsAre(-0.3, -0.3, -0.3, -0.3));
}

TEST(Recorder, StoresContactsInOrder) {
  const Recording r = SampleRecording();
  EXPECT_THAT(r.contact_begin, ElementsAre(0, 0, 1, 3, 5));
  EXPECT_THAT(r.contacts.row, ElementsAre(1, 2, 2, 3, 3));
  EXPECT_THAT(r.contacts.id, ElementsAre(7, 7, 8, 7, 8));
  EXPECT_THAT(r.contacts.shape_a, ElementsAre(1, 1, 1, 1, 1));
  EXPECT_THAT(r.contacts.body_b,
              ElementsAre(model::kWorld, model::kWorld, model::kWorld, model::kWorld, model::kWorld));
  EXPECT_EQ(r.contacts.force[3 * 2 + 0], 50.0);
  EXPECT_EQ(r.contacts.force[3 * 2 + 2], 200.0);
  EXPECT_EQ(r.contacts.velocity[3 * 4], 0.5);
  EXPECT_THAT(r.contacts.mode, ElementsAre(1, 1, 2, 1, 2));
}

TEST(Recorder, ForcesAreFeedForwardPlusFeedback) {
  const Recording r = SampleRecording();
  EXPECT_EQ(r.tau[6], 0.5 + 2.0 * 0.25);                // the hinge, from 0 to 0.25 rad
  EXPECT_DOUBLE_EQ(r.tau[2], 2.0 * (0.0 - 1.0 / 3.0));  // the height of the box, 1/3 m above its target
  EXPECT_DOUBLE_EQ(r.tau[3 * 7 + 2], 2.0 * (0.0 - 1.0 / 6.0));  // and 1/6 m in the last row
}

TEST(Recorder, SumsWorksAndKeepsTheWorstStatusBetweenRows) {
  const Model model = BoxAndDoor();
  Recorder recorder(model, {"ground", "box"}, {.every = 2e-3});
  Observe(recorder, model, 0, 5);
  const Recording& r = recorder.recording();
  EXPECT_THAT(r.t, ElementsAre(0.0, 0.002, 0.004));
  EXPECT_THAT(r.steps, ElementsAre(2, 2, 1));
  EXPECT_THAT(r.iterations, ElementsAre(21, 25, 14));
  EXPECT_THAT(r.substeps, ElementsAre(4, 4, 2));
  EXPECT_THAT(r.status, ElementsAre(0, 1, 0));
  EXPECT_THAT(r.residual, ElementsAre(1e-9, 0.5, 1e-9));
  EXPECT_THAT(r.kinetic, ElementsAre(1.0, 3.0, 5.0));
  EXPECT_THAT(r.joint_work, ElementsAre(-0.4, -0.4, -0.2));
  EXPECT_THAT(r.contact_begin, ElementsAre(0, 0, 2, 4));
}

TEST(Recorder, KeepsTheIntervalDespiteRounding) {
  const Model model = BoxAndDoor();
  Recorder recorder(model, {}, {.every = 0.1});
  State state;
  state.q = model.neutral(), state.v = Eigen::VectorXd::Zero(model.nv());
  for (int k = 0; k < 100; ++k, state.t += 0.01)  // t drifts below and above multiples of 0.1
    recorder.Observe(state, Actuation(model), 0.01, StepReport());
  EXPECT_EQ(recorder.recording().size(), 10);
  ASSERT_EQ(recorder.recording().steps.size(), 10u);
  for (const int steps : recorder.recording().steps) EXPECT_EQ(steps, 10);
}

TEST(Recorder, ContinuesARecording) {
  const Model model = BoxAndDoor();
  for (const double every : {0.0, 2e-3, 3e-3}) {
    Recorder whole(model, {"ground", "box"}, {every}), half(model, {"ground", "box"}, {every});
    Observe(whole, model, 0, 9);
    Observe(half, model, 0, 4);
    Recorder rest = Recorder::Continue(model, half.Take(), {every});
    Observe(rest, model, 4, 9);
    EXPECT_EQ(CompareRecordings(whole.recording(), rest.recording()), "");
  }
}

TEST(Recorder, RefusesToContinueWithAnotherModel) {
  ModelBuilder builder("joints");
  builder.Add("other", Inertia::Sphere(1.0, 0.1), model::Revolute("joint"));
  const Model other = builder.Build();
  EXPECT_THAT(Refusal([&] { Recorder::Continue(other, SampleRecording()); }),
              HasSubstr("made with another model"));
}

TEST(Recorder, RefusesAnInvalidInterval) {
  const Model model = BoxAndDoor();
  for (const double every :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_THAT(Refusal([&] { Recorder(model, {}, {every}); }), HasSubstr("every ="));
}

}  // namespace
}  // namespace slipstick::record
