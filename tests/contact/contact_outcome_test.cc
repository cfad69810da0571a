// How contacts of sub-steps become the report of a step and the memory of the state.
#include "slipstick/contact/contact_outcome.h"

#include <gmock/gmock.h>

#include "slipstick/dynamics/kinematics.h"
#include "support/contact_worlds.h"

namespace slipstick::contact {

using namespace support;
namespace {

using testing::ElementsAre;
using Vec = Vec3<double>;

void ExpectNear(const Vec& found, const Vec& expected) { EXPECT_LT(Length(found - expected), 1e-14); }

template <class Contacts>
std::vector<uint64_t> Ids(const Contacts& contacts) {
  std::vector<uint64_t> ids;
  for (const auto& contact : contacts) ids.push_back(contact.id);
  return ids;
}

// --- AddContact ---

ContactReport Reported(uint64_t id, ContactMode mode = ContactMode::kStick) {
  ContactReport contact{};
  contact.id = id;
  contact.normal = Vec::UnitZ();
  contact.mode = mode;
  return contact;
}

TEST(AddContact, KeepsTheListSortedById) {
  std::vector<ContactReport> contacts;
  for (const uint64_t id : {5, 9, 2, 7, 1, 9, 5, 12}) AddContact(Reported(id), contacts);
  EXPECT_THAT(Ids(contacts), ElementsAre(1, 2, 5, 7, 9, 12));
}

// Two sub-steps: a quarter and three quarters of the step.
TEST(AddContact, AddsForceVelocityAndChangeOfGap) {
  ContactReport first = Reported(3), second = Reported(3);
  first.p = {1.0, 2.0, 3.0};
  first.gap = -0.01, first.gap_end = -0.03;
  first.force = {1.0, 0.0, 4.0}, first.velocity = {0.5, 0.0, -2.0};
  second.p = {7.0, 7.0, 7.0};
  second.normal = Vec::UnitX();
  second.gap = -0.029, second.gap_end = -0.024;  // as evaluated again: not exactly where the first ended
  second.force = {0.0, 2.0, 6.0}, second.velocity = {0.25, 1.0, 0.5};
  std::vector<ContactReport> contacts;
  AddContact(first, contacts);
  AddContact(Reported(4), contacts);
  AddContact(second, contacts);
  ASSERT_EQ(contacts.size(), 2u);
  const ContactReport& both = contacts[0];
  ExpectNear(both.force, {1.0, 2.0, 10.0});
  ExpectNear(both.velocity, {0.75, 1.0, -1.5});
  EXPECT_EQ(both.gap, -0.01);
  EXPECT_NEAR(both.gap_end, -0.03 + 0.005, 1e-15);
  ExpectNear(both.p, first.p);
  ExpectNear(both.normal, first.normal);
}

TEST(AddContact, ModeIsTheLargestOfOpenStickAndSlip) {
  const ContactMode modes[] = {ContactMode::kOpen, ContactMode::kStick, ContactMode::kSlip};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      std::vector<ContactReport> contacts;
      AddContact(Reported(1, modes[a]), contacts);
      AddContact(Reported(1, modes[b]), contacts);
      EXPECT_EQ(contacts[0].mode, modes[std::max(a, b)]);
    }
}

// --- AddToReport and StoreContacts ---

/// A block at (0, 0, 1), turned by 90 degrees about z, above the ground.
class Outcomes : public testing::Test {
 protected:
  Outcomes() : world_(OnGround(BlockModel(1.0, {0.2, 0.2, 0.2}), Material())), ws_(world_.model()) {
    Eigen::VectorXd q = world_.model().neutral();
    q.head<3>() << 0.0, 0.0, 1.0;
    q.segment<4>(3) << 0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5);
    dynamics::ForwardKinematics<double>(world_.model(), q, ws_);
  }
  static ContactMaterial Material() {
    ContactMaterial material;
    material.stiction_speed = 1e-3;
    return material;
  }

  /// Open, and not touching at the end.
  static ContactOutcome Open(uint64_t id) {
    ContactOutcome outcome{};
    outcome.point = {id, 0, 1, 0, model::kWorld, {0.1, 0.0, 0.9}, Vec::UnitZ(), 0.0};
    outcome.p = outcome.point.p;
    outcome.gap = 1e-3;
    return outcome;
  }
  /// Exerts a force, although it is far from the ground at the end.
  static ContactOutcome Closed(uint64_t id, double force = 1.0) {
    ContactOutcome outcome = Open(id);
    outcome.force = {0.0, 0.0, force};
    return outcome;
  }
  /// Open with this gap at the end.
  static ContactOutcome OpenWith(uint64_t id, double gap_end) {
    ContactOutcome outcome = Open(id);
    outcome.displacement = {0.5, 0.0, gap_end - outcome.gap};
    return outcome;
  }
  void Store(const std::vector<ContactOutcome>& outcomes) { StoreContacts(world_, outcomes, ws_, memory_); }
  static constexpr double kSubstep = 0.01;  // s

