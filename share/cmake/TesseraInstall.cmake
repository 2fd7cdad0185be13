# What is installed, and what find_package(tessera) gives: the shared libraries tessera::plan, tessera::mpi and tessera::io with the C
# interface, and the static ones tessera::core, tessera::runtime and tessera::files. The install component `library` is the C interface
# alone.
include(CMakePackageConfigHelpers)

set(TESSERA_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/tessera")

# Headers that only the project's own sources include: those in folders named detail, those of single file formats, and a macro.
set(TESSERA_INNER_HEADERS "/detail/|/files/store/[^/]+/|/base/try\\.hpp$")

# tessera_install_library(TARGET COMPONENT rooms...): installs the library and the headers of its rooms, but for the inner ones. Each
# installed header compiles alone (TESSERA_VERIFY_HEADERS).
function(tessera_install_library target component)
  list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/libcore/\\1/*.hpp" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${patterns})
  list(FILTER headers EXCLUDE REGEX "${TESSERA_INNER_HEADERS}")
  list(REMOVE_DUPLICATES headers)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${headers})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component} VERIFY_INTERFACE_HEADER_SETS ${TESSERA_VERIFY_HEADERS})
  install(TARGETS ${target} EXPORT tessera-${component}
          ARCHIVE LIBRARY
          FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tessera")
  install(EXPORT tessera-${component} NAMESPACE tessera:: DESTINATION "${TESSERA_PACKAGE_DIR}"
          FILE tessera-${component}.cmake)
endfunction()

# tessera_install_c_library(TARGET COMPONENT C-HEADER CPP-HEADER): installs a library of the C interface with its headers, for find_package
# and pkg-config.
function(tessera_install_c_library target component c_header cpp_header)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component})
  install(TARGETS ${target} EXPORT tessera-${component} LIBRARY COMPONENT library)
  install(EXPORT tessera-${component} NAMESPACE tessera:: DESTINATION "${TESSERA_PACKAGE_DIR}" FILE tessera-${component}.cmake
          COMPONENT library)
  install(FILES ${c_header} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
  install(FILES ${cpp_header} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tessera" COMPONENT library)
  get_target_property(name ${target} OUTPUT_NAME)
  string(REPLACE "_" "-" package "${name}")
  # The prefix is found from the file's own place, so that an installed tree can be moved.
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE TESSERA_PREFIX)
  configure_file("${PROJECT_SOURCE_DIR}/share/cmake/${package}.pc.in" "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${package}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT library)
endfunction()

# tessera_install_package(): the files find_package(tessera) reads first.
function(tessera_install_package)
  configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/share/cmake/tessera-config.cmake.in" "${PROJECT_BINARY_DIR}/tessera-config.cmake"
    INSTALL_DESTINATION "${TESSERA_PACKAGE_DIR}" PATH_VARS CMAKE_INSTALL_DATADIR)
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/tessera-config-version.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/tessera-config.cmake" "${PROJECT_BINARY_DIR}/tessera-config-version.cmake"
          DESTINATION "${TESSERA_PACKAGE_DIR}" COMPONENT library)
endfunction()

# tessera_install_command(TARGET): installs the program, and the man page and bash completion it writes of itself.
function(tessera_install_command command)
  install(TARGETS ${command})
  install(CODE "
    set(page \"${CMAKE_CURRENT_BINARY_DIR}/${command}.1\")
    set(completion \"${CMAKE_CURRENT_BINARY_DIR}/${command}\")
    execute_process(COMMAND \"$<TARGET_FILE:${command}>\" --man OUTPUT_FILE \"\${page}\" COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND \"$<TARGET_FILE:${command}>\" --completion OUTPUT_FILE \"\${completion}\" COMMAND_ERROR_IS_FATAL ANY)
    file(INSTALL \"\${page}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")
    file(INSTALL \"\${completion}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/bash-completion/completions\")")
endfunction()
