# Configures, builds and runs the project in outside/ against the installed package.
# Variables: PREFIX, SOURCE, SCRATCH (is emptied), MPIRUN, CXX.
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")

function(run)
  message(STATUS "${ARGV}")
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY "${SCRATCH}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}" -B "${SCRATCH}" "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DCMAKE_CXX_COMPILER=${CXX}")
run("${CMAKE_COMMAND}" --build "${SCRATCH}")
run("${SCRATCH}/plan_triangle")
# What moves arrays is linked with no library for files.
execute_process(COMMAND readelf -d "${SCRATCH}/move_array" OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
if(needed MATCHES "lib(hdf5|z|zstd|lz4|bz2|blosc|deflate|sz)[._]")
  message(FATAL_ERROR "move_array needs ${CMAKE_MATCH_0}\n${needed}")
endif()
run("${MPIRUN}" -n 2 "${SCRATCH}/move_array")
run("${MPIRUN}" -n 2 "${SCRATCH}/copy_out_of_core")
