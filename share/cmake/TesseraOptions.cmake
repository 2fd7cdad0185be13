# Build options and the settings every target of the project shares.

option(TESSERA_TESTS "Build the tests" ON)
option(TESSERA_BENCH "Build the benchmarks of tests/bench (needs ScaLAPACK)" OFF)
option(TESSERA_UNITY "Compile the files of a room in batches" OFF)
set(TESSERA_BATCH "" CACHE STRING "Files of a room in one batch, at most: many for a build that is made once; empty: few, for one that is continued")
option(TESSERA_WARNINGS "Ask the compiler for warnings" ON)
option(TESSERA_WERROR "Treat warnings as errors" OFF)
set(TESSERA_SANITIZE "" CACHE STRING "Sanitizers for every target, e.g. address,undefined")
set(TESSERA_SANITIZE_EXCEPT "" CACHE STRING "Checks of these sanitizers that are left out, e.g. null,alignment")

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
if(TESSERA_WARNINGS)
  target_compile_options(tessera_build INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion)
  # A name of one file is no fault in another one of its batch.
  target_compile_options(tessera_build INTERFACE $<IF:$<BOOL:${TESSERA_UNITY}>,-Wshadow=local,-Wshadow>)
endif()
# GCC looks for memory to reuse when a tenth of a gibibyte is taken; a batch takes several. Looking less often saves 7 % of the time.
target_compile_options(tessera_build INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
# What GCC 12 makes up of strings where it inlines much.
target_compile_options(tessera_build INTERFACE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-stringop-overflow>)
# With the code of sanitizers in between GCC warns of what is not so; the build without them has warned of what is.
if(TESSERA_WERROR AND NOT TESSERA_SANITIZE)
  target_compile_options(tessera_build INTERFACE -Werror)
endif()
if(TESSERA_SANITIZE)
  target_compile_options(tessera_build INTERFACE -fsanitize=${TESSERA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  if(TESSERA_SANITIZE_EXCEPT)
    target_compile_options(tessera_build INTERFACE -fno-sanitize=${TESSERA_SANITIZE_EXCEPT})
  endif()
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

# tessera_borrow_headers(TARGET OWNER): what OWNER precompiled, for a target that is compiled with the same flags.
function(tessera_borrow_headers target owner)
  if(TESSERA_PCH)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# Most of what a file costs is reading headers, and the files of a room read the same ones. So they are compiled in batches, each batch
# as one; what a file keeps to itself is named once in its room. With TESSERA_UNITY off every file is compiled alone: then a change
# of one file costs less, and everything together three times as much.

# tessera_batches(TARGET SIZE): at most SIZE files in a batch (or TESSERA_BATCH, where that is set), of equal length within a room (a
# folder, with its folder detail).
function(tessera_batches target size)
  if(NOT TESSERA_UNITY)
    return()
  endif()
  if(TESSERA_BATCH)
    set(size ${TESSERA_BATCH})
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}")
    cmake_path(GET source PARENT_PATH room)
    string(REGEX REPLACE "/detail$" "" room "${room}")
    list(APPEND rooms "${room}")
    list(APPEND "sources of ${room}" "${source}")
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    list(LENGTH "sources of ${room}" files)
    math(EXPR batches "(${files} + ${size} - 1) / ${size}")
    math(EXPR length "(${files} + ${batches} - 1) / ${batches}")
    cmake_path(GET room FILENAME name)
    set(at 0)
    foreach(source IN LISTS "sources of ${room}")
      math(EXPR batch "${at} / ${length}")
      math(EXPR at "${at} + 1")
      set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${name}_${batch}")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
