# Puts the library, its headers, a CMake package, a pkg-config file and the program in place.
include(CMakePackageConfigHelpers)

install(TARGETS absolve EXPORT absolveTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(ABSOLVE_BUILD_CLI)
  install(TARGETS absolve_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/absolve DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/absolve)
install(EXPORT absolveTargets NAMESPACE absolve:: DESTINATION ${package_dir})
set(ABSOLVE_IS_STATIC ON)
get_target_property(library_type absolve TYPE)
if(library_type STREQUAL SHARED_LIBRARY)
  set(ABSOLVE_IS_STATIC OFF)
endif()
set(ABSOLVE_USES_SYSTEM_GUMBO ${ABSOLVE_SYSTEM_GUMBO})
configure_package_config_file(cmake/absolveConfig.cmake.in absolveConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(absolveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/absolveConfig.cmake ${PROJECT_BINARY_DIR}/absolveConfigVersion.cmake
              cmake/FindMimetic.cmake
        DESTINATION ${package_dir})

# The .pc file finds its prefix from where it lies, so that what is installed may be moved.
file(RELATIVE_PATH ABSOLVE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" ABSOLVE_PC_PREFIX ${ABSOLVE_PC_PREFIX})
file(RELATIVE_PATH ABSOLVE_PC_LIBDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH ABSOLVE_PC_INCLUDEDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(requires "")
set(libs " -lmimetic -lre2 -lz -lbrotlidec -lbrotlienc -lbrotlicommon -lzstd")
if(ABSOLVE_SYSTEM_GUMBO)
  set(requires gumbo)
endif()
if(ABSOLVE_IS_STATIC)
  set(ABSOLVE_PC_REQUIRES ${requires})
  set(ABSOLVE_PC_LIBS ${libs})
else()
  set(ABSOLVE_PC_PRIVATE_REQUIRES ${requires})
  set(ABSOLVE_PC_PRIVATE_LIBS ${libs})
endif()
configure_file(cmake/absolve.pc.in absolve.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/absolve.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
