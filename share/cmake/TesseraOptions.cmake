# Build options and the settings every target of the project shares.

option(TESSERA_TESTS "Build the tests" ON)
option(TESSERA_BENCH "Build the benchmarks of tests/bench (needs ScaLAPACK)" OFF)
option(TESSERA_WERROR "Treat warnings as errors" OFF)
set(TESSERA_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Every target of ours links tessera_build, privately; it carries no usage requirement of the installed package.
add_library(tessera_build INTERFACE)
target_compile_features(tessera_build INTERFACE cxx_std_20)
target_compile_options(tessera_build INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow)
if(TESSERA_WERROR)
  target_compile_options(tessera_build INTERFACE -Werror)
endif()
if(TESSERA_SANITIZE)
  target_compile_options(tessera_build INTERFACE -fsanitize=${TESSERA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(tessera_build INTERFACE -fsanitize=${TESSERA_SANITIZE})
endif()

# Headers that most files of a library or of its tests include, read once for each target. A file still includes what it uses: with
# TESSERA_PCH off everything compiles too, only later.
option(TESSERA_PCH "Precompile the headers that most files include" ON)
set(TESSERA_STANDARD_HEADERS
  <algorithm> <array> <charconv> <cmath> <filesystem> <functional> <map> <memory> <numeric> <optional> <set> <span> <string>
  <string_view> <tuple> <unordered_map> <utility> <variant> <vector>)

# tessera_precompile(TARGET headers...): the standard library's, and these.
function(tessera_precompile target)
  if(TESSERA_PCH)
    target_precompile_headers(${target} PRIVATE ${TESSERA_STANDARD_HEADERS} ${ARGN})
  endif()
endfunction()
