# Puts the library, its headers, a CMake package, a pkg-config file and the program in place. A component is a package
# (Package.cmake); `unpackaged` is what packages have under another name.
include(CMakePackageConfigHelpers)

install(TARGETS absolve EXPORT absolveTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY include/absolve DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY doc/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/absolve COMPONENT development
        PATTERN playground EXCLUDE)  # it needs the module beside it

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/absolve)
install(EXPORT absolveTargets NAMESPACE absolve:: DESTINATION ${package_dir} COMPONENT development)
set(ABSOLVE_IS_STATIC ON)
get_target_property(library_type absolve TYPE)
if(library_type STREQUAL SHARED_LIBRARY)
  set(ABSOLVE_IS_STATIC OFF)
endif()
set(ABSOLVE_USES_SYSTEM_GUMBO OFF)
if(ABSOLVE_TREE_READER)
  set(ABSOLVE_USES_SYSTEM_GUMBO ${ABSOLVE_SYSTEM_GUMBO})
endif()
list(JOIN codings " " codings)
configure_package_config_file(cmake/absolveConfig.cmake.in absolveConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(absolveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/absolveConfig.cmake ${PROJECT_BINARY_DIR}/absolveConfigVersion.cmake
              cmake/FindMimetic.cmake cmake/FindB2.cmake
        DESTINATION ${package_dir} COMPONENT development)

# The .pc file finds its prefix from where it lies, so that what is installed may be moved.
file(RELATIVE_PATH ABSOLVE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" ABSOLVE_PC_PREFIX ${ABSOLVE_PC_PREFIX})
file(RELATIVE_PATH ABSOLVE_PC_LIBDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH ABSOLVE_PC_INCLUDEDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(requires "")
set(libs "")
foreach(need IN ITEMS "ABSOLVE_MIMETIC ON -lmimetic" "ABSOLVE_RE2 ON -lre2" "ABSOLVE_CODECS zlib -lz"
                      "ABSOLVE_CODECS ON -lz -ldeflate -lbrotlidec -lbrotlienc -lbrotlicommon -lzstd"
                      "ABSOLVE_ARCHIVES ON -lnettle -lb2")
  string(REGEX MATCH "^([^ ]+) ([^ ]+)(.*)" _ ${need})
  if("${${CMAKE_MATCH_1}}" STREQUAL CMAKE_MATCH_2)
    string(APPEND libs "${CMAKE_MATCH_3}")
  endif()
endforeach()
# A linker that is asked from C doesn't know what C++ needs.
foreach(library stdc++ c++)
  if(library IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
    string(APPEND libs " -l${library} -lm")
  endif()
endforeach()
if(ABSOLVE_USES_SYSTEM_GUMBO)
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
install(FILES ${PROJECT_BINARY_DIR}/absolve.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(ABSOLVE_BUILD_CLI)
  # In /usr the library is found as any other; elsewhere it lies beside the program.
  if(NOT ABSOLVE_IS_STATIC AND NOT ABSOLVE_LINK_ARCHIVES AND NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set_target_properties(absolve_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  endif()
  install(TARGETS absolve_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(DIRECTORY data/schema DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/absolve COMPONENT program)
  install(FILES ${MANUAL_PAGE} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(PROGRAMS src/python/absolve_dask.py DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME absolve-dask COMPONENT dask)
  install(FILES ${DASK_MANUAL_PAGE} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT dask)
  install(FILES ${MANUAL_DIR}/absolve.bash DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions
          RENAME absolve COMPONENT program)
  install(FILES ${MANUAL_DIR}/absolve.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d
          COMPONENT program)
  # Shells look for what they complete under the name of the command.
  install(FILES ${MANUAL_DIR}/absolve.bash DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions
          RENAME absolve-dask COMPONENT dask)
  install(FILES ${MANUAL_DIR}/absolve.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d
          RENAME absolve-dask.fish COMPONENT dask)
  install(FILES ${MANUAL_DIR}/_absolve DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions
          COMPONENT unpackaged)
endif()
if(ABSOLVE_BUILD_PYTHON)
  # Where Debian's interpreter looks: in /usr one folder for all its versions, in /usr/local one for each.
  set(python_version ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR})
  set(python_dir lib/python${python_version}/dist-packages)
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(python_dir lib/python3/dist-packages)
  elseif(NOT ABSOLVE_IS_STATIC)
    file(RELATIVE_PATH up ${CMAKE_INSTALL_PREFIX}/${python_dir}/absolve ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(absolve_python PROPERTIES INSTALL_RPATH "$ORIGIN/${up}")
  endif()
  install(TARGETS absolve_python LIBRARY DESTINATION ${python_dir}/absolve COMPONENT python)
  list(TRANSFORM python_files PREPEND src/python/absolve/)
  install(FILES ${python_files} DESTINATION ${python_dir}/absolve COMPONENT python)
  install(FILES doc/python.md DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/python3-absolve RENAME README.md COMPONENT python)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/absolve COMPONENT unpackaged)
