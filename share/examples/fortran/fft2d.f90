! SPDX-License-Identifier: BSD-3-Clause
! Tessera: a two-dimensional Fourier transform, as an HPF program would do it: transform the columns that this rank holds, redistribute
! (*,block) to (block,*), transform the rows. Usage: mpirun -n RANKS fft2d
!
! The input is one wave, so that the result has one element other than 0.
program fft2d
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use mpi
  use tessera_mpi
  implicit none
  integer, parameter :: n = 64
  character(len=*), parameter :: array = "complex*16 A(64,64)"
  real(real64), parameter :: turn = 2 * acos(-1.0_real64)
  integer, parameter :: wave(2) = [5, 11]

  type(tessera_mapping) :: columns, rows
  type(tessera_plan) :: plan
  type(tessera_mover) :: to_rows
  complex(real64), allocatable :: a(:, :), b(:, :)
  integer(int64), allocatable :: shape(:), mine(:)
  integer :: rank, ranks, ierror, i, j
  real(real64) :: error, largest

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)

  call columns%parse(array, "(*,block)", ranks)
  call rows%parse(array, "(block,*)", ranks)
  call plan%make(columns, rows)
  call to_rows%make(plan, MPI_COMM_WORLD)

  shape = columns%local_shape(rank)
  mine = columns%indices(rank, 2)
  allocate (a(shape(1), shape(2)))
  do j = 1, size(mine)
    do i = 1, n
      a(i, j) = exp(cmplx(0, turn * (wave(1) * (i - 1) + wave(2) * (mine(j) - 1)) / n, real64))
    end do
    a(:, j) = transformed(a(:, j))
  end do

  shape = rows%local_shape(rank)
  mine = rows%indices(rank, 1)
  allocate (b(shape(1), shape(2)))
  call to_rows%run(a, b)
  error = 0
  do i = 1, size(mine)
    b(i, :) = transformed(b(i, :))
    do j = 1, n
      error = max(error, abs(b(i, j) - merge(n * n, 0, mine(i) - 1 == wave(1) .and. j - 1 == wave(2))))
    end do
  end do

  call MPI_Allreduce(error, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierror)
  if (rank == 0) print "(a, es8.1)", "largest error:", largest
  call to_rows%free()
  call MPI_Finalize(ierror)
  if (largest > 1e-8) error stop "the transform is wrong"

contains

  !> Returns the Fourier transform of a line whose length is a power of two.
  recursive function transformed(line) result(spectrum)
    complex(real64), intent(in) :: line(:)
    complex(real64) :: spectrum(size(line)), even(size(line) / 2), odd(size(line) / 2)
    integer :: k, half
    half = size(line) / 2
    if (half == 0) then
      spectrum = line
      return
    end if
    even = transformed(line(1::2))
    odd = transformed(line(2::2))
    odd = odd * [(exp(cmplx(0, -turn * k / size(line), real64)), k = 0, half - 1)]
    spectrum = [even + odd, even - odd]
  end function

end program
