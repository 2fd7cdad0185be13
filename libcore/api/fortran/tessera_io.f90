! SPDX-License-Identifier: BSD-3-Clause
! Tessera: copies between files for Fortran: a thin layer over tessera_io.h. Link with libtessera_io.
module tessera_io
  use, intrinsic :: iso_c_binding
  use tessera
  implicit none
  private
  public :: tessera_copy_file, tessera_copy_outcome

  !> The outcome of a copy; see tessera_io.h.
  type, bind(C) :: tessera_copy_outcome
    integer(c_int64_t) :: bytes_copied = 0
    real(c_double) :: seconds = 0
    integer(c_int) :: stopped = 0, wrong = 0, damaged = 0, lossy = 0
  end type

  interface
    function c_file_copy(source, target, options, count, comm, callbacks, outcome, report) bind(C, name="tessera_file_copy_f") &
        result(status)
      import
      character(kind=c_char), intent(in) :: source(*), target(*)
      type(c_ptr), intent(in) :: options(*)
      integer(c_int64_t), value :: count
      integer(c_int), value :: comm
      type(c_ptr), value :: callbacks, report
      type(tessera_copy_outcome), intent(inout) :: outcome
      integer(c_int) :: status
    end function
  end interface

contains

  !> Copies an array or a whole file. `options`: those of iocopy, such as "chunk=64,4096" or "force". Collective.
  subroutine tessera_copy_file(source, target, comm, options, outcome, stat, errmsg)
    character(len=*), intent(in) :: source, target
    integer, intent(in) :: comm
    character(len=*), intent(in), optional :: options(:)
    type(tessera_copy_outcome), intent(out), optional :: outcome
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    type(tessera_copy_outcome) :: found
    integer(c_int) :: status
    if (present(options)) then
      status = copied(source, target, comm, options, found)
    else
      status = copied(source, target, comm, [character(len=1) ::], found)
    end if
    call tessera_finish(status, stat, errmsg)
    if (present(outcome)) outcome = found
  end subroutine

  function copied(source, target, comm, options, outcome) result(status)
    character(len=*), intent(in) :: source, target, options(:)
    integer, intent(in) :: comm
    type(tessera_copy_outcome), intent(inout) :: outcome
    integer(c_int) :: status
    character(kind=c_char, len=len(options) + 1), target :: texts(size(options))
    type(c_ptr) :: list(size(options))
    integer :: i
    do i = 1, size(options)
      texts(i) = trim(options(i)) // c_null_char
      list(i) = c_loc(texts(i))
    end do
    status = c_file_copy(tessera_c_text(source), tessera_c_text(target), list, size(options, kind=c_int64_t), comm, c_null_ptr, &
      outcome, c_null_ptr)
  end function

end module tessera_io
