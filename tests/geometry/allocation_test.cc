// Finding contacts does not allocate once as many have been found before. A program of its own, since it replaces the
// allocator.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "geometry/contact_finder.h"
#include "geometry/worlds.h"

namespace {
thread_local long allocations = 0;
}  // namespace

void* operator new(size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace slipstick {
namespace {

long AllocationsInFind(ContactFinder& finder, const LooseBodies& world, const Workspace<double>& ws) {
  const long before = allocations;
  finder.Find(world.model, ws, 0.01);
  return allocations - before;
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
}  // namespace slipstick
