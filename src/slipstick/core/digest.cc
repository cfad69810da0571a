#include "slipstick/core/digest.h"

#include <fmt/core.h>

#include <cstdint>

namespace slipstick {
namespace {

/// Fowler, Noll and Vo's hash (FNV-1a) with 64 bits, from an initial value.
uint64_t Fnv1a(std::string_view text, uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

}  // namespace

std::string Digest(std::string_view text) {
  const uint64_t first = Fnv1a(text, 0xcbf29ce484222325ull);
  return fmt::format("{:016x}{:016x}", first, Fnv1a(text, first * 0x9e3779b97f4a7c15ull + 1));
}

}  // namespace slipstick
