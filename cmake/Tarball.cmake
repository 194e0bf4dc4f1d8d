# A tarball of the program for any Linux with glibc: `cmake --preset tarball && cmake --build --preset tarball`. The
# program holds all libraries but the C library's own, of which it needs the version that it was built with, or a newer
# one.
#
#     absolve-VERSION-linux-PROCESSOR/bin/absolve   share/man/man1   share/bash-completion ...   share/doc/absolve
install(FILES LICENSE THIRD-PARTY CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/absolve
        COMPONENT program EXCLUDE_FROM_ALL)
install(FILES ${MANUAL_DIR}/_absolve DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions
        COMPONENT program EXCLUDE_FROM_ALL)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME absolve-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_PROGRAM_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
include(CPack)
