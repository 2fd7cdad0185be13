# Build options and the settings every target of the project shares.

option(TESSERA_TESTS "Build the tests (needs 'share/bin/setup build test')" OFF)
option(TESSERA_BENCH "Build the benchmarks of tests/bench (needs ScaLAPACK)" OFF)
option(TESSERA_MANUAL "Make the manual as web pages and install it with the guides (needs 'share/bin/setup manual')" OFF)
option(TESSERA_BATCHES "Compile the files of a room in batches" ON)
set(TESSERA_BATCH_SIZE "" CACHE STRING "Most files in one batch: many for a build that is made once; empty: few, for one that is continued")
option(TESSERA_VERIFY_HEADERS "Add the target all_verify_interface_header_sets, which compiles each public header alone" OFF)
option(TESSERA_WARNINGS "Ask the compiler for warnings" ON)
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
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF) # moc reads no file that the build makes

# Every target of ours links tessera_build, privately; it carries no usage requirement of the installed package.
add_library(tessera_build INTERFACE)
target_compile_features(tessera_build INTERFACE cxx_std_20)
if(TESSERA_WARNINGS)
  target_compile_options(tessera_build INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion)
  # A name of one file may be hidden by a local name in another file of its batch. Only GCC can tell that from a local name that hides
  # another; clang looks for hidden names where files are compiled alone.
  if(NOT TESSERA_BATCHES)
    target_compile_options(tessera_build INTERFACE -Wshadow)
  else()
    target_compile_options(tessera_build INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
  endif()
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
  target_compile_options(tessera_build INTERFACE -fsanitize=${TESSERA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
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

# Most of what a file costs is reading headers, and the files of a room read the same ones. So a room is compiled in batches: a batch is a
# file that includes sources. A name in an anonymous namespace is used once in its room. With TESSERA_BATCHES off each file is compiled
# alone: a change of one file costs less then, and a whole build three times as much.
#
# CMake's own unity builds name the sources by absolute paths, which a compiler cache takes for other text in another clone. Ours name
# them from the root of the project.

# tessera_batches(TARGET SIZE): compiles TARGET in batches of at most SIZE files (or TESSERA_BATCH_SIZE, where that is set), of equal length
# within a room (a folder, with its folder detail). A source with compile options or definitions of its own, or with the property
# SKIP_UNITY_BUILD_INCLUSION, stays alone. The work is done at the end of the calling directory, when all properties are known.
function(tessera_batches target size)
  if(TESSERA_BATCH_SIZE)
    set(size ${TESSERA_BATCH_SIZE})
  endif()
  if(TESSERA_BATCHES)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL tessera_write_batches ${target} ${size})")
  endif()
endfunction()

# tessera_write_batches(TARGET SIZE): see tessera_batches. The batches of a room are listed in the global property TESSERA_ROOM_<room>.
function(tessera_write_batches target size)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}")
    tessera_stays_alone(alone ${target} "${source}")
    if(NOT alone)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
      cmake_path(GET source PARENT_PATH room)
      string(REGEX REPLACE "/detail$" "" room "${room}")
      list(APPEND rooms "${room}")
      list(APPEND sources_of_${room} "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    tessera_write_room_batches(${target} "${room}" ${size} ${sources_of_${room}})
  endforeach()
endfunction()

# tessera_stays_alone(RESULT TARGET SOURCE): is SOURCE, given by its whole path, generated, or does it need a command of its own to the compiler?
function(tessera_stays_alone result target source)
  set(${result} OFF PARENT_SCOPE)
  cmake_path(IS_PREFIX PROJECT_BINARY_DIR "${source}" generated)
  if(generated)
    set(${result} ON PARENT_SCOPE)
  endif()
  foreach(property IN ITEMS SKIP_UNITY_BUILD_INCLUSION COMPILE_DEFINITIONS COMPILE_OPTIONS)
    get_source_file_property(value "${source}" TARGET_DIRECTORY ${target} ${property})
    if(value)
      set(${result} ON PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# tessera_write_room_batches(TARGET ROOM SIZE sources...): writes the batches of one room and adds them to TARGET.
function(tessera_write_room_batches target room size)
  list(LENGTH ARGN files)
  math(EXPR batches "(${files} + ${size} - 1) / ${size}")
  math(EXPR length "(${files} + ${batches} - 1) / ${batches}")
  string(REPLACE "/" "_" name "${room}")
  math(EXPR last "${batches} - 1")
  foreach(batch RANGE ${last})
    math(EXPR at "${batch} * ${length}")
    list(SUBLIST ARGN ${at} ${length} members)
    list(TRANSFORM members REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE includes)
    list(JOIN includes "" text)
    set(path "${PROJECT_BINARY_DIR}/batches/${target}/${name}_${batch}.cpp")
    file(CONFIGURE OUTPUT "${path}" CONTENT "${text}" @ONLY)
    target_sources(${target} PRIVATE "${path}")
    set_property(GLOBAL APPEND PROPERTY "TESSERA_ROOM_${room}" "${path}")
    list(TRANSFORM members PREPEND "${PROJECT_SOURCE_DIR}/")
    set_source_files_properties(${members} TARGET_DIRECTORY ${target} PROPERTIES HEADER_FILE_ONLY ON)
    # moc reads the sources themselves.
    set_source_files_properties("${path}" TARGET_DIRECTORY ${target} PROPERTIES SKIP_AUTOGEN ON)
  endforeach()
endfunction()
