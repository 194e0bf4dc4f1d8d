# What can be left out of the library. Each switch chooses one of two implementations of the same functions, so that the
# code asks for none; the one that is left out answers with a message that names its switch. doc/cpp.md says what each
# takes away.
set(switched_sources)
set(switched_off)

# Adds the sources for the value of a switch: `absolve_switch(NAME what-it-is VALUE sources... VALUE sources...)`.
function(absolve_switch name what)
  set(values ON OFF)
  if(ARGN MATCHES "(^|;)(zlib|own)(;|$)")
    list(APPEND values ${CMAKE_MATCH_2})
  endif()
  set(${name} ON CACHE STRING "${what}")
  set_property(CACHE ${name} PROPERTY STRINGS ${values})
  set(value ${${name}})
  string(TOUPPER "${value}" upper)
  if(upper MATCHES "^(1|YES|TRUE|Y)$")  # as for options of CMake
    set(value ON)
  elseif(upper MATCHES "^(0|NO|FALSE|N)$")
    set(value OFF)
  elseif(upper MATCHES "^(ON|OFF)$")
    set(value ${upper})
  elseif(NOT value IN_LIST values)
    list(JOIN values ", " all)
    message(FATAL_ERROR "absolve: ${name} is '${value}', but can only be one of ${all}.")
  endif()
  set(${name} ${value} PARENT_SCOPE)
  cmake_parse_arguments(for "" "" "ON;OFF;zlib;own" ${ARGN})
  set(switched_sources ${switched_sources} ${for_${value}} PARENT_SCOPE)
  if(NOT value STREQUAL "ON")
    set(switched_off ${switched_off} ${name} PARENT_SCOPE)
  endif()
endfunction()

set(compression src/codec/compression)
absolve_switch(ABSOLVE_TREE_READER "Pages can be read by way of Gumbo's tree (--html-reader=tree)"
               ON src/html/arena.cc src/html/tree_reader.cc OFF src/html/tree_reader_off.cc)
absolve_switch(ABSOLVE_RE2 "Patterns select references (--skip)" ON src/rules/patterns.cc OFF src/rules/patterns_off.cc)
absolve_switch(ABSOLVE_CODECS "Compressed data is read and written: gzip, brotli, zstd; zlib: gzip alone, by zlib alone"
               ON ${compression}/gzip.cc ${compression}/whole_deflate.cc ${compression}/brotli.cc ${compression}/zstd.cc
               zlib ${compression}/gzip.cc ${compression}/whole_deflate_zlib.cc ${compression}/brotli_off.cc
                    ${compression}/zstd_off.cc
               OFF ${compression}/gzip_off.cc ${compression}/brotli_off.cc ${compression}/zstd_off.cc)
absolve_switch(ABSOLVE_ARCHIVES "Archives and packages are read and written; own: by SHA-1 and SHA-256 of this library"
               ON src/archive/hash.cc own src/archive/hash_own.cc OFF src/archive/hash_off.cc)
absolve_switch(ABSOLVE_ICONV "Texts of links in other charsets are shown as text"
               ON src/codec/charset/decoder.cc OFF src/codec/charset/decoder_off.cc)
absolve_switch(ABSOLVE_THREADS "Several threads can plan the units of an input"
               ON src/collect/ordered.cc src/c/line_counters.cc OFF src/collect/ordered_off.cc src/c/line_counters_off.cc)
absolve_switch(ABSOLVE_MIMETIC "The values of header fields are read by mimetic"
               ON src/mime/field_value.cc OFF src/mime/field_value_off.cc)

if(switched_off AND (ABSOLVE_BUILD_CLI OR ABSOLVE_BUILD_PYTHON))
  list(JOIN switched_off ", " names)
  message(FATAL_ERROR "absolve: the program and the Python module need all of the library, and this is switched off: "
                      "${names}. For the library alone, add -DABSOLVE_BUILD_CLI=OFF.")
endif()
