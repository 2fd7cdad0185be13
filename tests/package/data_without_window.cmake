# Configures the project without its window, and installs what is no program. Variables: SOURCE, SCRATCH (is emptied).
file(REMOVE_RECURSE "${SCRATCH}")
execute_process(COMMAND "${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}" -B "${SCRATCH}" -DTESSERA_GUI=OFF -DTESSERA_TESTS=OFF
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" "-DCMAKE_INSTALL_PREFIX=${SCRATCH}/prefix" -P "${SCRATCH}/share/cmake_install.cmake"
                COMMAND_ERROR_IS_FATAL ANY)
foreach(file jobs/fft2d.hpf machines/delta.json)
  if(NOT EXISTS "${SCRATCH}/prefix/share/tessera/${file}")
    message(FATAL_ERROR "${file} is not installed where the window is not built")
  endif()
endforeach()
