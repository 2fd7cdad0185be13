! SPDX-License-Identifier: BSD-3-Clause
! Tessera: the receiving half of the program in Figure 3 of the CDT paper: matrices, distributed by columns, until there are no
! more. See producer.f90 for how to start both.
program consumer
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  use tessera
  use tessera_mpi
  implicit none
  type(tessera_mapping) :: columns
  type(tessera_channel) :: port
  real(real64), allocatable :: b(:, :)
  integer(int64), allocatable :: shape(:), mine(:)
  character(len=200) :: n, file
  logical :: arrived
  integer :: rank, ranks, matrices, i, j, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_command_argument(1, n)
  call get_command_argument(2, file)

  call columns%parse("real*8 b(" // trim(n) // "," // trim(n) // ")", "(*,block)", ranks)
  call port%make(columns, TESSERA_RECEIVER, trim(file), MPI_COMM_WORLD)
  shape = columns%local_shape(rank)
  mine = columns%indices(rank, 2)
  allocate (b(shape(1), shape(2)))
  matrices = 0
  do
    call port%receive(b, arrived)
    if (.not. arrived) exit
    matrices = matrices + 1
    do j = 1, size(b, 2)
      if (any(b(:, j) /= [(1000000 * matrices + 1000 * i + mine(j), i=1, size(b, 1))])) error stop "an element is wrong"
    end do
  end do
  if (rank == 0) print "(a, i0, 4a)", "received ", matrices, " matrices of ", trim(n), " x ", trim(n)
  call port%free()
  call MPI_Finalize(ierror)
end program
