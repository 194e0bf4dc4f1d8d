# For the wheel (setup.py), included by project(): the module and the program hold what they need of other libraries, so
# that these don't meet those of other packages. RE2 and mimetic lie beside them: Debian's archives of these are for
# programs alone.
find_library(pkgcfg_lib_RE2_re2 NAMES libre2.so)
find_library(Mimetic_LIBRARY NAMES libmimetic.so)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
set(Boost_USE_STATIC_LIBS ON)
find_library(BROTLI_COMMON brotlicommon)
set(CMAKE_CXX_STANDARD_LIBRARIES "${BROTLI_COMMON}")  # at the end: archives need it
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH $ORIGIN)
set(ABSOLVE_BUILD_PYTHON ON CACHE BOOL "")
set(ABSOLVE_BUILD_TESTS OFF CACHE BOOL "")
set(ABSOLVE_INSTALL OFF CACHE BOOL "")
