# Compiler flags, chosen once for everything in the tree.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(SLIPSTICK_ARCH "x86-64-v3" CACHE STRING
  "Instruction set: x86-64-v3 (AVX2 and FMA, any x86 since 2013; the default), native (this machine), \
or generic (the default of the compiler)")
set_property(CACHE SLIPSTICK_ARCH PROPERTY STRINGS x86-64-v3 native generic)
option(SLIPSTICK_REPRODUCIBLE
  "Same bits from gcc and clang on every machine: no FMA contraction, generic instruction set" OFF)
option(SLIPSTICK_WERROR "Treat warnings as errors" OFF)
set(SLIPSTICK_SANITIZE "" CACHE STRING "Sanitizers, as given to -fsanitize=")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

# Most presets compile all files of a target at once (CMAKE_UNITY_BUILD, 0: no limit): Eigen's and GoogleTest's headers
# take longer than our own code. Names in unnamed namespaces must therefore be unique within a folder.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)
# Objects of one folder do not wait for the libraries of the folders that it links.
set(CMAKE_OPTIMIZE_DEPENDENCIES ON)

find_program(SLIPSTICK_CCACHE ccache)
if(SLIPSTICK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SLIPSTICK_CCACHE})
endif()

add_library(slipstick_flags INTERFACE)
# With AVX, Eigen would allocate in a way that programs compiled without it cannot free. The dynamics sweeps
# use our own vectors instead. This also avoids gcc 12's false array-bounds warnings about four-wide loads of a Vector3d.
target_compile_definitions(slipstick_flags INTERFACE EIGEN_DONT_VECTORIZE)
target_compile_options(slipstick_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi)
# Packing neighbouring scalars of straight-line code into vectors (SLP) is slower for three-vectors: for the
# same sweep gcc 12 made 306 instructions per body with it and 209 without, and took 1.8 times as long
# (docs/dynamics.md). Loops and packs are still vectorised. With clang SLP is faster, so it stays on.
target_compile_options(slipstick_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
if(SLIPSTICK_WERROR)
  target_compile_options(slipstick_flags INTERFACE -Werror)
endif()

if(SLIPSTICK_REPRODUCIBLE)
  target_compile_options(slipstick_flags INTERFACE -ffp-contract=off)
else()
  target_compile_options(slipstick_flags INTERFACE -ffp-contract=fast)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT SLIPSTICK_ARCH STREQUAL "generic")
    target_compile_options(slipstick_flags INTERFACE -march=${SLIPSTICK_ARCH})
  endif()
endif()

if(SLIPSTICK_SANITIZE)
  target_compile_options(slipstick_flags INTERFACE
    -fsanitize=${SLIPSTICK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(slipstick_flags INTERFACE -fsanitize=${SLIPSTICK_SANITIZE})
endif()
