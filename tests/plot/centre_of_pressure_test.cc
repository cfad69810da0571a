// Centres of pressure of hand-written contacts.
#include "slipstick/plot/centre_of_pressure.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/sample_recording.h"

namespace slipstick::plot {

using namespace support;
namespace {

ContactReport ForceAt(int body, double x, double y, double up) {
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
      RowsWith({{ForceAt(0, 1.0, 0.0, 30.0), ForceAt(0, 2.0, 4.0, 10.0), ForceAt(1, 5.0, 2.0, 40.0)}}));
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

TEST(CentreOfPressure, DoesNotDependOnTheOrderOfTheBodies) {
  ContactReport swapped = ForceAt(0, 1.0, 2.0, 10.0);
  std::swap(swapped.body_a, swapped.body_b);
  swapped.force = -1.0 * swapped.force;
  const auto centres = CentresOfPressure(RowsWith({{swapped}}));
  ASSERT_EQ(centres.size(), 2u);
  EXPECT_EQ(centres[1].body, 0);
  EXPECT_DOUBLE_EQ(centres[1].y[0], 2.0);
}

TEST(CentreOfPressure, IsNanWithoutLoad) {
  const auto centres =
      CentresOfPressure(RowsWith({{ForceAt(0, 1.0, 0.0, 10.0)}, {}, {ForceAt(0, 1.0, 0.0, 1e-9)}}));
  EXPECT_DOUBLE_EQ(centres[0].x[0], 1.0);
  EXPECT_TRUE(std::isnan(centres[0].x[1]));
  EXPECT_TRUE(std::isnan(centres[0].x[2]));  // forces below the solver tolerance do not count
}

TEST(CentreOfPressure, IgnoresContactsBetweenBodiesAndDownwardForces) {
  ContactReport between = ForceAt(0, 1.0, 0.0, 10.0);
  between.body_b = 1;
  const auto centres = CentresOfPressure(RowsWith({{between, ForceAt(1, 1.0, 0.0, -5.0)}}));
  EXPECT_EQ(centres.size(), 1u);
  EXPECT_TRUE(std::isnan(centres[0].x[0]));
}

}  // namespace
}  // namespace slipstick::plot
