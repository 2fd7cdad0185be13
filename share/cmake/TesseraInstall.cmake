# What is installed, and what find_package(tessera) gives: the shared libraries tessera::plan, tessera::mpi and tessera::io with the C
# interface, and the static ones tessera::core, tessera::runtime and tessera::files.
#
# Install components, which are also the parts of the Debian packages (TesseraPackages.cmake):
#   library      libtessera                  static     the static libraries and their headers
#   library_mpi  libtessera_mpi              commands   programs without a window, with their papers and data
#   library_io   libtessera_io               window     distview
#   scalapack    libtessera_scalapack        python     the package of Python
#   headers      what compiles against them  guides     guides and examples
include(CMakePackageConfigHelpers)

option(TESSERA_DEBIAN "Install as Debian's packages do: compressed man pages, copyright and changelog of each package" OFF)
# Debian's zsh reads vendor-completions; zsh itself reads site-functions.
set(TESSERA_ZSH_FOLDER "site-functions" CACHE STRING "Folder below share/zsh for completions")
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
          ARCHIVE COMPONENT static
          FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tessera" COMPONENT static)
  install(EXPORT tessera-${component} NAMESPACE tessera:: DESTINATION "${TESSERA_PACKAGE_DIR}"
          FILE tessera-${component}.cmake COMPONENT static)
endfunction()

# tessera_install_c_library(TARGET EXPORT-NAME COMPONENT C-HEADER CPP-HEADER): installs a library of the C interface with its headers, for
# find_package and pkg-config.
function(tessera_install_c_library target component library c_header cpp_header)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component})
  install(TARGETS ${target} EXPORT tessera-${component} LIBRARY COMPONENT ${library} NAMELINK_COMPONENT headers)
  install(EXPORT tessera-${component} NAMESPACE tessera:: DESTINATION "${TESSERA_PACKAGE_DIR}" FILE tessera-${component}.cmake
          COMPONENT headers)
  install(FILES ${c_header} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT headers)
  install(FILES ${cpp_header} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tessera" COMPONENT headers)
  get_target_property(name ${target} OUTPUT_NAME)
  string(REPLACE "_" "-" package "${name}")
  # The prefix is found from the file's own place, so that an installed tree can be moved.
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE TESSERA_PREFIX)
  configure_file("${PROJECT_SOURCE_DIR}/share/cmake/${package}.pc.in" "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${package}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT headers)
endfunction()

# tessera_install_package(): the files find_package(tessera) reads first.
function(tessera_install_package)
  configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/share/cmake/tessera-config.cmake.in" "${PROJECT_BINARY_DIR}/tessera-config.cmake"
    INSTALL_DESTINATION "${TESSERA_PACKAGE_DIR}" PATH_VARS CMAKE_INSTALL_DATADIR)
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/tessera-config-version.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/tessera-config.cmake" "${PROJECT_BINARY_DIR}/tessera-config-version.cmake"
          DESTINATION "${TESSERA_PACKAGE_DIR}" COMPONENT headers)
endfunction()

# tessera_install_command(TARGET): installs the program, and the papers it prints of itself.
function(tessera_install_command command)
  install(TARGETS ${command} COMPONENT commands)
  tessera_install_papers(${command} ${command} commands)
endfunction()

# tessera_install_papers(COMMAND PRINTER COMPONENT): installs the man page and the completions of a command, as the target PRINTER prints
# them when they are installed.
function(tessera_install_papers command printer component)
  set(words_man --man)
  set(words_bash --completion=bash)
  set(words_zsh --completion=zsh)
  set(words_fish --completion=fish)
  set(file_man "${CMAKE_INSTALL_MANDIR}/man1/${command}.1")
  set(file_bash "${CMAKE_INSTALL_DATADIR}/bash-completion/completions/${command}")
  set(file_zsh "${CMAKE_INSTALL_DATADIR}/zsh/${TESSERA_ZSH_FOLDER}/_${command}")
  set(file_fish "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d/${command}.fish")
  set(papers "${CMAKE_CURRENT_BINARY_DIR}/papers")
  set(code "file(MAKE_DIRECTORY \"${papers}\")\n")
  foreach(paper IN ITEMS man bash zsh fish)
    cmake_path(GET file_${paper} FILENAME name)
    cmake_path(GET file_${paper} PARENT_PATH folder)
    string(APPEND code
      "execute_process(COMMAND \"$<TARGET_FILE:${printer}>\" ${words_${paper}} OUTPUT_FILE \"${papers}/${name}\" COMMAND_ERROR_IS_FATAL ANY)\n")
    if(TESSERA_DEBIAN AND paper STREQUAL "man")
      string(APPEND code "execute_process(COMMAND gzip -9nf \"${papers}/${name}\" COMMAND_ERROR_IS_FATAL ANY)\n")
      string(APPEND name ".gz")
    endif()
    string(APPEND code
      "file(INSTALL \"${papers}/${name}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${folder}\")\n")
  endforeach()
  install(CODE "${code}" COMPONENT ${component})
endfunction()

# tessera_install_page(NAME SECTION COMPONENT): installs the man page share/man/NAME.SECTION.in, with version, date and the names of the
# other pages.
function(tessera_install_page name section component)
  string(REPLACE " " ";" pages "${TESSERA_MANUAL_PAGES}")
  list(REMOVE_ITEM pages "${name}(${section})")
  list(TRANSFORM pages REPLACE "(.+)([(].[)])" "\\\\fB\\1\\\\fR\\2")
  list(JOIN pages ",\n" TESSERA_SEE_ALSO)
  string(REPLACE "-" "\\-" TESSERA_SEE_ALSO "${TESSERA_SEE_ALSO}")
  set(TESSERA_WINDOW_ENTRY "")
  if(TESSERA_MANUAL_PAGES MATCHES "distview")
    set(TESSERA_WINDOW_ENTRY ".TP\n\\fBdistview\\fR(1)\nshows all of it in a window.\n")
  endif()
  configure_file("${PROJECT_SOURCE_DIR}/share/man/${name}.${section}.in" "${PROJECT_BINARY_DIR}/share/man/${name}.${section}" @ONLY)
  set(page "${PROJECT_BINARY_DIR}/share/man/${name}.${section}")
  if(TESSERA_DEBIAN)
    execute_process(COMMAND gzip -9nkf "${page}" COMMAND_ERROR_IS_FATAL ANY)
    string(APPEND page ".gz")
  endif()
  install(FILES "${page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}" COMPONENT ${component})
endfunction()
