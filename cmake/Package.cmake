# Debian packages, by CPack: absolve (the program), libabsolve0.1 (the shared library, where the build has one),
# libabsolve-dev, absolve-dask and python3-absolve. `cpack -G DEB`, or the target `package`; the preset `package` builds
# all of them.
find_program(GZIP gzip)
if(NOT GZIP)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME absolve)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGE_VENDOR "The absolve authors")
set(CPACK_PACKAGE_CONTACT "The absolve authors <noreply@absolve.invalid>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(soname libabsolve${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(what_it_does
    "absolve finds the base URL of a document as RFC 1808 says, resolves each
relative reference in it, and leaves every other byte as it was. It reads HTML,
style sheets, feeds and other XML, JSON Feed, mail and mailboxes, saved responses
and lists of references, as they are or packed.")

set(components)
# package(COMPONENT NAME SECTION SUMMARY DETAIL): one Debian package of what is installed as a component.
macro(package component name section summary detail)
  list(APPEND components ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${what_it_does}\n.\n${detail}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON)
  install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${PROJECT_BINARY_DIR}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

# The licence of absolve, and those of the libraries that it holds.
file(READ LICENSE own_licence)
file(READ THIRD-PARTY other_licences)
file(WRITE ${PROJECT_BINARY_DIR}/copyright "${own_licence}\n${other_licences}")

# What Debian wants to know of a package's history: that this version has been made.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${PROJECT_BINARY_DIR}/changelog.Debian
     "absolve (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
     "  * Made from the sources of ${PROJECT_VERSION}; CHANGELOG.md there says what is new.\n\n"
     " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
execute_process(COMMAND ${GZIP} -9 -n -f ${PROJECT_BINARY_DIR}/changelog.Debian)

if(ABSOLVE_BUILD_CLI)
  package(program absolve web "give every link its absolute form" "This package has the program.")
  install(FILES ${MANUAL_DIR}/_absolve DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/vendor-completions
          COMPONENT program EXCLUDE_FROM_ALL)
  package(dask absolve-dask web "give every link its absolute form (on Dask clusters)"
          "This package has absolve-dask, which runs the program on a cluster.")
  set(CPACK_DEBIAN_DASK_PACKAGE_SHLIBDEPS OFF)
  set(CPACK_DEBIAN_DASK_PACKAGE_ARCHITECTURE all)
  set(CPACK_DEBIAN_DASK_PACKAGE_DEPENDS "absolve, python3, python3-cryptography, python3-distributed")
endif()
if(ABSOLVE_BUILD_PYTHON)
  package(python python3-absolve python "give every link its absolute form (Python module)"
          "This package has the module for Python 3.")
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${python_version}), python3 (<< 3.${next_minor})")
  # What Debian's packages of modules do: compiled files come with the installation, and go with it.
  file(WRITE ${PROJECT_BINARY_DIR}/python/postinst
       "#!/bin/sh\nset -e\nif command -v py3compile > /dev/null; then py3compile -p python3-absolve; fi\n")
  file(WRITE ${PROJECT_BINARY_DIR}/python/prerm
       "#!/bin/sh\nset -e\nif command -v py3clean > /dev/null; then py3clean -p python3-absolve; fi\n")
  file(CHMOD ${PROJECT_BINARY_DIR}/python/postinst ${PROJECT_BINARY_DIR}/python/prerm
       PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/python/postinst ${PROJECT_BINARY_DIR}/python/prerm)
endif()
package(development libabsolve-dev libdevel "give every link its absolute form (development)"
        "This package has what programs are built with: headers, libraries, a CMake\npackage and a pkg-config file.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
# Of a static link, and of the .pc file.
set(needs "libb2-dev, libbrotli-dev, libdeflate-dev, libmimetic-dev, libre2-dev, libzstd-dev, nettle-dev, zlib1g-dev")
if(NOT ABSOLVE_IS_STATIC)
  package(library ${soname} libs "give every link its absolute form (shared library)"
          "This package has the shared library.")
  file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
  set(this_library "${soname} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
  string(PREPEND needs "${this_library}, ")
  # Who develops may link either.
  install(TARGETS absolve_archive ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development EXCLUDE_FROM_ALL)
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${needs}")
set(CPACK_COMPONENTS_ALL ${components})
include(CPack)
