// What a step reports about contacts follows the same rules for every stepper (docs/conventions.md).
#include <gtest/gtest.h>

#include <map>

#include "slipstick/contact/contact_outcome.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/geometry/contact_finder.h"
#include "support/contact_physics.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

/// A block falls 1 mm onto the ground, slides and comes to rest.
class ContactReports : public ContactPhysics {
 protected:
  ContactReports() : world_(OnGround(BlockModel(1.0, {0.1, 0.2, 0.05}), WithFriction(0.5))) {
    before_ = world_.InitialState();
    before_.q(2) = 0.025 + 1e-3;
    before_.v(0) = 0.3;
  }

  /// Calls check(report) after each step of a slide of 0.15 s, with the states in before_ and after_.
  template <class Check>
  void Slide(const Check& check) {
    auto stepper = Make(world_);
    const Actuation none(world_.model());
    const int steps = static_cast<int>(std::lround(0.15 / h()));
    for (int i = 0; i < steps; ++i) {
      after_ = before_;
      const StepReport& report = stepper->Step(none, h(), after_);
      ASSERT_EQ(report.status, StepStatus::kOk);
      check(report);
      if (HasFailure()) FAIL() << "in step " << i;
      before_ = after_;
    }
  }

  Vec3<double> PointAt(const State& state, const Vec3<double>& p_B) {
    Workspace<double> ws(world_.model());
    dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws);
    return dynamics::ToWorld(world_.model(), ws, 0, p_B);
  }
  Vec3<double> InBody(const State& state, const Vec3<double>& p) {
    Workspace<double> ws(world_.model());
    dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws);
    return dynamics::ToBody(world_.model(), ws, 0, p);
  }
  double Energy(const State& state) {
    Workspace<double> ws(world_.model());
    dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws);
    return dynamics::KineticEnergy<double>(world_.model(), state.v, ws) +
           dynamics::PotentialEnergy<double>(world_.model(), ws);
  }
  /// By contact id.
  std::map<uint64_t, double> Gaps(const State& state) {
    Workspace<double> ws(world_.model());
    dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws);
    geometry::ContactFinder finder(world_.geometry());
    std::map<uint64_t, double> gaps;
    for (const ContactPoint& contact : finder.Find(world_.model(), ws, 1.0)) gaps[contact.id] = contact.gap;
    return gaps;
  }

  /// A sub-step or a stage may be the first one with a contact of this gap at the start of the step. Its
  /// report then covers the rest of the step. The stages of `relaxed` also lose rigid contacts that separate.
  bool MayBeginWithin(const StepReport& report, double gap) const {
    return report.substeps > 1 || (gap > 0.0 && GetParam().order() > 1) ||
           GetParam().Has("integrator", "rk-gill");
  }

  World world_;
  State before_, after_;
};

TEST_P(ContactReports, GapsAreThoseOfTheStartAndOfTheEnd) {
  Slide([&](const StepReport& report) {
    const auto start = Gaps(before_), end = Gaps(after_);
    for (const ContactReport& contact : report.contacts) {
      ASSERT_TRUE(start.contains(contact.id) && end.contains(contact.id));
      if (MayBeginWithin(report, start.at(contact.id))) continue;
      EXPECT_NEAR(contact.gap, start.at(contact.id), 1e-9);
      EXPECT_NEAR(contact.gap_end, end.at(contact.id), 1e-6);
    }
  });
}

TEST_P(ContactReports, VelocityIsTheMeanOverTheStep) {
  Slide([&](const StepReport& report) {
    const auto start = Gaps(before_);
    for (const ContactReport& contact : report.contacts) {
      if (MayBeginWithin(report, start.at(contact.id))) continue;
      const Vec3<double> moved = PointAt(after_, InBody(before_, contact.p)) - contact.p;
      EXPECT_LT(Length(moved - h() * contact.velocity), 2e-6 + 0.01 * Length(moved));
    }
  });
}

TEST_P(ContactReports, OpenContactsAreThoseWithoutForce) {
  Slide([&](const StepReport& report) {
    for (const ContactReport& contact : report.contacts)
      EXPECT_EQ(contact.mode == ContactMode::kOpen, Length(contact.force) == 0.0);
  });
}

/// The displacement of a contact since it last slipped.
struct Sticking {
  Vec3<double> displacement = Vec3<double>::Zero();  // m
  double elapsed = 0.0;                              // s
};

