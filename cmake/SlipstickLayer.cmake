# slipstick_layer(NAME [SOURCES ...] PUBLIC ... PRIVATE ...)
# One folder of src/slipstick/ as one static library, slipstick_NAME: all its .cc files, and SOURCES made by the build.
function(slipstick_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  set(target slipstick_${name})
  file(GLOB_RECURSE files CONFIGURE_DEPENDS *.cc)
  add_library(${target} STATIC ${files} ${ARG_SOURCES})
  slipstick_library_settings(${target})
  target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE slipstick_flags ${ARG_PRIVATE})
  set_property(GLOBAL APPEND PROPERTY SLIPSTICK_LAYERS ${target})
endfunction()

function(slipstick_library_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  # Eigen's memory layout follows the instruction set. These pins, with EIGEN_DONT_VECTORIZE in SlipstickFlags, give the
  # library the layout of a build with plain flags, as programs and other libraries have it (tests/install).
  target_compile_definitions(${target} PUBLIC EIGEN_MAX_ALIGN_BYTES=16 EIGEN_MAX_STATIC_ALIGN_BYTES=16
    EIGEN_MALLOC_ALREADY_ALIGNED=1)
endfunction()

# The objects of all layers in one static library.
function(slipstick_merge_layers target)
  get_property(layers GLOBAL PROPERTY SLIPSTICK_LAYERS)
  foreach(layer ${layers})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${layer}>)
  endforeach()
  slipstick_library_settings(${target})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX UNITY_BUILD OFF)
  target_link_libraries(${target} PUBLIC Eigen3::Eigen Threads::Threads
    PRIVATE fmt::fmt tinyxml2::tinyxml2 tomlplusplus::tomlplusplus)
endfunction()

# clang takes two to three times as long to optimise instrumented code. This is worth it only for numerical code.
function(slipstick_compile_quickly_to_sanitize target)
  if(SLIPSTICK_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# slipstick_test(NAME [SOURCES ...] [EXCEPT ...] [LINK ...]): a GoogleTest program of these files, or of all *_test.cc of the folder.
function(slipstick_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;EXCEPT;LINK" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB_RECURSE ARG_SOURCES CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *_test.cc)
    list(REMOVE_ITEM ARG_SOURCES ${ARG_EXCEPT})
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE slipstick_flags slipstick::slipstick ${ARG_LINK} GTest::gmock GTest::gtest_main)
  # Tests take longer to compile than to run; the library that they test is optimised as shipped.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  slipstick_compile_quickly_to_sanitize(${name})
  # For the same reason undefined behaviour is detected in the library, not in the tests themselves.
  if(SLIPSTICK_SANITIZE MATCHES undefined)
    target_compile_options(${name} PRIVATE -fno-sanitize=undefined)
  endif()
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE SLIPSTICK_MODELS_DIR="${PROJECT_SOURCE_DIR}/models")
  # One CTest test per program: a process for every case would take longer than most cases.
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
endfunction()
