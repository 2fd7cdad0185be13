! SPDX-License-Identifier: BSD-3-Clause
! Tessera: mappings and plans for Fortran: a thin layer over tessera.h. Link with libtessera.
!
! Dimensions and indices count from 1, ranks from 0. Failures set stat= (tessera_status in tessera.h) and errmsg=. Without stat=
! they stop the program. Objects are not copied: an assignment would make two owners of one handle.
module tessera
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: error_unit, int64
  implicit none
  private
  public :: tessera_mapping, tessera_plan, tessera_site, tessera_totals, tessera_message, tessera_advise
  public :: tessera_finish, tessera_refuse, tessera_c_text

  integer, parameter, public :: TESSERA_OK = 0, TESSERA_FAILED = 1, TESSERA_INVALID = 2, TESSERA_INTERNAL = 3
  integer, parameter, public :: TESSERA_INT8 = 1, TESSERA_INT16 = 2, TESSERA_INT32 = 3, TESSERA_INT64 = 4
  integer, parameter, public :: TESSERA_FLOAT32 = 9, TESSERA_FLOAT64 = 10, TESSERA_COMPLEX64 = 11, TESSERA_COMPLEX128 = 12
  integer, parameter, public :: TESSERA_ROW_MAJOR = 0, TESSERA_COLUMN_MAJOR = 1

  !> The sums over all messages; see tessera.h.
  type, bind(C) :: tessera_totals
    integer(c_int64_t) :: elements, moved, kept, messages, max_sends, max_receives, bytes_moved
  end type

  !> All elements that one rank sends another in a transition (from 0), or keeps.
  type, bind(C) :: tessera_message
    integer(c_int64_t) :: from, to, elements, bytes, transition
  end type

  !> An array and the ranks that hold its elements.
  type :: tessera_mapping
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: parse => mapping_parse !< from text; see tessera_mapping_parse
    procedure :: cyclic => mapping_cyclic !< block-cyclic, from numbers; see tessera_mapping_cyclic
    procedure :: dims => mapping_dims
    procedure :: extents => mapping_extents
    procedure :: ranks => mapping_ranks !< largest rank plus one
    procedure :: owners => mapping_owners !< ranks that hold the element at an index
    procedure :: holds => mapping_holds
    procedure :: owned => mapping_owned !< number of elements of a rank
    procedure :: local_shape => mapping_local_shape
    procedure :: allocation => mapping_allocation !< size of a rank's part in elements
    procedure :: indices => mapping_indices !< global indices of a dimension that a rank holds
    procedure :: text => mapping_text !< one line, or the text of a notation
    procedure :: free => mapping_free
    final :: mapping_final
  end type

  !> The machine for which times are predicted.
  type :: tessera_site
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: make => site_make !< see tessera_site_make
    procedure :: free => site_free
    final :: site_final
  end type

  !> The messages that move arrays from one mapping to another.
  type :: tessera_plan
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: parse => plan_parse !< of one array, from text; see tessera_plan_parse
    procedure :: make => plan_make !< between two mappings; see tessera_plan_make
    procedure :: job => plan_job !< of a job file's text; see tessera_plan_job
    procedure :: ranks => plan_ranks
    procedure :: totals => plan_totals
    procedure :: messages => plan_messages !< of a rank, or of all
    procedure :: json => plan_json
    procedure :: text => plan_text
    procedure :: collective => plan_collective
    procedure :: peak_bytes => plan_peak_bytes
    procedure :: source => plan_source !< makes the mapping before the move
    procedure :: target => plan_target !< makes the mapping after the move
    procedure :: schedule => plan_schedule !< steps of an algorithm as JSON; see tessera_plan_schedule
    procedure :: schedules => plan_schedules !< figures of all algorithms as JSON; see tessera_plan_schedules
    procedure :: free => plan_free
    final :: plan_final
  end type

  interface
    function c_error() bind(C, name="tessera_error") result(text)
      import
      type(c_ptr) :: text
    end function
    subroutine c_free_text(text) bind(C, name="tessera_free_text")
      import
      type(c_ptr), value :: text
    end subroutine
    function c_strlen(text) bind(C, name="strlen") result(length)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
    function c_mapping_parse(array, mapping, ranks, handle) bind(C, name="tessera_mapping_parse") result(status)
      import
      character(kind=c_char), intent(in) :: array(*), mapping(*)
      integer(c_int64_t), value :: ranks
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    function c_mapping_cyclic(element, storage, dims, extents, blocks, grid, order, first, ranks, handle) &
        bind(C, name="tessera_mapping_cyclic") result(status)
      import
      integer(c_int), value :: element, storage, dims, order
      integer(c_int64_t), intent(in) :: extents(*), blocks(*), grid(*)
      integer(c_int64_t), intent(in), optional :: first(*), ranks(*)
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_mapping_free(handle) bind(C, name="tessera_mapping_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_mapping_dims(handle, dims) bind(C, name="tessera_mapping_dims") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int), intent(inout) :: dims
      integer(c_int) :: status
    end function
    function c_mapping_extents(handle, extents) bind(C, name="tessera_mapping_extents") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(inout) :: extents(*)
      integer(c_int) :: status
    end function
    function c_mapping_ranks(handle, ranks) bind(C, name="tessera_mapping_ranks") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(inout) :: ranks
      integer(c_int) :: status
    end function
    function c_mapping_owners(handle, index, capacity, ranks, count) bind(C, name="tessera_mapping_owners") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(in) :: index(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t), intent(inout), optional :: ranks(*)
      integer(c_int64_t), intent(inout) :: count
      integer(c_int) :: status
    end function
    function c_mapping_holds(handle, rank, holds) bind(C, name="tessera_mapping_holds") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: rank
      integer(c_int), intent(inout) :: holds
      integer(c_int) :: status
    end function
    function c_mapping_owned(handle, rank, count) bind(C, name="tessera_mapping_owned") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: rank
      integer(c_int64_t), intent(inout) :: count
      integer(c_int) :: status
    end function
    function c_mapping_local_shape(handle, rank, shape) bind(C, name="tessera_mapping_local_shape") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: rank
      integer(c_int64_t), intent(inout) :: shape(*)
      integer(c_int) :: status
    end function
    function c_mapping_allocation(handle, rank, elements) bind(C, name="tessera_mapping_allocation") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: rank
      integer(c_int64_t), intent(inout) :: elements
      integer(c_int) :: status
    end function
    function c_mapping_indices(handle, rank, dim, capacity, indices, count) bind(C, name="tessera_mapping_indices") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: rank, capacity
      integer(c_int), value :: dim
      integer(c_int64_t), intent(inout), optional :: indices(*)
      integer(c_int64_t), intent(inout) :: count
      integer(c_int) :: status
    end function
    function c_mapping_text(handle, form, text) bind(C, name="tessera_mapping_text") result(status)
      import
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in), optional :: form(*)
      type(c_ptr), intent(inout) :: text
      integer(c_int) :: status
    end function
    function c_plan_parse(array, from, to, ranks, handle) bind(C, name="tessera_plan_parse") result(status)
      import
      character(kind=c_char), intent(in) :: array(*), from(*), to(*)
      integer(c_int64_t), value :: ranks
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    function c_plan_make(source, target, copy, handle) bind(C, name="tessera_plan_make") result(status)
      import
      type(c_ptr), value :: source, target
      character(kind=c_char), intent(in), optional :: copy(*)
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    function c_plan_job(text, name, ranks, handle) bind(C, name="tessera_plan_job") result(status)
      import
      character(kind=c_char), intent(in) :: text(*)
      character(kind=c_char), intent(in), optional :: name(*)
      integer(c_int64_t), value :: ranks
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_plan_free(handle) bind(C, name="tessera_plan_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_plan_ranks(handle, ranks) bind(C, name="tessera_plan_ranks") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(inout) :: ranks
      integer(c_int) :: status
    end function
    function c_plan_totals(handle, totals) bind(C, name="tessera_plan_totals") result(status)
      import
      type(c_ptr), value :: handle
      type(tessera_totals), intent(inout) :: totals
      integer(c_int) :: status
    end function
    function c_plan_messages(handle, rank, capacity, messages, count) bind(C, name="tessera_plan_messages") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: rank, capacity
      type(tessera_message), intent(inout), optional :: messages(*)
      integer(c_int64_t), intent(inout) :: count
      integer(c_int) :: status
    end function
    function c_plan_json(handle, text) bind(C, name="tessera_plan_json") result(status)
      import
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: text
      integer(c_int) :: status
    end function
    function c_plan_text(handle, text) bind(C, name="tessera_plan_text") result(status)
      import
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: text
      integer(c_int) :: status
    end function
    function c_plan_collective(handle, text) bind(C, name="tessera_plan_collective") result(status)
      import
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: text
      integer(c_int) :: status
    end function
    function c_plan_peak_bytes(handle, bytes) bind(C, name="tessera_plan_peak_bytes") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(inout) :: bytes
      integer(c_int) :: status
    end function
    function c_plan_source(handle, array, mapping) bind(C, name="tessera_plan_source") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: array
      type(c_ptr), intent(inout) :: mapping
      integer(c_int) :: status
    end function
    function c_plan_target(handle, array, mapping) bind(C, name="tessera_plan_target") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: array
      type(c_ptr), intent(inout) :: mapping
      integer(c_int) :: status
    end function
    function c_site_make(topology, placement, machine, handle) bind(C, name="tessera_site_make") result(status)
      import
      character(kind=c_char), intent(in), optional :: topology(*), placement(*), machine(*)
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_site_free(handle) bind(C, name="tessera_site_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_plan_schedule(handle, algorithm, site, json) bind(C, name="tessera_plan_schedule") result(status)
      import
      type(c_ptr), value :: handle, site
      character(kind=c_char), intent(in), optional :: algorithm(*)
      type(c_ptr), intent(inout) :: json
      integer(c_int) :: status
    end function
    function c_plan_schedules(handle, site, json) bind(C, name="tessera_plan_schedules") result(status)
      import
      type(c_ptr), value :: handle, site
      type(c_ptr), intent(inout) :: json
      integer(c_int) :: status
    end function
    function c_advise(text, name, ranks, site, operation, memory, top, json) bind(C, name="tessera_advise") result(status)
      import
      character(kind=c_char), intent(in) :: text(*)
      character(kind=c_char), intent(in), optional :: name(*)
      integer(c_int64_t), value :: ranks, memory, top
      type(c_ptr), value :: site
      real(c_double), value :: operation
      type(c_ptr), intent(inout) :: json
      integer(c_int) :: status
    end function
  end interface

contains

  ! ---- Failures and texts ----------------------------------------------------------------------------------------------------

  !> Reports a status by stat= and errmsg=, or stops the program.
  subroutine tessera_finish(status, stat, errmsg)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    if (present(stat)) stat = TESSERA_OK
    if (status /= TESSERA_OK) call report(status, copied(c_error()), stat, errmsg)
  end subroutine

  !> Reports wrong input that this module finds itself.
  subroutine tessera_refuse(message, stat, errmsg)
    character(len=*), intent(in) :: message
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call report(TESSERA_INVALID, message, stat, errmsg)
  end subroutine

  subroutine report(status, message, stat, errmsg)
    integer(c_int), intent(in) :: status
    character(len=*), intent(in) :: message
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    if (present(errmsg)) errmsg = message
    if (present(stat)) then
      stat = status
      return
    end if
    write (error_unit, "(a)") "tessera: " // message
    error stop 1
  end subroutine

  !> Returns a text as C takes it.
  function tessera_c_text(text) result(terminated)
    character(len=*), intent(in) :: text
    character(kind=c_char, len=:), allocatable :: terminated
    terminated = text // c_null_char
  end function

  !> Returns a C text as Fortran takes it.
  function copied(text) result(string)
    type(c_ptr), intent(in) :: text
    character(len=:), allocatable :: string
    character(kind=c_char), pointer :: letters(:)
    integer :: i
    call c_f_pointer(text, letters, [c_strlen(text)])
    allocate (character(len=size(letters)) :: string)
    do i = 1, size(letters)
      string(i:i) = letters(i)
    end do
  end function

  !> Takes over a text that the library returned.
  function taken(status, text) result(string)
    integer(c_int), intent(in) :: status
    type(c_ptr), intent(in) :: text
    character(len=:), allocatable :: string
    call tessera_finish(status)
    string = copied(text)
    call c_free_text(text)
  end function

  !> Returns the text that a function of the library writes about a plan.
  function plan_words(written_by, handle) result(string)
    procedure(c_plan_text) :: written_by
    type(c_ptr), intent(in) :: handle
    character(len=:), allocatable :: string
    type(c_ptr) :: text
    integer(c_int) :: status
    text = c_null_ptr
    status = written_by(handle, text)
    string = taken(status, text)
  end function

  ! ---- Mappings --------------------------------------------------------------------------------------------------------------

  subroutine mapping_parse(self, array, mapping, ranks, stat, errmsg)
    class(tessera_mapping), intent(inout) :: self
    character(len=*), intent(in) :: array, mapping
    integer, intent(in), optional :: ranks !< for a mapping that does not name its processors
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int64_t) :: number
    number = 0
    if (present(ranks)) number = ranks
    call self%free()
    call tessera_finish(c_mapping_parse(tessera_c_text(array), tessera_c_text(mapping), number, self%handle), stat, errmsg)
  end subroutine

  subroutine mapping_cyclic(self, extents, blocks, grid, element, order, first, ranks, stat, errmsg)
    class(tessera_mapping), intent(inout) :: self
    integer(int64), intent(in) :: extents(:), blocks(:), grid(:)
    integer, intent(in), optional :: element !< TESSERA_FLOAT64 by default
    integer, intent(in), optional :: order !< of the processes; TESSERA_ROW_MAJOR by default
    integer(int64), intent(in), optional :: first(:) !< grid coordinate, from 0, of the first index of each dimension
    integer(int64), intent(in), optional :: ranks(:)
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: kind, processes
    kind = TESSERA_FLOAT64
    if (present(element)) kind = element
    processes = TESSERA_ROW_MAJOR
    if (present(order)) processes = order
    call self%free()
    call tessera_finish(c_mapping_cyclic(kind, TESSERA_COLUMN_MAJOR, size(extents, kind=c_int), extents, blocks, grid, processes, &
      first, ranks, self%handle), stat, errmsg)
  end subroutine

  function mapping_dims(self) result(dims)
    class(tessera_mapping), intent(in) :: self
    integer(c_int) :: dims
    dims = 0
    call tessera_finish(c_mapping_dims(self%handle, dims))
  end function

  function mapping_extents(self) result(extents)
    class(tessera_mapping), intent(in) :: self
    integer(int64), allocatable :: extents(:)
    allocate (extents(self%dims()))
    call tessera_finish(c_mapping_extents(self%handle, extents))
  end function

  function mapping_ranks(self) result(ranks)
    class(tessera_mapping), intent(in) :: self
    integer(int64) :: ranks
    ranks = 0
    call tessera_finish(c_mapping_ranks(self%handle, ranks))
  end function

  function mapping_owners(self, index) result(ranks)
    class(tessera_mapping), intent(in) :: self
    integer(int64), intent(in) :: index(:)
    integer(int64), allocatable :: ranks(:)
    integer(c_int64_t) :: count
    count = 0
    call tessera_finish(c_mapping_owners(self%handle, index - 1, 0_c_int64_t, count=count))
    allocate (ranks(count))
    call tessera_finish(c_mapping_owners(self%handle, index - 1, count, ranks, count))
  end function

  function mapping_holds(self, rank) result(holds)
    class(tessera_mapping), intent(in) :: self
    integer, intent(in) :: rank
    logical :: holds
    integer(c_int) :: answer
    answer = 0
    call tessera_finish(c_mapping_holds(self%handle, int(rank, c_int64_t), answer))
    holds = answer /= 0
  end function

  function mapping_owned(self, rank) result(count)
    class(tessera_mapping), intent(in) :: self
    integer, intent(in) :: rank
    integer(int64) :: count
    count = 0
    call tessera_finish(c_mapping_owned(self%handle, int(rank, c_int64_t), count))
  end function

  function mapping_local_shape(self, rank) result(shape)
    class(tessera_mapping), intent(in) :: self
    integer, intent(in) :: rank
    integer(int64), allocatable :: shape(:)
    allocate (shape(self%dims()))
    call tessera_finish(c_mapping_local_shape(self%handle, int(rank, c_int64_t), shape))
  end function

  function mapping_allocation(self, rank) result(elements)
    class(tessera_mapping), intent(in) :: self
    integer, intent(in) :: rank
    integer(int64) :: elements
    elements = 0
    call tessera_finish(c_mapping_allocation(self%handle, int(rank, c_int64_t), elements))
  end function

  function mapping_indices(self, rank, dim) result(indices)
    class(tessera_mapping), intent(in) :: self
    integer, intent(in) :: rank, dim
    integer(int64), allocatable :: indices(:)
    integer(c_int64_t) :: count
    count = 0
    call tessera_finish(c_mapping_indices(self%handle, int(rank, c_int64_t), int(dim - 1, c_int), 0_c_int64_t, count=count))
    allocate (indices(count))
    call tessera_finish(c_mapping_indices(self%handle, int(rank, c_int64_t), int(dim - 1, c_int), count, indices, count))
    indices = indices + 1
  end function

  function mapping_text(self, form) result(text)
    class(tessera_mapping), intent(in) :: self
    character(len=*), intent(in), optional :: form
    character(len=:), allocatable :: text
    type(c_ptr) :: written
    integer(c_int) :: status
    written = c_null_ptr
    if (present(form)) then
      status = c_mapping_text(self%handle, tessera_c_text(form), written)
    else
      status = c_mapping_text(self%handle, text=written)
    end if
    text = taken(status, written)
  end function

  subroutine mapping_free(self)
    class(tessera_mapping), intent(inout) :: self
    call c_mapping_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine mapping_final(self)
    type(tessera_mapping), intent(inout) :: self
    call self%free()
  end subroutine

  ! ---- Plans -----------------------------------------------------------------------------------------------------------------

  subroutine plan_parse(self, array, from, to, ranks, stat, errmsg)
    class(tessera_plan), intent(inout) :: self
    character(len=*), intent(in) :: array, from, to
    integer, intent(in), optional :: ranks
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int64_t) :: number
    number = 0
    if (present(ranks)) number = ranks
    call self%free()
    call tessera_finish(c_plan_parse(tessera_c_text(array), tessera_c_text(from), tessera_c_text(to), number, self%handle), stat, &
      errmsg)
  end subroutine

  subroutine plan_make(self, source, target, copy, stat, errmsg)
    class(tessera_plan), intent(inout) :: self
    type(tessera_mapping), intent(in) :: source, target
    character(len=*), intent(in), optional :: copy !< an assignment such as "B(j,i)=A(i,j)"
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: status
    call self%free()
    if (present(copy)) then
      status = c_plan_make(source%handle, target%handle, tessera_c_text(copy), self%handle)
    else
      status = c_plan_make(source%handle, target%handle, handle=self%handle)
    end if
    call tessera_finish(status, stat, errmsg)
  end subroutine

  subroutine plan_job(self, text, ranks, stat, errmsg)
    class(tessera_plan), intent(inout) :: self
    character(len=*), intent(in) :: text
    integer, intent(in), optional :: ranks
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int64_t) :: number
    number = 0
    if (present(ranks)) number = ranks
    call self%free()
    call tessera_finish(c_plan_job(tessera_c_text(text), ranks=number, handle=self%handle), stat, errmsg)
  end subroutine

  function plan_ranks(self) result(ranks)
    class(tessera_plan), intent(in) :: self
    integer(int64) :: ranks
    ranks = 0
    call tessera_finish(c_plan_ranks(self%handle, ranks))
  end function

  function plan_totals(self) result(totals)
    class(tessera_plan), intent(in) :: self
    type(tessera_totals) :: totals
    call tessera_finish(c_plan_totals(self%handle, totals))
  end function

  function plan_messages(self, rank) result(messages)
    class(tessera_plan), intent(in) :: self
    integer, intent(in), optional :: rank
    type(tessera_message), allocatable :: messages(:)
    integer(c_int64_t) :: number, count
    number = -1
    if (present(rank)) number = rank
    count = 0
    call tessera_finish(c_plan_messages(self%handle, number, 0_c_int64_t, count=count))
    allocate (messages(count))
    call tessera_finish(c_plan_messages(self%handle, number, count, messages, count))
  end function

  function plan_json(self) result(text)
    class(tessera_plan), intent(in) :: self
    character(len=:), allocatable :: text
    text = plan_words(c_plan_json, self%handle)
  end function

  function plan_text(self) result(text)
    class(tessera_plan), intent(in) :: self
    character(len=:), allocatable :: text
    text = plan_words(c_plan_text, self%handle)
  end function

  function plan_collective(self) result(text)
    class(tessera_plan), intent(in) :: self
    character(len=:), allocatable :: text
    text = plan_words(c_plan_collective, self%handle)
  end function

  function plan_peak_bytes(self) result(bytes)
    class(tessera_plan), intent(in) :: self
    integer(int64) :: bytes
    bytes = 0
    call tessera_finish(c_plan_peak_bytes(self%handle, bytes))
  end function

  !> Without an algorithm the one that costs least; without a site a crossbar whose rates are not known.
  function plan_schedule(self, algorithm, site) result(json)
    class(tessera_plan), intent(in) :: self
    character(len=*), intent(in), optional :: algorithm
    type(tessera_site), intent(in), optional :: site
    character(len=:), allocatable :: json
    type(c_ptr) :: text
    integer(c_int) :: status
    text = c_null_ptr
    if (present(algorithm)) then
      status = c_plan_schedule(self%handle, tessera_c_text(algorithm), handle_of(site), text)
    else
      status = c_plan_schedule(self%handle, site=handle_of(site), json=text)
    end if
    json = taken(status, text)
  end function

  function plan_schedules(self, site) result(json)
    class(tessera_plan), intent(in) :: self
    type(tessera_site), intent(in), optional :: site
    character(len=:), allocatable :: json
    type(c_ptr) :: text
    integer(c_int) :: status
    text = c_null_ptr
    status = c_plan_schedules(self%handle, handle_of(site), text)
    json = taken(status, text)
  end function

  subroutine plan_source(self, mapping)
    class(tessera_plan), intent(in) :: self
    type(tessera_mapping), intent(inout) :: mapping
    call mapping%free()
    call tessera_finish(c_plan_source(self%handle, 0_c_int64_t, mapping%handle))
  end subroutine

  subroutine plan_target(self, mapping)
    class(tessera_plan), intent(in) :: self
    type(tessera_mapping), intent(inout) :: mapping
    call mapping%free()
    call tessera_finish(c_plan_target(self%handle, 0_c_int64_t, mapping%handle))
  end subroutine

  subroutine plan_free(self)
    class(tessera_plan), intent(inout) :: self
    call c_plan_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine plan_final(self)
    type(tessera_plan), intent(inout) :: self
    call self%free()
  end subroutine


  ! ---- Sites and advice ------------------------------------------------------------------------------------------------------

  subroutine site_make(self, machine, topology, placement, stat, errmsg)
    class(tessera_site), intent(inout) :: self
    character(len=*), intent(in), optional :: machine, topology, placement
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(kind=c_char, len=:), allocatable :: c_machine, c_topology, c_placement
    if (present(machine)) c_machine = tessera_c_text(machine)
    if (present(topology)) c_topology = tessera_c_text(topology)
    if (present(placement)) c_placement = tessera_c_text(placement)
    call self%free()
    call tessera_finish(c_site_make(c_topology, c_placement, c_machine, self%handle), stat, errmsg) ! not allocated: not present
  end subroutine

  subroutine site_free(self)
    class(tessera_site), intent(inout) :: self
    call c_site_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine site_final(self)
    type(tessera_site), intent(inout) :: self
    call self%free()
  end subroutine

  function handle_of(site) result(handle)
    type(tessera_site), intent(in), optional :: site
    type(c_ptr) :: handle
    handle = c_null_ptr
    if (present(site)) handle = site%handle
  end function

  !> Returns the distributions of a program's arrays that cost the least, as JSON; see tessera_advise.
  function tessera_advise(text, site, ranks, operation, memory, top) result(json)
    character(len=*), intent(in) :: text !< a job with lines "!dist$ phase"
    type(tessera_site), intent(in) :: site
    integer, intent(in), optional :: ranks !< for jobs that do not name their processors
    real(c_double), intent(in), optional :: operation !< seconds of one operation; 1e-9 by default
    integer(int64), intent(in), optional :: memory !< largest number of bytes of a rank
    integer, intent(in), optional :: top !< largest number of answers; 5 by default
    character(len=:), allocatable :: json
    integer(c_int64_t) :: size, limit, answers
    real(c_double) :: seconds
    type(c_ptr) :: written
    integer(c_int) :: status
    size = 0
    limit = 0
    answers = 0
    seconds = 0
    if (present(ranks)) size = ranks
    if (present(memory)) limit = memory
    if (present(top)) answers = top
    if (present(operation)) seconds = operation
    written = c_null_ptr
    status = c_advise(tessera_c_text(text), ranks=size, site=site%handle, operation=seconds, memory=limit, top=answers, &
      json=written)
    json = taken(status, written)
  end function
end module tessera
