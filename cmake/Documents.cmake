# The documents of the library as HTML, in docs/html: cmake --build build/user --target docs (Debian: doxygen).
find_program(DOXYGEN doxygen)
find_program(PYTHON3 python3)
mark_as_advanced(DOXYGEN PYTHON3)
if(DOXYGEN AND PYTHON3)
  set(docs_folder ${PROJECT_BINARY_DIR}/docs)
  set(docs_filter "${PYTHON3} ${PROJECT_SOURCE_DIR}/cmake/docs/filter.py ${PROJECT_SOURCE_DIR} ${docs_folder}/html")
  configure_file(cmake/docs/Doxyfile.in ${docs_folder}/Doxyfile @ONLY)
  add_custom_target(docs COMMAND ${DOXYGEN} ${docs_folder}/Doxyfile
                         COMMAND ${CMAKE_COMMAND} -E echo "The documents begin at ${docs_folder}/html/index.html" VERBATIM)
else()
  add_custom_target(docs COMMAND ${CMAKE_COMMAND} -E echo "doxygen and python3 are needed, and one is missing" COMMAND false)
endif()
