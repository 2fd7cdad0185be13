# The MPI that everything is built with, and an HDF5 that was built with the same one.
#
# MPI is called through its C interface alone, from C++ too: C++ bindings are no part of MPI since version 3, and whoever links -lmpi
# has none. Other MPIs: -DMPI_C_COMPILER=mpicc.mpich -DHDF5_C_COMPILER_EXECUTABLE=h5pcc.mpich (preset mpich).
if(MPI_CXX_COMPILER AND NOT MPI_C_COMPILER)
  message(FATAL_ERROR "MPI is called through its C interface: name it by -DMPI_C_COMPILER=mpicc.mpich, not by MPI_CXX_COMPILER")
endif()
find_package(MPI REQUIRED COMPONENTS C)
set(HDF5_PREFER_PARALLEL ON)
find_package(HDF5 REQUIRED COMPONENTS C HL)
set_property(TARGET MPI::MPI_C APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

# tessera_mpi_libraries(RESULT LIBRARY): the names of MPI's own libraries among those that LIBRARY loads; none where ldd cannot tell.
function(tessera_mpi_libraries result library)
  execute_process(COMMAND ldd "${library}" OUTPUT_VARIABLE loaded ERROR_QUIET)
  string(REGEX MATCHALL "libmpi(ch)?\\.so\\.[0-9]+" names "${loaded}")
  list(REMOVE_DUPLICATES names)
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

set(hdf5_library "")
foreach(library IN LISTS HDF5_C_LIBRARIES)
  if(library MATCHES "/libhdf5[^/]*\\.so")
    file(REAL_PATH "${library}" hdf5_library)
  endif()
endforeach()
if(NOT HDF5_IS_PARALLEL)
  message(FATAL_ERROR "The HDF5 found (${HDF5_C_LIBRARIES}) was built without MPI. Install one for your MPI (Debian: libhdf5-openmpi-dev or "
    "libhdf5-mpich-dev) and name its compiler: -DHDF5_C_COMPILER_EXECUTABLE=h5pcc.mpich")
endif()
set(mpi_library "")
foreach(library IN LISTS MPI_C_LIBRARIES)
  if(library MATCHES "/libmpi(ch)?\\.so")
    file(REAL_PATH "${library}" mpi_library)
  endif()
endforeach()
if(hdf5_library AND mpi_library)
  tessera_mpi_libraries(mpi_of_hdf5 "${hdf5_library}")
  cmake_path(GET mpi_library FILENAME mpi_name)
  string(REGEX MATCH "^libmpi(ch)?\\.so\\.[0-9]+" mpi_name "${mpi_name}")
  if(mpi_of_hdf5 AND NOT mpi_name IN_LIST mpi_of_hdf5)
    message(FATAL_ERROR "HDF5 (${hdf5_library}) was built with another MPI (${mpi_of_hdf5}) than the one found (${mpi_library}). "
      "Name the HDF5 of this MPI: -DHDF5_C_COMPILER_EXECUTABLE=h5pcc.mpich or h5pcc.openmpi")
  endif()
endif()
if(NOT TESSERA_MPI_TOLD STREQUAL "${mpi_library} ${hdf5_library}")
  set(TESSERA_MPI_TOLD "${mpi_library} ${hdf5_library}" CACHE INTERNAL "What was said of MPI and HDF5")
  message(STATUS "MPI ${MPI_C_VERSION}: ${mpi_library}; HDF5 ${HDF5_VERSION}: ${hdf5_library}")
endif()