  World world_;
  Workspace<double> ws_;
  std::vector<ContactMemory> memory_;
};

TEST_F(Outcomes, MemoryIsSortedById) {
  Store({Closed(5), Closed(9)});
  Store({Closed(2), Closed(7), Closed(12)});
  Store({Closed(8), Closed(3)});
  EXPECT_THAT(Ids(memory_), ElementsAre(2, 3, 5, 7, 8, 9, 12));
  for (const uint64_t id : {2, 3, 5, 7, 8, 9, 12}) {
    ASSERT_NE(FindMemory(memory_, id), nullptr) << id;
    EXPECT_EQ(FindMemory(memory_, id)->id, id);
  }
  for (const uint64_t id : {0, 1, 4, 6, 10, 13}) EXPECT_EQ(FindMemory(memory_, id), nullptr) << id;
  EXPECT_EQ(FindMemory({}, 1), nullptr);
}

TEST_F(Outcomes, MemoryOfAContactIsReplaced) {
  Store({Closed(1, 10.0), Closed(2, 20.0), Closed(3, 30.0)});
  Store({Closed(2, 25.0)});
  EXPECT_THAT(Ids(memory_), ElementsAre(1, 2, 3));
  EXPECT_EQ(memory_[0].force.z, 10.0);
  EXPECT_EQ(memory_[1].force.z, 25.0);
  EXPECT_EQ(memory_[2].force.z, 30.0);
}

TEST_F(Outcomes, MemoryHasContactsThatExertAForceOrTouchAtTheEnd) {
  Store({Open(1), Closed(2), OpenWith(3, 0.5 * kTouching), OpenWith(4, 2.0 * kTouching), OpenWith(5, -1e-3)});
  EXPECT_THAT(Ids(memory_), ElementsAre(2, 3, 5));
}

TEST_F(Outcomes, MemoryHoldsTheEndsOfTheSpringInBodyFrames) {
  ContactOutcome outcome = Closed(1);
  outcome.remaining = {0.02, 0.03, -0.5};  // only the tangential part moves the point on the ground
  outcome.stretch = {0.005, 0.0, 0.0};
  outcome.rest_depth = 0.25;
  outcome.at_friction_limit = true;
  Store({outcome});
  ASSERT_EQ(memory_.size(), 1u);
  ExpectNear(memory_[0].p_A, {0.0, -0.1, -0.1});  // body axes: x along the y of the world
  ExpectNear(memory_[0].p_B, {0.115, 0.03, 0.9});
  EXPECT_EQ(memory_[0].rest_depth, 0.25);
  EXPECT_TRUE(memory_[0].slipping);
}

TEST_F(Outcomes, ReportHasMeansOfTheStep) {
  const double h = kSubstep, fraction = 0.25;
  ContactOutcome outcome = Closed(1, 8.0);
  outcome.displacement = {2e-3, 0.0, -4e-3};
  outcome.work = 0.5;
  StepReport report;
  AddToReport(world_, outcome, h, fraction, report);
  ASSERT_EQ(report.contacts.size(), 1u);
  ExpectNear(report.contacts[0].force, {0.0, 0.0, 2.0});
  ExpectNear(report.contacts[0].velocity, {0.05, 0.0, -0.1});  // 2 mm in the step of 40 ms
  EXPECT_EQ(report.contacts[0].gap, 1e-3);
  EXPECT_NEAR(report.contacts[0].gap_end, -3e-3, 1e-15);
  EXPECT_EQ(report.energy.contact_work, 0.5);
  const double weight = 0.5;  // of a stage
  AddToReport(world_, outcome, h, fraction, report, weight);
  ExpectNear(report.contacts[0].force, {0.0, 0.0, 3.0});
  EXPECT_NEAR(report.contacts[0].gap_end, -5e-3, 1e-15);
  EXPECT_EQ(report.energy.contact_work, 0.75);
}

TEST_F(Outcomes, ContactSlipsAboveTheStictionSpeed) {
  const double h = kSubstep;
  const auto mode = [&](const ContactOutcome& outcome) {
    StepReport report;
    AddToReport(world_, outcome, h, 1.0, report);
    return report.contacts[0].mode;
  };
  ContactOutcome outcome = Closed(1);
  outcome.displacement = {1.0, 0.0, 0.0};  // elastic
  outcome.slip = {0.0, 0.99 * 1e-3 * h, 0.0};
  EXPECT_EQ(mode(outcome), ContactMode::kStick);
  outcome.slip = {0.0, 1.01 * 1e-3 * h, 0.0};
  EXPECT_EQ(mode(outcome), ContactMode::kSlip);
  outcome.force = Vec::Zero();
  EXPECT_EQ(mode(outcome), ContactMode::kOpen);
}

}  // namespace
}  // namespace slipstick::contact
