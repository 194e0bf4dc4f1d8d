# The manual page and what shells complete, made of the table of options: in MANUAL_DIR. MANUAL_PAGE is
# the page as it is installed.
add_library(absolve_manual_parts OBJECT src/manual/manual.cc src/manual/completions.cc)
target_compile_definitions(absolve_manual_parts PRIVATE ABSOLVE_VERSION="${PROJECT_VERSION}")
target_link_libraries(absolve_manual_parts PUBLIC absolve_cli_parts)

add_executable(absolve_manual src/manual/main.cc)
target_link_libraries(absolve_manual PRIVATE absolve_manual_parts absolve_cli_parts)

set(MANUAL_DIR ${PROJECT_BINARY_DIR}/manual)
set(manual_source ${PROJECT_SOURCE_DIR}/src/manual/manual.1.in)
file(MAKE_DIRECTORY ${MANUAL_DIR})
add_custom_command(OUTPUT ${MANUAL_DIR}/absolve.1 ${MANUAL_DIR}/absolve.bash ${MANUAL_DIR}/_absolve
                          ${MANUAL_DIR}/absolve.fish
                   COMMAND absolve_manual man ${manual_source} > ${MANUAL_DIR}/absolve.1
                   COMMAND absolve_manual bash > ${MANUAL_DIR}/absolve.bash
                   COMMAND absolve_manual zsh > ${MANUAL_DIR}/_absolve
                   COMMAND absolve_manual fish > ${MANUAL_DIR}/absolve.fish
                   DEPENDS absolve_manual ${manual_source} VERBATIM)
set(MANUAL_PAGE ${MANUAL_DIR}/absolve.1)
set(DASK_MANUAL_PAGE ${PROJECT_SOURCE_DIR}/src/python/absolve-dask.1)
find_program(GZIP gzip)
mark_as_advanced(GZIP)
if(GZIP)
  set(MANUAL_PAGE ${MANUAL_DIR}/absolve.1.gz)
  add_custom_command(OUTPUT ${MANUAL_PAGE} COMMAND ${GZIP} -9 -n -c ${MANUAL_DIR}/absolve.1 > ${MANUAL_PAGE}
                     DEPENDS ${MANUAL_DIR}/absolve.1 VERBATIM)
  set(dask_manual_source ${DASK_MANUAL_PAGE})
  set(DASK_MANUAL_PAGE ${MANUAL_DIR}/absolve-dask.1.gz)
  add_custom_command(OUTPUT ${DASK_MANUAL_PAGE} COMMAND ${GZIP} -9 -n -c ${dask_manual_source} > ${DASK_MANUAL_PAGE}
                     DEPENDS ${dask_manual_source} VERBATIM)
endif()
add_custom_target(absolve_manual_files ALL DEPENDS ${MANUAL_DIR}/absolve.1 ${MANUAL_PAGE} ${DASK_MANUAL_PAGE})
