! SPDX-License-Identifier: BSD-3-Clause
! Tessera: movers, halos, shifts, routes and channels for Fortran: a thin layer over tessera_mpi.h. Link with libtessera_mpi.
!
! Communicators are integers, as in `use mpi`; with `use mpi_f08`, pass comm%mpi_val. Arrays are of any type and rank. The compiler
! copies sections with gaps, which is slow; begin refuses them. Failures are as in module tessera. The finalizers do nothing after
! MPI_Finalize.
module tessera_mpi
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use tessera
  implicit none
  private
  public :: tessera_mover, tessera_halo, tessera_shift, tessera_route, tessera_channel
  public :: tessera_mapping, tessera_plan, tessera_totals, tessera_message

  integer, parameter, public :: TESSERA_AUTO = 0, TESSERA_SHARED = 1, TESSERA_POINT_TO_POINT = 2, TESSERA_ALLTOALLV = 3, &
    TESSERA_ALLTOALLW = 4, TESSERA_PERSISTENT = 5
  integer, parameter, public :: TESSERA_KEEP = 0, TESSERA_FILL = 1, TESSERA_TORUS = 2
  integer, parameter, public :: TESSERA_REPLACE = 0, TESSERA_SUM = 1, TESSERA_PRODUCT = 2, TESSERA_MIN = 3, TESSERA_MAX = 4
  integer, parameter, public :: TESSERA_AND = 5, TESSERA_OR = 6, TESSERA_XOR = 7
  integer, parameter, public :: TESSERA_SENDER = 0, TESSERA_RECEIVER = 1

  type, bind(C) :: mover_options
    integer(c_size_t) :: size = 0
    integer(c_int) :: transport = TESSERA_AUTO
    complex(c_double_complex) :: alpha = 1
    complex(c_double_complex) :: beta = 0
    integer(c_int) :: conjugate = 0
    integer(c_int) :: with_return = 0
    type(c_ptr) :: source_strides = c_null_ptr
    type(c_ptr) :: target_strides = c_null_ptr
  end type

  !> One rank's share of a plan of one array, made once and executed any number of times.
  type :: tessera_mover
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: parse => mover_parse !< makes plan and mover from text; collective
    procedure :: make => mover_make !< makes the mover of a plan; collective
    procedure :: source_size => mover_source_size !< size of this rank's part before the move, in elements
    procedure :: target_size => mover_target_size
    procedure :: run => mover_run !< collective
    procedure :: begin => mover_begin !< the two halves of run; collective
    procedure :: end => mover_end
    procedure :: run_back => mover_run_back !< from the target to the source; collective
    procedure :: free => mover_free
    final :: mover_final
  end type

  !> Copies of neighbours' elements around a rank's own ones.
  type :: tessera_halo
    type(c_ptr) :: handle = c_null_ptr
    integer :: dims = 0
  contains
    procedure :: make => halo_make !< collective
    procedure :: size => halo_size !< size of this rank's part with its halo, in elements
    procedure :: strides => halo_strides
    procedure :: place => halo_place !< place, from 1, of the element at a global index
    procedure :: run => halo_run !< collective
    procedure :: begin => halo_begin
    procedure :: end => halo_end
    procedure :: free => halo_free
    final :: halo_final
  end type

  !> The move of every element by the same distance.
  type :: tessera_shift
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: make => shift_make !< collective
    procedure :: run => shift_run !< collective
    procedure :: free => shift_free
    final :: shift_final
  end type

  !> The way of values from this rank to elements that it names, on any rank, and back.
  type :: tessera_route
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: make => route_make !< collective
    procedure :: send => route_send !< collective
    procedure :: get => route_get !< collective
    procedure :: free => route_free
    final :: route_final
  end type

  !> One program's end of a channel, through which it hands an array to another program.
  type :: tessera_channel
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: make => channel_make !< between two jobs; collective; see tessera_channel_make
    procedure :: make_within => channel_make_within !< between two groups of ranks; collective
    procedure :: send => channel_send !< collective
    procedure :: receive => channel_receive !< collective
    procedure :: close => channel_close !< collective
    procedure :: free => channel_free
    final :: channel_final
  end type

  type, bind(C) :: channel_options
    integer(c_size_t) :: size = 0
    type(c_ptr) :: algorithm = c_null_ptr
    integer(c_int64_t) :: transfers = 0
    real(c_double) :: patience = 60
    type(c_ptr) :: interface = c_null_ptr
  end type

  interface
    function c_mover_parse(array, from, to, comm, options, handle) bind(C, name="tessera_mover_parse_f") result(status)
      import
      character(kind=c_char), intent(in) :: array(*), from(*), to(*)
      integer(c_int), value :: comm
      type(mover_options), intent(in) :: options
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    function c_mover_make(plans, count, comm, options, handle) bind(C, name="tessera_mover_make_f") result(status)
      import
      type(c_ptr), intent(in) :: plans(*)
      integer(c_int64_t), value :: count
      integer(c_int), value :: comm
      type(mover_options), intent(in) :: options
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_mover_free(handle) bind(C, name="tessera_mover_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_mover_sizes(handle, array, source, target) bind(C, name="tessera_mover_sizes") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), value :: array
      integer(c_int64_t), intent(inout) :: source, target
      integer(c_int) :: status
    end function
    function c_mover_run(handle, sources, targets) bind(C, name="tessera_mover_run") result(status)
      import
      type(c_ptr), value :: handle
      type(c_ptr), intent(in) :: sources(*), targets(*)
      integer(c_int) :: status
    end function
    function c_mover_begin(handle, sources, targets) bind(C, name="tessera_mover_begin") result(status)
      import
      type(c_ptr), value :: handle
      type(c_ptr), intent(in) :: sources(*), targets(*)
      integer(c_int) :: status
    end function
    function c_mover_end(handle) bind(C, name="tessera_mover_end") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int) :: status
    end function
    function c_mover_run_back(handle, sources, targets) bind(C, name="tessera_mover_run_back") result(status)
      import
      type(c_ptr), value :: handle
      type(c_ptr), intent(in) :: sources(*), targets(*)
      integer(c_int) :: status
    end function
    function c_halo_make(mapping, stencil, periodic, direction, comm, handle) bind(C, name="tessera_halo_make_f") result(status)
      import
      type(c_ptr), value :: mapping
      type(c_ptr), value :: stencil, periodic
      integer(c_int), value :: direction, comm
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_halo_free(handle) bind(C, name="tessera_halo_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_halo_allocation(handle, elements) bind(C, name="tessera_halo_allocation") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(inout) :: elements
      integer(c_int) :: status
    end function
    function c_halo_strides(handle, strides) bind(C, name="tessera_halo_strides") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(inout) :: strides(*)
      integer(c_int) :: status
    end function
    function c_halo_offset(handle, index, offset) bind(C, name="tessera_halo_offset") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int64_t), intent(in) :: index(*)
      integer(c_int64_t), intent(inout) :: offset
      integer(c_int) :: status
    end function
    function c_halo_run(handle, part) bind(C, name="tessera_halo_run") result(status)
      import
      type(c_ptr), value :: handle, part
      integer(c_int) :: status
    end function
    function c_halo_begin(handle, part) bind(C, name="tessera_halo_begin") result(status)
      import
      type(c_ptr), value :: handle, part
      integer(c_int) :: status
    end function
    function c_halo_end(handle) bind(C, name="tessera_halo_end") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int) :: status
    end function
    function c_shift_make(mapping, distance, edge, comm, handle) bind(C, name="tessera_shift_make_f") result(status)
      import
      type(c_ptr), value :: mapping
      integer(c_int64_t), intent(in) :: distance(*)
      integer(c_int), value :: edge, comm
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_shift_free(handle) bind(C, name="tessera_shift_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_shift_run(handle, source, target, fill) bind(C, name="tessera_shift_run") result(status)
      import
      type(c_ptr), value :: handle, source, target, fill
      integer(c_int) :: status
    end function
    function c_route_make(mapping, elements, count, comm, handle) bind(C, name="tessera_route_make_f") result(status)
      import
      type(c_ptr), value :: mapping
      integer(c_int64_t), intent(in) :: elements(*)
      integer(c_int64_t), value :: count
      integer(c_int), value :: comm
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_route_free(handle) bind(C, name="tessera_route_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_route_send(handle, values, part, combine) bind(C, name="tessera_route_send") result(status)
      import
      type(c_ptr), value :: handle, values, part
      integer(c_int), value :: combine
      integer(c_int) :: status
    end function
    function c_route_get(handle, part, values) bind(C, name="tessera_route_get") result(status)
      import
      type(c_ptr), value :: handle, part, values
      integer(c_int) :: status
    end function
    function c_channel_make(mapping, end, file, comm, options, handle) bind(C, name="tessera_channel_make_f") result(status)
      import
      type(c_ptr), value :: mapping
      integer(c_int), value :: end, comm
      character(kind=c_char), intent(in) :: file(*)
      type(channel_options), intent(in) :: options
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    function c_channel_make_within(mapping, end, name, both, sender, receiver, comm, options, handle) &
      bind(C, name="tessera_channel_make_within_f") result(status)
      import
      type(c_ptr), value :: mapping
      integer(c_int), value :: end, both, sender, receiver, comm
      character(kind=c_char), intent(in) :: name(*)
      type(channel_options), intent(in) :: options
      type(c_ptr), intent(inout) :: handle
      integer(c_int) :: status
    end function
    subroutine c_channel_free(handle) bind(C, name="tessera_channel_free")
      import
      type(c_ptr), value :: handle
    end subroutine
    function c_channel_send(handle, part) bind(C, name="tessera_channel_send") result(status)
      import
      type(c_ptr), value :: handle, part
      integer(c_int) :: status
    end function
    function c_channel_receive(handle, part, arrived) bind(C, name="tessera_channel_receive") result(status)
      import
      type(c_ptr), value :: handle, part
      integer(c_int), intent(inout) :: arrived
      integer(c_int) :: status
    end function
    function c_channel_close(handle) bind(C, name="tessera_channel_close") result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int) :: status
    end function
  end interface

contains

  !> Returns the options of a mover.
  function options_of(transport, alpha, beta, conjugate, with_return) result(options)
    integer, intent(in), optional :: transport
    complex(real64), intent(in), optional :: alpha, beta
    logical, intent(in), optional :: conjugate, with_return
    type(mover_options) :: options
    options%size = c_sizeof(options)
    if (present(transport)) options%transport = transport
    if (present(alpha)) options%alpha = alpha
    if (present(beta)) options%beta = beta
    if (present(conjugate)) options%conjugate = merge(1, 0, conjugate)
    if (present(with_return)) options%with_return = merge(1, 0, with_return)
  end function

  ! ---- Movers ----------------------------------------------------------------------------------------------------------------

  subroutine mover_parse(self, array, from, to, comm, transport, alpha, beta, conjugate, with_return, stat, errmsg)
    class(tessera_mover), intent(inout) :: self
    character(len=*), intent(in) :: array, from, to
    integer, intent(in) :: comm
    integer, intent(in), optional :: transport !< TESSERA_AUTO by default
    complex(real64), intent(in), optional :: alpha, beta !< target = alpha * source + beta * target
    logical, intent(in), optional :: conjugate, with_return
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call self%free()
    call tessera_finish(c_mover_parse(tessera_c_text(array), tessera_c_text(from), tessera_c_text(to), comm, &
      options_of(transport, alpha, beta, conjugate, with_return), self%handle), stat, errmsg)
  end subroutine

  subroutine mover_make(self, plan, comm, transport, alpha, beta, conjugate, with_return, stat, errmsg)
    class(tessera_mover), intent(inout) :: self
    type(tessera_plan), intent(in) :: plan
    integer, intent(in) :: comm
    integer, intent(in), optional :: transport
    complex(real64), intent(in), optional :: alpha, beta
    logical, intent(in), optional :: conjugate, with_return
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call self%free()
    call tessera_finish(c_mover_make([plan%handle], 1_c_int64_t, comm, &
      options_of(transport, alpha, beta, conjugate, with_return), self%handle), stat, errmsg)
  end subroutine

  function mover_source_size(self) result(elements)
    class(tessera_mover), intent(in) :: self
    integer(int64) :: elements, target
    elements = 0
    target = 0
    call tessera_finish(c_mover_sizes(self%handle, 0_c_int64_t, elements, target))
  end function

  function mover_target_size(self) result(elements)
    class(tessera_mover), intent(in) :: self
    integer(int64) :: elements, source
    elements = 0
    source = 0
    call tessera_finish(c_mover_sizes(self%handle, 0_c_int64_t, source, elements))
  end function

  subroutine mover_run(self, source, target, stat, errmsg)
    class(tessera_mover), intent(inout) :: self
    type(*), dimension(..), intent(in), contiguous, target :: source
    type(*), dimension(..), intent(inout), contiguous, target :: target
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_mover_run(self%handle, [c_loc(source)], [c_loc(target)]), stat, errmsg)
  end subroutine

  subroutine mover_begin(self, source, target, stat, errmsg)
    class(tessera_mover), intent(inout) :: self
    type(*), dimension(..), intent(in), asynchronous, target :: source
    type(*), dimension(..), intent(inout), asynchronous, target :: target
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    if (.not. (is_contiguous(source) .and. is_contiguous(target))) then
      call tessera_refuse("begin takes contiguous arrays", stat, errmsg)
      return
    end if
    call tessera_finish(c_mover_begin(self%handle, [c_loc(source)], [c_loc(target)]), stat, errmsg)
  end subroutine

  subroutine mover_end(self, stat, errmsg)
    class(tessera_mover), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_mover_end(self%handle), stat, errmsg)
  end subroutine

  subroutine mover_run_back(self, source, target, stat, errmsg)
    class(tessera_mover), intent(inout) :: self
    type(*), dimension(..), intent(inout), contiguous, target :: source
    type(*), dimension(..), intent(in), contiguous, target :: target
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_mover_run_back(self%handle, [c_loc(source)], [c_loc(target)]), stat, errmsg)
  end subroutine

  subroutine mover_free(self)
    class(tessera_mover), intent(inout) :: self
    call c_mover_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine mover_final(self)
    type(tessera_mover), intent(inout) :: self
    call self%free()
  end subroutine

  ! ---- Halos -----------------------------------------------------------------------------------------------------------------

  subroutine halo_make(self, mapping, comm, stencil, periodic, add, stat, errmsg)
    class(tessera_halo), intent(inout) :: self
    type(tessera_mapping), intent(in) :: mapping
    integer, intent(in) :: comm
    character(len=*), intent(in), optional :: stencil !< such as "star:1"; absent: the shadow planes that the array declares
    character(len=*), intent(in), optional :: periodic !< "all", or dimensions from 1, such as "1,3"
    logical, intent(in), optional :: add !< true: halos are added to the elements of their owners
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(kind=c_char, len=:), allocatable, target :: points, edges
    type(c_ptr) :: stencil_text, periodic_text
    integer(c_int) :: direction
    call self%free()
    stencil_text = c_null_ptr
    periodic_text = c_null_ptr
    direction = 0
    if (present(add)) direction = merge(1, 0, add)
    if (present(stencil)) then
      points = tessera_c_text(stencil)
      stencil_text = c_loc(points)
    end if
    if (present(periodic)) then
      edges = tessera_c_text(periodic)
      periodic_text = c_loc(edges)
    end if
    call tessera_finish(c_halo_make(mapping%handle, stencil_text, periodic_text, direction, comm, self%handle), stat, errmsg)
    if (c_associated(self%handle)) self%dims = mapping%dims()
  end subroutine

  function halo_size(self) result(elements)
    class(tessera_halo), intent(in) :: self
    integer(int64) :: elements
    elements = 0
    call tessera_finish(c_halo_allocation(self%handle, elements))
  end function

  function halo_strides(self) result(strides)
    class(tessera_halo), intent(in) :: self
    integer(int64), allocatable :: strides(:)
    allocate (strides(self%dims))
    call tessera_finish(c_halo_strides(self%handle, strides))
  end function

  function halo_place(self, index) result(place)
    class(tessera_halo), intent(in) :: self
    integer(int64), intent(in) :: index(:)
    integer(int64) :: place
    place = 0
    call tessera_finish(c_halo_offset(self%handle, index - 1, place))
    place = place + 1
  end function

  subroutine halo_run(self, part, stat, errmsg)
    class(tessera_halo), intent(inout) :: self
    type(*), dimension(..), intent(inout), contiguous, target :: part
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_halo_run(self%handle, c_loc(part)), stat, errmsg)
  end subroutine

  subroutine halo_begin(self, part, stat, errmsg)
    class(tessera_halo), intent(inout) :: self
    type(*), dimension(..), intent(inout), asynchronous, target :: part
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    if (.not. is_contiguous(part)) then
      call tessera_refuse("begin takes a contiguous array", stat, errmsg)
      return
    end if
    call tessera_finish(c_halo_begin(self%handle, c_loc(part)), stat, errmsg)
  end subroutine

  subroutine halo_end(self, stat, errmsg)
    class(tessera_halo), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_halo_end(self%handle), stat, errmsg)
  end subroutine

  subroutine halo_free(self)
    class(tessera_halo), intent(inout) :: self
    call c_halo_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine halo_final(self)
    type(tessera_halo), intent(inout) :: self
    call self%free()
  end subroutine

  ! ---- Shifts ----------------------------------------------------------------------------------------------------------------

  subroutine shift_make(self, mapping, distance, comm, edge, stat, errmsg)
    class(tessera_shift), intent(inout) :: self
    type(tessera_mapping), intent(in) :: mapping
    integer(int64), intent(in) :: distance(:)
    integer, intent(in) :: comm
    integer, intent(in), optional :: edge !< TESSERA_KEEP by default
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: treatment
    treatment = TESSERA_KEEP
    if (present(edge)) treatment = edge
    call self%free()
    call tessera_finish(c_shift_make(mapping%handle, distance, treatment, comm, self%handle), stat, errmsg)
  end subroutine

  subroutine shift_run(self, source, target, fill, stat, errmsg)
    class(tessera_shift), intent(inout) :: self
    type(*), dimension(..), intent(in), contiguous, target :: source
    type(*), dimension(..), intent(inout), contiguous, target :: target
    type(*), intent(in), optional, target :: fill !< one element for TESSERA_FILL
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    type(c_ptr) :: element
    element = c_null_ptr
    if (present(fill)) element = c_loc(fill)
    call tessera_finish(c_shift_run(self%handle, c_loc(source), c_loc(target), element), stat, errmsg)
  end subroutine

  subroutine shift_free(self)
    class(tessera_shift), intent(inout) :: self
    call c_shift_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine shift_final(self)
    type(tessera_shift), intent(inout) :: self
    call self%free()
  end subroutine

  ! ---- Routes ----------------------------------------------------------------------------------------------------------------

  !> `elements`: places in the array's storage order, from 1.
  subroutine route_make(self, mapping, elements, comm, stat, errmsg)
    class(tessera_route), intent(inout) :: self
    type(tessera_mapping), intent(in) :: mapping
    integer(int64), intent(in) :: elements(:)
    integer, intent(in) :: comm
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call self%free()
    call tessera_finish(c_route_make(mapping%handle, elements - 1, size(elements, kind=c_int64_t), comm, self%handle), stat, errmsg)
  end subroutine

  subroutine route_send(self, values, part, combine, stat, errmsg)
    class(tessera_route), intent(inout) :: self
    type(*), dimension(..), intent(in), contiguous, target :: values
    type(*), dimension(..), intent(inout), contiguous, target :: part
    integer, intent(in), optional :: combine !< TESSERA_REPLACE by default
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: way
    way = TESSERA_REPLACE
    if (present(combine)) way = combine
    call tessera_finish(c_route_send(self%handle, c_loc(values), c_loc(part), way), stat, errmsg)
  end subroutine

  subroutine route_get(self, part, values, stat, errmsg)
    class(tessera_route), intent(inout) :: self
    type(*), dimension(..), intent(in), contiguous, target :: part
    type(*), dimension(..), intent(inout), contiguous, target :: values
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_route_get(self%handle, c_loc(part), c_loc(values)), stat, errmsg)
  end subroutine

  subroutine route_free(self)
    class(tessera_route), intent(inout) :: self
    call c_route_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine route_final(self)
    type(tessera_route), intent(inout) :: self
    call self%free()
  end subroutine

  ! ---- Channels --------------------------------------------------------------------------------------------------------------

  !> Returns the options of a channel. Texts are for C, and live as long as the caller's variables.
  function channel_options_of(transfers, patience, algorithm, interface) result(options)
    integer, intent(in), optional :: transfers
    real(real64), intent(in), optional :: patience
    character(kind=c_char, len=:), allocatable, intent(in), target :: algorithm, interface !< not allocated: not given
    type(channel_options) :: options
    options%size = c_sizeof(options)
    if (present(transfers)) options%transfers = transfers
    if (present(patience)) options%patience = patience
    if (allocated(algorithm)) options%algorithm = c_loc(algorithm)
    if (allocated(interface)) options%interface = c_loc(interface)
  end function

  subroutine channel_make(self, mapping, end, file, comm, algorithm, transfers, patience, interface, stat, errmsg)
    class(tessera_channel), intent(inout) :: self
    type(tessera_mapping), intent(in) :: mapping
    integer, intent(in) :: end !< TESSERA_SENDER or TESSERA_RECEIVER
    character(len=*), intent(in) :: file !< where the two jobs meet
    integer, intent(in) :: comm
    character(len=*), intent(in), optional :: algorithm, interface
    integer, intent(in), optional :: transfers !< expected number; many by default
    real(real64), intent(in), optional :: patience !< seconds; 60 by default
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(kind=c_char, len=:), allocatable, target :: c_algorithm, c_interface
    if (present(algorithm)) c_algorithm = tessera_c_text(algorithm)
    if (present(interface)) c_interface = tessera_c_text(interface)
    call self%free()
    call tessera_finish(c_channel_make(mapping%handle, end, tessera_c_text(file), comm, &
      channel_options_of(transfers, patience, c_algorithm, c_interface), self%handle), stat, errmsg)
  end subroutine

  subroutine channel_make_within(self, mapping, end, name, both, sender, receiver, comm, algorithm, transfers, patience, stat, &
    errmsg)
    class(tessera_channel), intent(inout) :: self
    type(tessera_mapping), intent(in) :: mapping
    integer, intent(in) :: end !< TESSERA_SENDER or TESSERA_RECEIVER
    character(len=*), intent(in) :: name
    integer, intent(in) :: both, comm !< communicators
    integer, intent(in) :: sender, receiver !< ranks in `both` of the first ranks of the groups
    character(len=*), intent(in), optional :: algorithm
    integer, intent(in), optional :: transfers
    real(real64), intent(in), optional :: patience
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(kind=c_char, len=:), allocatable, target :: c_algorithm, c_interface
    if (present(algorithm)) c_algorithm = tessera_c_text(algorithm)
    call self%free()
    call tessera_finish(c_channel_make_within(mapping%handle, end, tessera_c_text(name), both, sender, receiver, comm, &
      channel_options_of(transfers, patience, c_algorithm, c_interface), self%handle), stat, errmsg)
  end subroutine

  subroutine channel_send(self, part, stat, errmsg)
    class(tessera_channel), intent(inout) :: self
    type(*), dimension(..), intent(in), contiguous, target :: part
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_channel_send(self%handle, c_loc(part)), stat, errmsg)
  end subroutine

  !> Waits for the next array. `arrived` is false if the sender has closed the channel.
  subroutine channel_receive(self, part, arrived, stat, errmsg)
    class(tessera_channel), intent(inout) :: self
    type(*), dimension(..), intent(inout), contiguous, target :: part
    logical, intent(out) :: arrived
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: number
    number = 0
    call tessera_finish(c_channel_receive(self%handle, c_loc(part), number), stat, errmsg)
    arrived = number /= 0
  end subroutine

  subroutine channel_close(self, stat, errmsg)
    class(tessera_channel), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tessera_finish(c_channel_close(self%handle), stat, errmsg)
  end subroutine

  subroutine channel_free(self)
    class(tessera_channel), intent(inout) :: self
    call c_channel_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine channel_final(self)
    type(tessera_channel), intent(inout) :: self
    call self%free()
  end subroutine

end module tessera_mpi
