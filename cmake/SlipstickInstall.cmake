# Installs the library so that find_package(slipstick) works from the installed tree.
include(CMakePackageConfigHelpers)

target_include_directories(slipstick INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS slipstick EXPORT slipstick_targets)
install(TARGETS slipstick_program RUNTIME)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/slipstick)

# The public headers, and the headers that they include.
include(SlipstickPublicHeaders)
set(headers slipstick/slipstick.h slipstick/names.h ${SLIPSTICK_PUBLIC_HEADERS})
set(to_read ${headers})
while(to_read)
  list(POP_FRONT to_read header)
  file(STRINGS src/${header} includes REGEX "^#include \"slipstick/")
  foreach(include ${includes})
    string(REGEX REPLACE "^#include \"(.*)\".*" "\\1" include "${include}")
    if(NOT include IN_LIST headers)
      list(APPEND headers ${include})
      list(APPEND to_read ${include})
    endif()
  endforeach()
endwhile()
foreach(header ${headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()
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
