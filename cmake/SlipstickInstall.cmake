# Installs the library so that find_package(slipstick) works from the installed tree.
include(CMakePackageConfigHelpers)

get_property(layers GLOBAL PROPERTY SLIPSTICK_LAYERS)
install(TARGETS slipstick ${layers} EXPORT slipstick_targets)
install(TARGETS slipstick_program RUNTIME)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/slipstick)
# What users may include is what is installed: not the inner parts of the URDF reader, the dynamics, proximity and recordings.
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/slipstick FILES_MATCHING PATTERN "*.h"
  REGEX "urdf_(xml|elements|joint|shape|tree|notes)\\.h$" EXCLUDE
  REGEX "(parse_numbers|sweep|check_inputs|scalars|suggest|table_reader|scene_parts|embedded_files)\\.h$" EXCLUDE
  REGEX "(check_number|clipping|gjk|mesh_reader|pairs|reduction|support|support_polygon)\\.h$" EXCLUDE
  REGEX "(zip_layout|npy|crc32|utf8|recording_arrays|recording_csv|svg_elements|thin_series|text_list)\\.h$" EXCLUDE)

# In the tree our headers include each other as "core/vec3.h". A program may well have a folder core/ of its own,
# and its compiler would look there first, so the installed headers say "slipstick/core/vec3.h".
foreach(layer ${layers})
  target_include_directories(${layer} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
install(CODE "set(header_dir \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/slipstick\")")
install(CODE [[
  file(GLOB_RECURSE headers "${header_dir}/*.h")
  foreach(header ${headers})
    file(READ "${header}" text)
    string(REGEX REPLACE "#include \"(slipstick/)?" "#include \"slipstick/" text "${text}")
    file(WRITE "${header}" "${text}")
  endforeach()
]])

install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/slipstick/models)
install(EXPORT slipstick_targets NAMESPACE slipstick:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/slipstick)

configure_package_config_file(cmake/slipstick-config.cmake.in
  ${PROJECT_BINARY_DIR}/slipstick-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/slipstick)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/slipstick-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/slipstick-config.cmake ${PROJECT_BINARY_DIR}/slipstick-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/slipstick)
