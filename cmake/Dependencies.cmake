# What absolve needs of other libraries: absolve_needs is the list. The target absolve_archives is the same as archives
# (.a), where these are there: the program holds them, as the loader takes longer to bind shared ones than a page takes.
# absolveConfig.cmake.in finds the same for those who link the static library.
find_package(Mimetic REQUIRED)
find_package(B2 REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
set(codings zlib libdeflate libbrotlidec libbrotlienc libbrotlicommon libzstd nettle)
pkg_check_modules(CODINGS REQUIRED IMPORTED_TARGET ${codings})
if(CODINGS_nettle_VERSION VERSION_GREATER_EQUAL 4)
  message(FATAL_ERROR "Nettle ${CODINGS_nettle_VERSION} has other functions of digests: absolve needs Nettle 3")
endif()
# Of libzip the headers alone: the program loads the library when it meets the first WACZ.
if(ABSOLVE_BUILD_CLI)
  pkg_check_modules(LIBZIP REQUIRED libzip)
endif()
set(absolve_needs Mimetic::Mimetic PkgConfig::RE2 PkgConfig::CODINGS B2::B2)

function(find_archives)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a ${CMAKE_FIND_LIBRARY_SUFFIXES})
  pkg_check_modules(ARCHIVES REQUIRED QUIET IMPORTED_TARGET GLOBAL re2 ${codings})
  find_library(MIMETIC_ARCHIVE mimetic REQUIRED)
  find_library(BOOST_ARCHIVE boost_program_options REQUIRED)
  mark_as_advanced(MIMETIC_ARCHIVE BOOST_ARCHIVE)
  add_library(absolve_archives INTERFACE)
  target_link_libraries(absolve_archives INTERFACE ${MIMETIC_ARCHIVE} PkgConfig::ARCHIVES B2::B2 ${BOOST_ARCHIVE})
endfunction()
if(ABSOLVE_BUILD_CLI AND ABSOLVE_LINK_ARCHIVES)
  find_archives()
endif()
