# How tests are registered, always with a time limit. A program holds the tests of a folder (tests/suite), because each program costs its
# own reading of the same headers; to ctest every test is one of its own, by the name of its file: `unit.falls_test` = `unit_sets falls_test`.

# tessera_reuse_headers(TARGET SUITE): the suite's precompiled headers, where it has any, for a target that is compiled with the same flags.
function(tessera_reuse_headers target suite)
  get_target_property(headers ${suite}_main PRECOMPILE_HEADERS)
  if(headers)
    target_precompile_headers(${target} REUSE_FROM ${suite}_main)
  endif()
endfunction()

# tessera_test_program(PROGRAM SUITE sources...): a program of tests beside the main() and the precompiled headers of SUITE.
function(tessera_test_program program suite)
  add_executable(${program} ${ARGN} $<TARGET_OBJECTS:${suite}_main>)
  target_link_libraries(${program} PRIVATE tessera_build ${suite})
  tessera_reuse_headers(${program} ${suite})
  # The files of a program of tests know nothing of each other: only those of a small batch must name their things differently.
  set(TESSERA_BATCH "")
  tessera_batches(${program} 8)
endfunction()

# tessera_test_suite(SUITE LIBRARIES ... [HEADERS ...]): what programs of one kind of tests share: libraries, and headers that are read once,
# which pays where they are in many programs.
function(tessera_test_suite suite)
  cmake_parse_arguments(arg "" "" "LIBRARIES;HEADERS" ${ARGN})
  add_library(${suite} INTERFACE)
  target_link_libraries(${suite} INTERFACE ${arg_LIBRARIES})
  add_library(${suite}_main OBJECT "${PROJECT_SOURCE_DIR}/tests/suite/suite.cpp")
  target_link_libraries(${suite}_main PRIVATE tessera_build ${suite})
  if(arg_HEADERS)
    tessera_precompile(${suite}_main ${arg_HEADERS})
  endif()
endfunction()

# tessera_add_unit_tests(ROOM units... [SOURCES ...] [LIBRARIES ...]): Qt Test classes without MPI, UNIT_test.cpp each.
function(tessera_add_unit_tests room)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  list(TRANSFORM arg_UNPARSED_ARGUMENTS APPEND "_test.cpp" OUTPUT_VARIABLE sources)
  tessera_test_program(unit_${room} tessera_qt_suite ${sources} ${arg_SOURCES})
  set_target_properties(unit_${room} PROPERTIES AUTOMOC ON)
  target_link_libraries(unit_${room} PRIVATE ${arg_LIBRARIES})
  foreach(unit IN LISTS arg_UNPARSED_ARGUMENTS)
    add_test(NAME unit.${unit}_test COMMAND unit_${room} ${unit}_test)
    set_tests_properties(unit.${unit}_test PROPERTIES TIMEOUT 300 LABELS unit)
  endforeach()
endfunction()

# tessera_add_mpi_test(NAME COMMAND program arguments... RANKS 1 2 4 [TIMEOUT s] [ALONE]): one test per number of ranks, ALONE where it
# judges times. Under sanitizers they may take longer, and what Open MPI never frees is left out of the leaks.
function(tessera_add_mpi_test name)
  cmake_parse_arguments(arg "ALONE" "TIMEOUT" "COMMAND;RANKS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    set(processors 2)
    if(ranks EQUAL 1)
      set(processors 1)
    endif()
    add_test(NAME mpi.${name}.${ranks}
             COMMAND "${PROJECT_SOURCE_DIR}/share/bin/local-mpirun" -n ${ranks} ${arg_COMMAND})
    set_tests_properties(mpi.${name}.${ranks} PROPERTIES TIMEOUT ${arg_TIMEOUT} PROCESSORS ${processors} RUN_SERIAL ${arg_ALONE} LABELS mpi)
    if(TESSERA_SANITIZE)
      math(EXPR patience "5 * ${arg_TIMEOUT}")
      set_tests_properties(mpi.${name}.${ranks} PROPERTIES TIMEOUT ${patience}
        ENVIRONMENT "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizers/open-mpi.supp:print_suppressions=0")
    endif()
  endforeach()
endfunction()
