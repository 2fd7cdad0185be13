# Installs the package beside the libraries and the machine profiles, and plans with it. Variables: PYTHON, PREFIX (is emptied), PACKAGE (its
# build folder), LIBRARIES (their build folder), LIBDIR and FOLDER (folders of both below the prefix), MACHINES (the folder of the profiles).
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${PACKAGE}" --prefix "${PREFIX}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB libraries "${LIBRARIES}/libtessera*.so*")
file(COPY ${libraries} DESTINATION "${PREFIX}/${LIBDIR}")
file(COPY "${MACHINES}" DESTINATION "${PREFIX}/share/tessera")
file(GLOB_RECURSE installed RELATIVE "${PREFIX}/${FOLDER}/tessera" "${PREFIX}/${FOLDER}/tessera/*")
list(FILTER installed EXCLUDE REGEX "^(_[a-z_]+\\.py|py\\.typed)$")
if(installed)
  message(FATAL_ERROR "installed, but no part of the package: ${installed}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -E env --unset=TESSERA_LIBRARY_PATH --unset=LD_LIBRARY_PATH "PYTHONPATH=${PREFIX}/${FOLDER}"
                        PYTHONDONTWRITEBYTECODE=1
                        "${PYTHON}" -c "import tessera as ts; print(ts.__file__, ts.plan('float64 A[8]', '(block)', '(cyclic)', 2).totals.moved, ts.Site('delta'))"
  OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed STREQUAL "${PREFIX}/${FOLDER}/tessera/__init__.py 4 Site('delta')\n")
  message(FATAL_ERROR "printed ${printed}")
endif()
