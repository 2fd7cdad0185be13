# Debian packages by cpack, one for each group of install components (TesseraInstall.cmake). share/bin/package makes them with the preset
# `package`, which sets TESSERA_DEBIAN: installed are then also the papers that Debian wants in each package.
set(CPACK_PACKAGE_NAME tessera)
set(CPACK_PACKAGE_VENDOR "The Tessera maintainers")
set(CPACK_PACKAGE_CONTACT "The Tessera maintainers <maintainers@tessera.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/libcore/api/c")

# What every description ends with.
set(TESSERA_ABOUT "Tessera plans and executes redistributions of arrays over the processes of
a parallel machine: who owns an element, what must move, in which order, and
how files are read and written.")

# tessera_package(NAME SECTION SUMMARY [COMPONENTS ...] [DEPENDS ...] [RECOMMENDS ...] [SUGGESTS ...] [CONTROL files...] [ALL]): a
# package of these install components. ALL: the same on every architecture.
function(tessera_package name section summary)
  cmake_parse_arguments(arg "ALL" "" "COMPONENTS;DEPENDS;RECOMMENDS;SUGGESTS;CONTROL" ${ARGN})
  foreach(component IN LISTS arg_COMPONENTS)
    string(TOUPPER "${component}" upper)
    set(CPACK_COMPONENT_${upper}_GROUP ${name} PARENT_SCOPE)
  endforeach()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${arg_COMPONENTS} PARENT_SCOPE)
  string(TOUPPER "${name}" upper)
  set(package "CPACK_DEBIAN_${upper}_PACKAGE")
  set(${package}_NAME "${name}" PARENT_SCOPE)
  set(${package}_SECTION "${section}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${TESSERA_ABOUT}" PARENT_SCOPE)
  foreach(relation IN ITEMS DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN arg_${relation} ", " names)
    set(${package}_${relation} "${names}" PARENT_SCOPE)
  endforeach()
  if(arg_ALL)
    set(${package}_ARCHITECTURE all PARENT_SCOPE)
    set(${package}_SHLIBDEPS OFF PARENT_SCOPE)
  endif()
  list(TRANSFORM arg_CONTROL PREPEND "${PROJECT_SOURCE_DIR}/share/packaging/debian/")
  set(${package}_CONTROL_EXTRA "${arg_CONTROL}" PARENT_SCOPE)
  if(TESSERA_DEBIAN)
    list(GET arg_COMPONENTS 0 component)
    install(FILES "${TESSERA_DEBIAN_FILES}/copyright" "${TESSERA_DEBIAN_FILES}/changelog.Debian.gz"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}" COMPONENT ${component})
  endif()
endfunction()

# tessera_write_debian_files(FOLDER): writes `copyright` and `changelog.Debian.gz`, which are the same in all packages.
function(tessera_write_debian_files folder)
  file(READ "${PROJECT_SOURCE_DIR}/share/doc/LICENSE" license)
  file(READ "${PROJECT_SOURCE_DIR}/share/doc/third-party.md" notices)
  string(REGEX REPLACE "^[^\n]*\n\nCopyright[^\n]*\n\n" "" license "${license}")
  foreach(text IN ITEMS license notices)
    string(REGEX REPLACE "\n\n" "\n.\n" ${text} "${${text}}")
    string(REGEX REPLACE "\n([^\n])" "\n \\1" ${text} "${${text}}")
  endforeach()
  set(year "${TESSERA_RELEASE_DATE}")
  string(REGEX REPLACE "-.*" "" year "${year}")
  file(CONFIGURE OUTPUT "${folder}/copyright" @ONLY CONTENT
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Tessera
Comment: @notices@
Files: *
Copyright: @year@ The Tessera maintainers
License: BSD-3-Clause

License: BSD-3-Clause
 @license@")
  execute_process(COMMAND date -u -R -d "${TESSERA_RELEASE_DATE}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  file(CONFIGURE OUTPUT "${folder}/changelog.Debian" @ONLY CONTENT
"tessera (@PROJECT_VERSION@-1) unstable; urgency=medium

  * Version @PROJECT_VERSION@; the upstream changelog lists what is new.

 -- @CPACK_PACKAGE_CONTACT@  @date@
")
  execute_process(COMMAND gzip -9nkf "${folder}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(TESSERA_DEBIAN_FILES "${PROJECT_BINARY_DIR}/debian")
if(TESSERA_DEBIAN)
  tessera_write_debian_files("${TESSERA_DEBIAN_FILES}")
endif()

set(same "= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
tessera_package(libtessera0 libs "array distributions on parallel machines - library that plans"
  COMPONENTS library CONTROL triggers)
tessera_package(libtessera-mpi0 libs "array distributions on parallel machines - libraries that move data"
  COMPONENTS library_mpi scalapack DEPENDS "libtessera0 (${same})" CONTROL triggers)
tessera_package(libtessera-io0 libs "array distributions on parallel machines - library that copies files"
  COMPONENTS library_io DEPENDS "libtessera-mpi0 (${same})" CONTROL triggers)
tessera_package(libtessera-dev libdevel "array distributions on parallel machines - development files"
  COMPONENTS headers static
  DEPENDS "libtessera0 (${same})" "libtessera-mpi0 (${same})" "libtessera-io0 (${same})" libopenmpi-dev libexpected-dev
  RECOMMENDS libfmt-dev nlohmann-json3-dev libhdf5-openmpi-dev libisl-dev libxxhash-dev libssl-dev libdeflate-dev zlib1g-dev libisal-dev
             libutfcpp-dev libblosc-dev libzstd-dev libbz2-dev liblz4-dev libaec-dev
  SUGGESTS tessera-doc)
tessera_package(tessera science "array distributions on parallel machines - commands"
  COMPONENTS commands DEPENDS openmpi-bin RECOMMENDS tessera-doc SUGGESTS tessera-gui iproute2 slurm-client)
tessera_package(python3-tessera python "array distributions on parallel machines - Python 3"
  COMPONENTS python DEPENDS "libtessera0 (>= ${PROJECT_VERSION})" "python3 (>= 3.9)" python3-numpy
  RECOMMENDS libtessera-mpi0 libtessera-io0 python3-mpi4py
  CONTROL python/postinst python/prerm ALL)
tessera_package(tessera-doc doc "array distributions on parallel machines - guides and examples"
  COMPONENTS guides SUGGESTS libtessera-dev ALL)
if(TARGET distview)
  tessera_package(tessera-gui science "array distributions on parallel machines - window"
    COMPONENTS window DEPENDS "tessera (${same})" qt6-qpa-plugins)
endif()

include(CPack)
