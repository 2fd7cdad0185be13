# Installs the build into a fresh prefix and looks at the commands there. Variables: BUILD, PREFIX (is emptied).
file(REMOVE_RECURSE "${PREFIX}")

function(run)
  message(STATUS "${ARGV}")
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}")
foreach(command distplan redist distbench distcomm iocopy)
  run("${PREFIX}/bin/${command}" --version)
  foreach(page share/man/man1/${command}.1 share/bash-completion/completions/${command})
    file(READ "${PREFIX}/${page}" text)
    if(NOT text MATCHES "${command}")
      message(FATAL_ERROR "${page} says nothing of ${command}")
    endif()
  endforeach()
endforeach()
