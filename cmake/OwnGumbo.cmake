# A copy of the static libgumbo whose names are this library's own: one object file, GUMBO_OBJECT. It clashes with no
# other Gumbo in the program, and what it asserts goes to src/html/arena.cc, which ends the reading of a page and not
# the program: the C library's __assert_fail stays what it is for everyone else.
find_library(GUMBO_ARCHIVE libgumbo.a HINTS ${GUMBO_STATIC_LIBRARY_DIRS})
mark_as_advanced(GUMBO_ARCHIVE)
if(NOT GUMBO_ARCHIVE)
  message(FATAL_ERROR "absolve: no libgumbo.a (Debian: libgumbo-dev). With -DABSOLVE_SYSTEM_GUMBO=ON the shared library "
                      "does; but then a page on which Gumbo asserts, as a hostile one can, ends the program.")
endif()

set(GUMBO_OBJECT ${CMAKE_CURRENT_BINARY_DIR}/own_gumbo.o)
set(used gumbo_parse_with_options kGumboDefaultOptions)
set(renamed --redefine-sym __assert_fail=absolve_gumbo_assert_fail)
foreach(name ${used})  # objcopy asks for what stays global by the new name, llvm-objcopy by the old one
  list(APPEND renamed --redefine-sym ${name}=absolve_${name} --keep-global-symbol=${name}
                      --keep-global-symbol=absolve_${name})
endforeach()
# On i386, the compiler puts a function into each object and shares them by groups. They are resolved here: in groups, the
# linker would later take those of another object, which have other names once symbols are local.
execute_process(COMMAND ${CMAKE_LINKER} --help OUTPUT_VARIABLE linker_help ERROR_QUIET)
set(resolve_groups)
if(linker_help MATCHES "--force-group-allocation")
  set(resolve_groups --force-group-allocation)
endif()
add_custom_command(OUTPUT ${GUMBO_OBJECT}
                   COMMAND ${CMAKE_LINKER} -r ${resolve_groups} -o ${GUMBO_OBJECT}.all --whole-archive ${GUMBO_ARCHIVE}
                   COMMAND ${CMAKE_OBJCOPY} ${renamed} ${GUMBO_OBJECT}.all ${GUMBO_OBJECT}
                   DEPENDS ${GUMBO_ARCHIVE} ${CMAKE_CURRENT_LIST_FILE} VERBATIM)
set_source_files_properties(${GUMBO_OBJECT} PROPERTIES GENERATED ON EXTERNAL_OBJECT ON)
