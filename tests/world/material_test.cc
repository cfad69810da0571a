#include "slipstick/world/material.h"

#include <gmock/gmock.h>

#include "slipstick/core/error.h"

namespace slipstick::world {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

bool Same(ContactMaterial a, ContactMaterial b) {
  const std::vector<NumberField> of_a = NumberFields(a), of_b = NumberFields(b);
  EXPECT_FALSE(of_a.empty());
  for (size_t i = 0; i < of_a.size(); ++i)
    if (*of_a[i].value != *of_b[i].value) return false;
  return true;
}

const ContactMaterial kRubber{1e4, 100, 0.5, 1.2, 1.0, 0.3, 1e-3};
const ContactMaterial kSteel{1e7, 900, 0.1, 0.6, 0.4, 0.8, 1e-4};

TEST(Material, EqualMaterialsCombineToThemselves) { EXPECT_TRUE(Same(Combine(kRubber, kRubber), kRubber)); }

TEST(Material, TheOrderOfTwoSurfacesDoesNotMatter) {
  EXPECT_TRUE(Same(Combine(kRubber, kSteel), Combine(kSteel, kRubber)));
  ContactMaterial damped = kRubber;  // equally stiff
  damped.damping = 150;
  EXPECT_TRUE(Same(Combine(kRubber, damped), Combine(damped, kRubber)));
}

TEST(Material, CombinesStiffnessFrictionAndRestitutionByTheMinimum) {
  const ContactMaterial pair = Combine(kRubber, kSteel);
  EXPECT_EQ(pair.stiffness, kRubber.stiffness);
  EXPECT_EQ(pair.damping, kRubber.damping);
  EXPECT_EQ(pair.mu_static, kSteel.mu_static);
  EXPECT_EQ(pair.mu_kinetic, kSteel.mu_kinetic);
  EXPECT_EQ(pair.restitution, kRubber.restitution);
  EXPECT_EQ(pair.stiction_speed, kRubber.stiction_speed);
}

TEST(Material, RejectsInvalidValuesByFieldName) {
  const auto message_of = [](auto change) {
    ContactMaterial material;
    change(material);
    return [material] { CheckMaterial(material, "material 'x'"); };
  };
  EXPECT_THAT(message_of([](auto& m) { m.stiffness = 0.0; }),
              ThrowsMessage<InputError>(HasSubstr("material 'x': stiffness = 0 N/m, must be")));
  EXPECT_THAT(message_of([](auto& m) { m.damping = -1.0; }),
              ThrowsMessage<InputError>(HasSubstr("damping = -1 N s/m")));
  EXPECT_THAT(message_of([](auto& m) { m.mu_static = std::nan(""); }),
              ThrowsMessage<InputError>(HasSubstr("mu_static = nan")));
  EXPECT_THAT(message_of([](auto& m) { m.mu_kinetic = 0.9; }),
              ThrowsMessage<InputError>(HasSubstr("mu_kinetic = 0.9 is larger than mu_static = 0.8")));
  EXPECT_THAT(message_of([](auto& m) { m.restitution = 1.5; }),
              ThrowsMessage<InputError>(HasSubstr("between 0 and 1")));
}

}  // namespace
}  // namespace slipstick::world
