// Contact detection does not allocate if as many contacts have been found before. A separate program, since
// it replaces the allocator.
#include <gtest/gtest.h>

#include "slipstick/geometry/contact_finder.h"
#include "support/collision_worlds.h"
#include "support/count_allocations.h"

namespace slipstick::geometry {

using namespace support;
namespace {

long AllocationsInFind(ContactFinder& finder, const LooseBodies& world, const Workspace<double>& ws) {
  return allocation::In([&] { finder.Find(world.model, ws, 0.01); });
}

TEST(FindAllocation, CounterCounts) {
  const LooseBodies world(20, 1);
  ContactFinder finder(world.geometry);
  EXPECT_GT(AllocationsInFind(finder, world, world.Kinematics(world.q)), 0) << "of the first call";
}

TEST(FindAllocation, NoneAfterWarmUp) {
  for (const int n : {20, 200}) {  // few and many shapes
    const LooseBodies world(n, 2);
    const Workspace<double> ws = world.Kinematics(world.q);
    ContactFinder finder(world.geometry);
    finder.Find(world.model, ws, 0.01);
    EXPECT_EQ(AllocationsInFind(finder, world, ws), 0) << n << " bodies";
  }
}

}  // namespace
}  // namespace slipstick::geometry
