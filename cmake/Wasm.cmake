# The module for JavaScript, and the package of npm around it (build/wasm/npm). The module is linked from the objects of
# the library: Debian has no archiver for WebAssembly beside clang.
add_executable(absolve_wasm src/wasm/exceptions.cc src/wasm/host.cc src/wasm/module.cc src/wasm/runtime.cc
                            src/wasm/stream.cc $<TARGET_OBJECTS:absolve> $<TARGET_OBJECTS:absolve_text>
                            $<TARGET_OBJECTS:absolve_zlib>)
target_include_directories(absolve_wasm PRIVATE include)
target_compile_definitions(absolve_wasm PRIVATE ABSOLVE_VERSION="${PROJECT_VERSION}")
target_link_libraries(absolve_wasm PRIVATE absolve_flags)
set_target_properties(absolve_wasm PROPERTIES OUTPUT_NAME absolve SUFFIX .wasm
                                              UNITY_BUILD OFF)  # exceptions.cc stands in for the compiler's own
# The stack is below the data, so that one that is too deep traps and overwrites nothing.
target_link_options(absolve_wasm PRIVATE -mexec-model=reactor LINKER:--strip-all LINKER:--gc-sections
                                         LINKER:--stack-first LINKER:-z,stack-size=1048576 LINKER:-O2)

set(npm ${PROJECT_BINARY_DIR}/npm)
file(GLOB npm_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/npm/*)
list(REMOVE_ITEM npm_sources ${PROJECT_SOURCE_DIR}/src/npm/package.json.in)
configure_file(src/npm/package.json.in ${PROJECT_BINARY_DIR}/package.json @ONLY)
add_custom_command(OUTPUT ${npm}/package.json
                   COMMAND ${CMAKE_COMMAND} -E rm -rf ${npm}
                   COMMAND ${CMAKE_COMMAND} -E make_directory ${npm}
                   COMMAND ${CMAKE_COMMAND} -E copy ${npm_sources} ${PROJECT_SOURCE_DIR}/LICENSE
                                                    ${PROJECT_SOURCE_DIR}/THIRD-PARTY $<TARGET_FILE:absolve_wasm> ${npm}
                   COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_BINARY_DIR}/package.json ${npm}
                   DEPENDS absolve_wasm ${npm_sources} ${PROJECT_BINARY_DIR}/package.json LICENSE THIRD-PARTY VERBATIM)
# The page to try it, with the package beside.
set(playground ${PROJECT_BINARY_DIR}/playground)
file(GLOB playground_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/doc/playground/*)
add_custom_command(OUTPUT ${playground}/index.html
                   COMMAND ${CMAKE_COMMAND} -E copy_directory ${npm} ${playground}/npm
                   COMMAND ${CMAKE_COMMAND} -E copy ${playground_sources} ${playground}
                   DEPENDS ${npm}/package.json ${playground_sources} VERBATIM)
add_custom_target(npm ALL DEPENDS ${npm}/package.json ${playground}/index.html)
