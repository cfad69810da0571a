// Centres of pressure of hand-written contacts.
#include "slipstick/plot/centre_of_pressure.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/sample_recording.h"

namespace slipstick::plot {

using namespace support;
namespace {

ContactReport PushAt(int body, double x, double y, double up) {
  ContactReport contact = Touch(0, ContactMode::kStick, up);
  contact.body_a = body;
  contact.p = {x, y, 0.0};
  return contact;
}

Recording RowsWith(const std::vector<std::vector<ContactReport>>& rows) {
  const Model model = BoxAndDoor();
  Recorder recorder(model, {"ground", "box_shape"});
  for (size_t k = 0; k < rows.size(); ++k) {
    StepReport report;
    for (const ContactReport& contact : rows[k]) report.contacts.push_back(contact);
    recorder.Observe(SampleState(model, static_cast<int>(k)), Actuation(model), 1e-3, report);
  }
  return recorder.recording();
}

TEST(CentreOfPressure, IsTheMeanOfThePointsWeightedByTheirVerticalForces) {
  const auto centres = CentresOfPressure(
      RowsWith({{PushAt(0, 1.0, 0.0, 30.0), PushAt(0, 2.0, 4.0, 10.0), PushAt(1, 5.0, 2.0, 40.0)}}));
  ASSERT_EQ(centres.size(), 3u);
  EXPECT_EQ(centres[0].body, model::kWorld);
  EXPECT_DOUBLE_EQ(centres[0].x[0], (30.0 + 20.0 + 200.0) / 80.0);
  EXPECT_DOUBLE_EQ(centres[0].y[0], (40.0 + 80.0) / 80.0);
  EXPECT_DOUBLE_EQ(centres[0].load[0], 80.0);
  EXPECT_EQ(centres[1].body, 0);
  EXPECT_DOUBLE_EQ(centres[1].x[0], 1.25);
  EXPECT_EQ(centres[2].body, 1);
  EXPECT_DOUBLE_EQ(centres[2].x[0], 5.0);
}

TEST(CentreOfPressure, IsTheSameWhicheverOfTheTwoIsTheWorld) {
  ContactReport turned = PushAt(0, 1.0, 2.0, 10.0);
  std::swap(turned.body_a, turned.body_b);
  turned.force = -1.0 * turned.force;
  const auto centres = CentresOfPressure(RowsWith({{turned}}));
  ASSERT_EQ(centres.size(), 2u);
  EXPECT_EQ(centres[1].body, 0);
  EXPECT_DOUBLE_EQ(centres[1].y[0], 2.0);
}

TEST(CentreOfPressure, IsNoNumberWhereNothingCarries) {
  const auto centres =
      CentresOfPressure(RowsWith({{PushAt(0, 1.0, 0.0, 10.0)}, {}, {PushAt(0, 1.0, 0.0, 1e-9)}}));
  EXPECT_DOUBLE_EQ(centres[0].x[0], 1.0);
  EXPECT_TRUE(std::isnan(centres[0].x[1]));
  EXPECT_TRUE(std::isnan(centres[0].x[2]));  // forces below the solver tolerance are no load
}

TEST(CentreOfPressure, LeavesOutContactsBetweenBodiesAndForcesThatPullDown) {
  ContactReport between = PushAt(0, 1.0, 0.0, 10.0);
  between.body_b = 1;
  const auto centres = CentresOfPressure(RowsWith({{between, PushAt(1, 1.0, 0.0, -5.0)}}));
  EXPECT_EQ(centres.size(), 1u);
  EXPECT_TRUE(std::isnan(centres[0].x[0]));
}

}  // namespace
}  // namespace slipstick::plot
