# How tests are registered: always with a tier and a time limit. A program holds the tests of a folder (tests/suite), because each program
# costs its own reading of the same headers; to ctest every test is one of its own, by the name of its file: `unit.falls_test` =
# `unit_sets falls_test`.
#
# A test is named AREA.NAME and has two labels, its area and its tier:
#   essential   shows that a capability works at all; share/bin/test runs these; at most 60 seconds each
#   continuous  .ci/run runs these as well; 120 seconds
#   thorough    the rest; share/bin/test --all runs them, and .ci/run a different slice of them for each commit; 600 seconds
# A test that takes longer fails. TIMEOUT sets another limit; under sanitizers all are five times as long.

# tessera_add_test(AREA.NAME TIER COMMAND words... [NEEDS targets...] [ENVIRONMENT settings...] [TIMEOUT seconds] [PROCESSORS n] [COST n]
#                  [FOLDER working-folder] [LABELS labels...] [CONFIGURATION name] [ALONE] [MAY_SKIP]): LABELS are further ones, CONFIGURATION
# leaves the test out of runs without `ctest -C name`, ALONE runs beside no other test, and MAY_SKIP skips with exit code 77. A test needs
# the targets that its command names; a command that names the folder of all programs needs NEEDS, or else all of them.
function(tessera_add_test name tier)
  cmake_parse_arguments(arg "ALONE;MAY_SKIP" "TIMEOUT;PROCESSORS;COST;FOLDER;CONFIGURATION" "COMMAND;NEEDS;ENVIRONMENT;LABELS" ${ARGN})
  if(NOT tier MATCHES "^(essential|continuous|thorough)$" OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "Test ${name}: the tier is essential, continuous or thorough, not '${tier}'; not understood: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_FOLDER)
    set(arg_FOLDER "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  if(TESSERA_LAUNCHER) # share/bin/local-mpirun starts programs by the launcher of the MPI that they are built with
    list(APPEND arg_ENVIRONMENT "TESSERA_MPIRUN=${TESSERA_LAUNCHER}")
  endif()
  if(TESSERA_SANITIZE MATCHES "thread") # sees no locks by futex and no atomic operations in libraries that were compiled without it
    list(APPEND arg_ENVIRONMENT "TSAN_OPTIONS=ignore_noninstrumented_modules=1")
  endif()
  string(REGEX MATCH "^[^.]+" area "${name}")
  set(labels "${area}" "${tier}" ${arg_LABELS})
  if(NOT arg_TIMEOUT)
    set(TIMEOUT_essential 60)
    set(TIMEOUT_continuous 120)
    set(TIMEOUT_thorough 600)
    set(arg_TIMEOUT ${TIMEOUT_${tier}})
  endif()
  if(TESSERA_SANITIZE)
    math(EXPR arg_TIMEOUT "5 * ${arg_TIMEOUT}")
  endif()
  add_test(NAME "${name}" COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${arg_FOLDER}" CONFIGURATIONS ${arg_CONFIGURATION})
  set_tests_properties("${name}" PROPERTIES LABELS "${labels}" RUN_SERIAL ${arg_ALONE} ENVIRONMENT "${arg_ENVIRONMENT}")
  foreach(setting IN ITEMS TIMEOUT PROCESSORS COST)
    if(arg_${setting})
      set_tests_properties("${name}" PROPERTIES ${setting} ${arg_${setting}})
    endif()
  endforeach()
  if(arg_MAY_SKIP)
    set_tests_properties("${name}" PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  tessera_note_needs("${name}" "${tier}" "${arg_NEEDS}" ${arg_COMMAND})
endfunction()

set(TESSERA_COMMANDS distplan redist iocopy distcomm distbench)

# tessera_note_needs(NAME TIER NEEDS words...): remembers what has to be built before a test runs.
function(tessera_note_needs name tier needs)
  if(NOT needs AND "${PROJECT_BINARY_DIR}/bin" IN_LIST ARGN)
    set(needs ${TESSERA_COMMANDS})
  endif()
  string(REGEX MATCHALL "TARGET_FILE(_DIR)?:[A-Za-z0-9_]+" files "${ARGN}")
  list(TRANSFORM files REPLACE ".*:" "")
  list(APPEND needs ${files})
  list(JOIN needs " " needs)
  string(JOIN " " words ${ARGN})
  set_property(GLOBAL APPEND PROPERTY TESSERA_TESTS "${name}|${tier}|${needs}|${words}")
endfunction()

# tessera_write_test_list(): writes tests.txt, a line for each test: its tier, its name, the targets it needs. Call it after the last test.
function(tessera_write_test_list)
  get_property(tests GLOBAL PROPERTY TESSERA_TESTS)
  set(lines "")
  foreach(test IN LISTS tests)
    string(REPLACE "|" ";" fields "${test}")
    list(GET fields 0 name)
    list(GET fields 1 tier)
    list(GET fields 2 needs)
    list(GET fields 3 words)
    separate_arguments(needs)
    separate_arguments(words)
    foreach(word IN LISTS words)
      if(TARGET "${word}")
        list(APPEND needs "${word}")
      endif()
    endforeach()
    list(REMOVE_DUPLICATES needs)
    list(JOIN needs " " needs)
    string(APPEND lines "${tier} ${name} ${needs}\n")
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/tests.txt" CONTENT "${lines}" @ONLY)
endfunction()

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
  set(TESSERA_BATCH_SIZE "")
  tessera_batches(${program} 8)
endfunction()

# tessera_test_suite(SUITE LIBRARIES ... [HEADERS ...]): what programs of one kind of tests share: libraries, and headers that are read once,
# which pays where they are in many programs.
function(tessera_test_suite suite)
  cmake_parse_arguments(arg "" "" "LIBRARIES;HEADERS" ${ARGN})
  add_library(${suite} INTERFACE)
  target_link_libraries(${suite} INTERFACE ${arg_LIBRARIES})
  add_library(${suite}_main OBJECT "${PROJECT_SOURCE_DIR}/tests/suite/suite.cpp" "${PROJECT_SOURCE_DIR}/tests/suite/sanitizer_options.cpp")
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
    tessera_add_test(unit.${unit}_test essential COMMAND unit_${room} ${unit}_test)
  endforeach()
endfunction()

# tessera_add_mpi_test(NAME COMMAND program arguments... RANKS 1 2 4 [TIMEOUT s] [LABELS labels...]): one test for each number of ranks. One and four ranks
# are essential, three and seven continuous; the others are thorough.
function(tessera_add_mpi_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "COMMAND;RANKS;LABELS" ${ARGN})
  set(environment "")
  if(TESSERA_SANITIZE)
    set(environment "${TESSERA_LEAKS_OF_OTHERS}")
  endif()
  set(limit "")
  if(TESSERA_MPI_IS_MPICH) # its ranks poll while they wait, and take the processors from those they wait for
    set(limit TIMEOUT 600)
  elseif(arg_TIMEOUT)
    set(limit TIMEOUT ${arg_TIMEOUT})
  endif()
  # A launcher may look for a program in the search path alone.
  list(GET arg_COMMAND 0 program)
  if(TARGET "${program}")
    list(REMOVE_AT arg_COMMAND 0)
    list(PREPEND arg_COMMAND $<TARGET_FILE:${program}>)
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    set(tier thorough)
    set(processors 2)
    if(ranks EQUAL 1)
      set(processors 1)
    elseif(TESSERA_MPI_IS_MPICH)
      set(processors ${ranks})
    endif()
    if(ranks EQUAL 1 OR ranks EQUAL 4)
      set(tier essential)
    elseif(ranks EQUAL 3 OR ranks EQUAL 7)
      set(tier continuous)
    endif()
    tessera_add_test(mpi.${name}.${ranks} ${tier}
      COMMAND "${PROJECT_SOURCE_DIR}/share/bin/local-mpirun" -n ${ranks} ${arg_COMMAND}
      ${limit} PROCESSORS ${processors} ENVIRONMENT "${environment}" LABELS ${arg_LABELS})
  endforeach()
endfunction()

# What Open MPI never frees is left out of the leaks that a sanitizer reports.
set(TESSERA_LEAKS_OF_OTHERS "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizers/open-mpi.supp:print_suppressions=0")
