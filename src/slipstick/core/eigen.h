// Eigen, with a check that the library and its users agree on memory alignment.
#pragma once

#include <Eigen/Core>

// With AVX, Eigen pads and aligns every allocation in a way that code compiled without AVX cannot free. The
// library is compiled with EIGEN_DONT_VECTORIZE (cmake/SlipstickFlags.cmake), so its vectors are aligned as
// in a build without AVX.
static_assert(
    EIGEN_DEFAULT_ALIGN_BYTES <= 16,
    "Slipstick: flags such as -mavx or -march=native change how Eigen allocates, and vectors that the "
    "library returns could not be freed here. Compile this file without them or with "
    "-DEIGEN_DONT_VECTORIZE.");
