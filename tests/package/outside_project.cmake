# Installs the build into a fresh prefix, then configures, builds and runs the project in outside/ against it.
# Variables: BUILD, SOURCE, SCRATCH (is emptied), MPIRUN, CXX.
set(prefix "${SCRATCH}/prefix")
set(build "${SCRATCH}/build")
file(REMOVE_RECURSE "${SCRATCH}")

function(run)
  message(STATUS "${ARGV}")
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}")
run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}" -B "${build}" "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${CXX}")
run("${CMAKE_COMMAND}" --build "${build}")
run("${build}/plan_triangle")
run("${MPIRUN}" -n 2 "${build}/move_array")
