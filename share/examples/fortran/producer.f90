! SPDX-License-Identifier: BSD-3-Clause
! Tessera: the sending half of the program in Figure 3 of the CDT paper: a sequence of matrices, distributed by rows. The job of
! consumer.f90 receives them; both are started at any time, and meet by the file.
!
! Usage: mpirun -n 16 producer N TIMES FILE &
!        mpirun -n 8 consumer N FILE
program producer
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  use tessera
  use tessera_mpi
  implicit none
  type(tessera_mapping) :: rows
  type(tessera_channel) :: port
  real(real64), allocatable :: a(:, :)
  integer(int64), allocatable :: shape(:), mine(:)
  character(len=200) :: n, times, file
  integer :: rank, ranks, rounds, round, j, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_command_argument(1, n)
  call get_command_argument(2, times)
  call get_command_argument(3, file)
  read (times, *) rounds

  call rows%parse("real*8 a(" // trim(n) // "," // trim(n) // ")", "(block,*)", ranks)
  call port%make(rows, TESSERA_SENDER, trim(file), MPI_COMM_WORLD, transfers=rounds)
  shape = rows%local_shape(rank)
  mine = rows%indices(rank, 1)
  allocate (a(shape(1), shape(2)))
  do round = 1, rounds
    do j = 1, size(a, 2)
      a(:, j) = 1000000 * round + 1000 * mine + j
    end do
    call port%send(a)
  end do
  call port%close() ! the consumer sees the end
  call port%free()
  call MPI_Finalize(ierror)
end program
