// Bitwise comparison of recordings and the message about the first difference.
#include "slipstick/record/compare_recordings.h"

#include <gmock/gmock.h>

#include <cmath>

#include "support/sample_recording.h"

namespace slipstick::record {

using namespace support;
namespace {

using testing::HasSubstr;

/// The message about the sample and a changed copy.
template <class Edit>
std::string After(Edit&& edit) {
  Recording changed = SampleRecording();
  edit(changed);
  return CompareRecordings(SampleRecording(), changed);
}

TEST(CompareRecordings, FindsNoDifferenceInEqualRuns) {
  EXPECT_EQ(After([](Recording&) {}), "");
  EXPECT_EQ(After([](Recording& r) { r.settings = "{}"; }), "");
}

TEST(CompareRecordings, NamesTimeArrayAndColumnOfTheFirstDifference) {
  EXPECT_EQ(
      After([](Recording& r) { r.q[2 * 8 + 2] = std::nextafter(0.2, 1.0); }),
      "row 2 (t = 0.002 s): q of 'box.z' is 0.20000000000000001 in the first and 0.20000000000000004 in the "
      "second.");
  EXPECT_THAT(After([](Recording& r) { r.v[1 * 7 + 6] = 9.0; }),
              HasSubstr("row 1 (t = 0.001 s): v of 'hinge' is"));
  EXPECT_THAT(After([](Recording& r) { r.iterations[3] = 0; }),
              HasSubstr("row 3 (t = 0.003 s): iterations is 13"));
}

TEST(CompareRecordings, ReportsTheEarliestDifference) {
  EXPECT_THAT(After([](Recording& r) { r.q[3 * 8] = 1.0, r.kinetic[1] = 0.0; }),
              HasSubstr("row 1 (t = 0.001 s): kinetic"));
  EXPECT_THAT(After([](Recording& r) { r.q[3 * 8] = 1.0, r.contacts.force[2] = 0.0; }),
              HasSubstr("row 1 (t = 0.001 s): contact_force z of contact 0 ('box' on 'world') is 10"));
}

TEST(CompareRecordings, DistinguishesTheSignOfZero) {
  EXPECT_THAT(After([](Recording& r) { r.q[7] = 0.0; }),
              HasSubstr("q of 'hinge' is -0 in the first and 0 in the second"));
}

TEST(CompareRecordings, ReportsMissingContacts) {
  const Model model = BoxAndDoor();
  Recorder recorder(model, {"ground", "box_shape"});
  const Actuation actuation = SampleActuation(model);
  for (int k = 0; k < 4; ++k) {
    StepReport report = SampleReport(k);
    if (k == 2) report.contacts.pop_back();
    recorder.Observe(SampleState(model, k), actuation, 1e-3, report);
  }
  EXPECT_THAT(CompareRecordings(SampleRecording(), recorder.recording()),
              HasSubstr("row 2 (t = 0.002 s): there are 2 contacts in the first and 1 in the second"));
}

TEST(CompareRecordings, ReportsDifferentLengths) {
  EXPECT_EQ(CompareRecordings(SampleRecording(4), SampleRecording(3)),
            "the first has 4 rows and the second 3; the common rows are equal.");
}

TEST(CompareRecordings, ReportsDifferentCheckpoints) {
  EXPECT_EQ(After([](Recording& r) { r.checkpoint->state.contacts[0].rest_depth = 0.0; }),
            "checkpoint_memory_rest_depth[0] is 0.10000000000000001 in the first and 0 in the second.");
  EXPECT_THAT(After([](Recording& r) { r.checkpoint->counters["steps"] = 5; }),
              HasSubstr("checkpoint_counters[0] is 4"));
  EXPECT_THAT(After([](Recording& r) { r.checkpoint->state.contacts.pop_back(); }),
              HasSubstr("has 2 entries in the first and 1"));
  EXPECT_EQ(After([](Recording& r) { r.checkpoint.reset(); }), "only the first has a checkpoint.");
}

TEST(CompareRecordings, ReportsDifferentModels) {
  EXPECT_EQ(After([](Recording& r) { r.names.bodies[0] = "ball"; }), "the models differ: 'body_names'.");
}

}  // namespace
}  // namespace slipstick::record
