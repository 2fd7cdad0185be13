# How tests are registered: one function per kind, always with a time limit.

# tessera_add_unit_test(NAME sources... [LIBRARIES ...]): a Qt Test program without MPI.
function(tessera_add_unit_test name)
  cmake_parse_arguments(arg "" "" "LIBRARIES" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_link_libraries(${name} PRIVATE tessera_build tessera_core Qt6::Test ${arg_LIBRARIES})
  add_test(NAME unit.${name} COMMAND ${name})
  set_tests_properties(unit.${name} PROPERTIES TIMEOUT 120 LABELS unit)
endfunction()

# tessera_add_property_test(NAME sources...): a RapidCheck program; RC_PARAMS chooses seed and number of cases.
function(tessera_add_property_test name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE tessera_build tessera_core tessera_rapidcheck)
  add_test(NAME property.${name} COMMAND ${name})
  set_tests_properties(property.${name} PROPERTIES TIMEOUT 300 LABELS property)
endfunction()

# tessera_add_mpi_test(NAME COMMAND target arguments... RANKS 1 2 4 [TIMEOUT s]): one test per number of ranks.
function(tessera_add_mpi_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "COMMAND;RANKS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    add_test(NAME mpi.${name}.${ranks}
             COMMAND "${PROJECT_SOURCE_DIR}/share/bin/local-mpirun" -n ${ranks} ${arg_COMMAND})
    set_tests_properties(mpi.${name}.${ranks} PROPERTIES TIMEOUT ${arg_TIMEOUT} PROCESSORS 2 LABELS mpi)
  endforeach()
endfunction()

# tessera_add_gui_test(NAME sources...): a Qt Test program that needs no display.
function(tessera_add_gui_test name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_link_libraries(${name} PRIVATE tessera_build tessera_gui Qt6::Test)
  add_test(NAME gui.${name} COMMAND ${name})
  set_tests_properties(gui.${name} PROPERTIES TIMEOUT 120 LABELS gui
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;TESSERA_DATA=${PROJECT_SOURCE_DIR}/datasets")
endfunction()
