# What `absolve --version -v` says of the build: build_definitions, for src/cli/options/help.cc.

# The version in the name of a shared library, for those that state none elsewhere.
function(version_in_soname library variable)
  set(${variable} "of unknown version" PARENT_SCOPE)
  find_library(SHARED_${library} lib${library}.so)
  mark_as_advanced(SHARED_${library})
  if(SHARED_${library})
    file(REAL_PATH ${SHARED_${library}} path)
    if(path MATCHES "\\.so\\.([0-9.]+)$")
      set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# mimetic has its version in its code alone.
if(NOT DEFINED CACHE{MIMETIC_VERSION})
  set(version "of unknown version")
  if(NOT CMAKE_CROSSCOMPILING)
    file(WRITE ${PROJECT_BINARY_DIR}/mimetic_version.cc
         "#include <mimetic/version.h>\nint main() { std::cout << mimetic::version; }\n")
    try_run(ran compiled ${PROJECT_BINARY_DIR}/mimetic_version ${PROJECT_BINARY_DIR}/mimetic_version.cc
            LINK_LIBRARIES ${Mimetic_LIBRARY} CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${Mimetic_INCLUDE_DIR}
            RUN_OUTPUT_VARIABLE printed)
    if(compiled AND ran EQUAL 0)
      set(version ${printed})
    endif()
  endif()
  set(MIMETIC_VERSION ${version} CACHE INTERNAL "The version of mimetic")
endif()

pkg_check_modules(LIBB2 QUIET libb2)
if(NOT LIBB2_VERSION)
  version_in_soname(b2 LIBB2_VERSION)
endif()
set(re2_version ${RE2_VERSION})
if(NOT re2_version OR re2_version STREQUAL "0.0.0")  # what the .pc file of Debian 12 says
  version_in_soname(re2 re2_version)
endif()

string(CONCAT libraries "Boost ${Boost_VERSION_STRING}, Brotli ${CODINGS_libbrotlidec_VERSION}, Gumbo ${GUMBO_VERSION}, "
       "libb2 ${LIBB2_VERSION}, libdeflate ${CODINGS_libdeflate_VERSION}, mimetic ${MIMETIC_VERSION}, "
       "Nettle ${CODINGS_nettle_VERSION}, RE2 ${re2_version}, zlib ${CODINGS_zlib_VERSION}, "
       "Zstandard ${CODINGS_libzstd_VERSION}")
set(features "the libraries are loaded")
if(ABSOLVE_LINK_ARCHIVES)
  set(features "the program contains the libraries")
endif()
if(ABSOLVE_SYSTEM_GUMBO)
  string(APPEND features ", Gumbo is that of the system")
endif()
if(ABSOLVE_SANITIZE)
  string(APPEND features ", sanitized (${ABSOLVE_SANITIZE})")
endif()
set(build_definitions
    "ABSOLVE_LIBRARIES=\"${libraries}\""
    "ABSOLVE_LINKING=\"${features}\""
    "ABSOLVE_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, for ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}\"")
