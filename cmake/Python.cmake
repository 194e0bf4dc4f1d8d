# The Python package `absolve`. In the build it lies as it is installed, so that PYTHONPATH may lead to BUILD/python.
if(ABSOLVE_SANITIZE)
  message(FATAL_ERROR "absolve: no interpreter loads a sanitized module (ABSOLVE_BUILD_PYTHON)")
endif()

# Debian's own interpreter, where there is one, and not another that comes first in PATH: packages are for that.
if(NOT DEFINED Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The interpreter that the Python module is for")
endif()
set(PYBIND11_FINDPYTHON ON)
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 REQUIRED CONFIG)

set(PYTHON_PACKAGE_DIR ${PROJECT_BINARY_DIR}/python/absolve)
set(python_files __init__.py __init__.pyi __main__.py _calls.py _files.py _positions.py py.typed)
foreach(file ${python_files})
  configure_file(src/python/absolve/${file} ${PYTHON_PACKAGE_DIR}/${file} COPYONLY)
endforeach()

pybind11_add_module(absolve_python MODULE NO_EXTRAS src/python/base.cc src/python/module.cc src/python/objects.cc
                     src/python/source.cc src/python/streams.cc)
set_target_properties(absolve_python PROPERTIES OUTPUT_NAME _absolve LIBRARY_OUTPUT_DIRECTORY ${PYTHON_PACKAGE_DIR})
target_compile_definitions(absolve_python PRIVATE ABSOLVE_VERSION="${PROJECT_VERSION}")
target_link_libraries(absolve_python PRIVATE ${absolve_inside} absolve_flags)
set(python_map ${PROJECT_SOURCE_DIR}/cmake/python.map)
target_link_options(absolve_python PRIVATE LINKER:--version-script=${python_map})
set_target_properties(absolve_python PROPERTIES LINK_DEPENDS ${python_map})
