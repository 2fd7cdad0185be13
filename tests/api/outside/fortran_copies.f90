! SPDX-License-Identifier: BSD-3-Clause
! Tessera: copies of files by the Fortran module, in a program of others. Usage: fortran_copies SOURCE FOLDER
program fortran_copies
  use mpi
  use tessera
  use tessera_io
  implicit none
  character(len=1000) :: source, folder, errmsg
  type(tessera_copy_outcome) :: outcome
  integer :: ierror, stat
  call MPI_Init(ierror)
  call get_command_argument(1, source)
  call get_command_argument(2, folder)
  call tessera_copy_file(trim(source), trim(folder) // "/fortran.zarr", MPI_COMM_WORLD, ["chunk=60,60  ", "compress=zstd", &
    "force        "], outcome)
  if (outcome%bytes_copied /= 361 * 720 * 4) error stop "wrong number of bytes"
  call tessera_copy_file(trim(source), trim(folder) // "/fortran.zarr", MPI_COMM_WORLD, stat=stat, errmsg=errmsg)
  if (stat /= TESSERA_INVALID .or. index(errmsg, "force") == 0) error stop "an existing target was not refused"
  call tessera_copy_file(trim(source), trim(folder) // "/other.zarr", MPI_COMM_WORLD, ["colour=blue"], stat=stat, errmsg=errmsg)
  if (stat /= TESSERA_INVALID .or. index(errmsg, "no option 'colour'") == 0) error stop "a wrong option was not refused"
  call MPI_Finalize(ierror)
end program