TEST_P(ContactReports, SlipIsDisplacementThatIsNotElastic) {
  const bool has_springs = GetParam().traits().friction == steppers::FrictionModel::kAnchor;
  // a spring of 2e4 N/m under μ times the weight stretches by 0.25 mm
  const double elastic = has_springs ? 0.3e-3 : 0.0, rounding = 1e-9;  // m
  const double stiction_speed = WithFriction(0.5).stiction_speed;
  int slips = 0, sticks = 0, last_slips = 0;
  std::map<uint64_t, Sticking> sticking;
  Slide([&](const StepReport& report) {
    const auto start = Gaps(before_);
    last_slips = 0;
    for (const ContactReport& contact : report.contacts) {
      slips += contact.mode == ContactMode::kSlip;
      sticks += contact.mode == ContactMode::kStick;
      last_slips += contact.mode == ContactMode::kSlip;
      Sticking& since_slip = sticking[contact.id];
      const Vec3<double> moved = h() * Across(contact.velocity, contact.normal);
      const bool is_whole = !MayBeginWithin(report, start.at(contact.id));
      if (contact.mode != ContactMode::kStick || !is_whole)
        since_slip = {};
      else
        since_slip.displacement += moved, since_slip.elapsed += h();
      EXPECT_LE(Length(since_slip.displacement), stiction_speed * since_slip.elapsed + elastic + rounding);
      if (contact.mode == ContactMode::kSlip && is_whole && !has_springs) {
        EXPECT_GT(Length(moved) + rounding, stiction_speed * h());
      }
    }
  });
  EXPECT_GT(slips, 0);
  EXPECT_GT(sticks, 0);
  EXPECT_EQ(last_slips, 0) << "the block rests";
  for (const ContactMemory& memory : after_.contacts) EXPECT_FALSE(memory.force.z < 0.0);
}

TEST_P(ContactReports, MemoryHasContactsWithForceOrTouching) {
  Slide([&](const StepReport& report) {
    for (const auto& [id, gap] : Gaps(before_))
      if (MayBeginWithin(report, gap)) return;
    std::vector<uint64_t> expected, found;
    for (const ContactReport& contact : report.contacts)
      if (contact.mode != ContactMode::kOpen || contact.gap_end <= contact::kTouching)
        expected.push_back(contact.id);
    for (const ContactMemory& memory : after_.contacts) found.push_back(memory.id);
    EXPECT_EQ(found, expected);
  });
}

TEST_P(ContactReports, ForceInMemoryIsThatOfAStepWithoutSubsteps) {
  // the memory of steppers with stages is that of one stage
  if (GetParam().order() > 2 || GetParam().Has("integrator", "rk-gill"))
    GTEST_SKIP() << "methods with stages store the memory of one stage";
  int compared = 0;
  Slide([&](const StepReport& report) {
    if (report.substeps > 1) return;
    for (const ContactReport& contact : report.contacts) {
      const ContactMemory* memory = contact::FindMemory(after_.contacts, contact.id);
      if (memory == nullptr) continue;
      EXPECT_LE(Length(memory->force - contact.force), 1e-14 * Length(contact.force));
      compared += Length(contact.force) > 0.0;
    }
  });
  EXPECT_GT(compared, 100);
}

TEST_P(ContactReports, MemoryOfSlidingContactsIsSlipping) {
  constexpr int kTransient = 10;  // steps, in which contacts begin
  before_.q(2) = 0.025 - 1e-4;
  before_.v(0) = 2.0;
  int step = 0, slipping = 0, closed = 0;
  Slide([&](const StepReport&) {
    if (step++ < kTransient) return;
    for (const ContactMemory& memory : after_.contacts) {
      if (Length(memory.force) == 0.0) continue;
      ++closed;
      slipping += memory.slipping;
    }
  });
  EXPECT_EQ(slipping, closed);
  EXPECT_GT(closed, 100);
}

TEST_P(ContactReports, MemoryOfRestingContactsIsNotSlipping) {
  constexpr int kTransient = 10;
  before_.q(2) = 0.025 - 1e-4;
  before_.v(0) = 0.0;
  int step = 0, slipping = 0, closed = 0;
  Slide([&](const StepReport&) {
    if (step++ < kTransient) return;
    for (const ContactMemory& memory : after_.contacts) {
      closed += Length(memory.force) > 0.0;
      slipping += memory.slipping;
    }
  });
  EXPECT_EQ(slipping, 0);
  EXPECT_GT(closed, 100);
}

TEST_P(ContactReports, WorkOfContactsIsTheChangeOfEnergy) {
  const double energy_start = Energy(before_);
  double contact_work = 0.0;
  Slide([&](const StepReport& report) {
    contact_work += report.energy.contact_work;
    EXPECT_EQ(report.energy.actuation_work, 0.0);
    EXPECT_EQ(report.energy.joint_work, 0.0);
  });
  const double lost = Energy(after_) - energy_start;
  EXPECT_LT(lost, -0.04);  // J: the block stops
  EXPECT_NEAR(contact_work, lost, 0.05 * std::abs(lost));
}

INSTANTIATE_TEST_SUITE_P(AllMethods, ContactReports, testing::ValuesIn(AllMethods()), MethodTestName);

}  // namespace
}  // namespace slipstick::physics_test
