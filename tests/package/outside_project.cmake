# Installs the build into a fresh prefix, looks at the commands there, then configures, builds and runs the project in outside/
# against it.
# Variables: BUILD, SOURCE, SCRATCH (is emptied), MPIRUN, CXX.
set(prefix "${SCRATCH}/prefix")
set(build "${SCRATCH}/build")
file(REMOVE_RECURSE "${SCRATCH}")

function(run)
  message(STATUS "${ARGV}")
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}")
foreach(command distplan redist distbench)
  run("${prefix}/bin/${command}" --version)
  foreach(page share/man/man1/${command}.1 share/bash-completion/completions/${command})
    file(READ "${prefix}/${page}" text)
    if(NOT text MATCHES "${command}")
      message(FATAL_ERROR "${page} says nothing of ${command}")
    endif()
  endforeach()
endforeach()
run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}" -B "${build}" "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${CXX}")
run("${CMAKE_COMMAND}" --build "${build}")
run("${build}/plan_triangle")
run("${MPIRUN}" -n 2 "${build}/move_array")
