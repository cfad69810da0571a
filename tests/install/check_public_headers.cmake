# cmake -DSOURCE_DIR=... -P check_public_headers.cmake
# docs/api.md describes exactly the public headers, and slipstick.h includes exactly them.
cmake_minimum_required(VERSION 3.25)
include(${SOURCE_DIR}/cmake/SlipstickPublicHeaders.cmake)
list(SORT SLIPSTICK_PUBLIC_HEADERS)

file(STRINGS ${SOURCE_DIR}/docs/api.md documented REGEX "^\\| `slipstick/.*\\.h`")
list(TRANSFORM documented REPLACE "^\\| `(slipstick/[^`]*)`.*" "\\1")
list(SORT documented)
if(NOT documented STREQUAL SLIPSTICK_PUBLIC_HEADERS)
  message(FATAL_ERROR "docs/api.md describes\n${documented}\nexpected, from cmake/SlipstickPublicHeaders.cmake,\n${SLIPSTICK_PUBLIC_HEADERS}")
endif()

file(STRINGS ${SOURCE_DIR}/src/slipstick/slipstick.h included REGEX "^#include \"")
list(TRANSFORM included REPLACE "^#include \"(.*)\"" "\\1")
list(REMOVE_ITEM included slipstick/names.h)
list(SORT included)
if(NOT included STREQUAL SLIPSTICK_PUBLIC_HEADERS)
  message(FATAL_ERROR "slipstick.h includes\n${included}\nexpected, from cmake/SlipstickPublicHeaders.cmake,\n${SLIPSTICK_PUBLIC_HEADERS}")
endif()
