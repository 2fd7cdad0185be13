! SPDX-License-Identifier: BSD-3-Clause
! Tessera: every procedure of the Fortran modules, in a program of others.
program fortran_interface
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  use mpi
  use tessera
  use tessera_mpi
  implicit none
  integer :: rank, ranks, ierror
  integer :: failures = 0

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call mappings_tell()
  call plans_tell()
  call arrays_move()
  call matrices_move()
  call neighbours_exchange()
  call values_follow_routes()
  call programs_hand_over()
  call MPI_Finalize(ierror)
  if (failures > 0) error stop 1

contains

  subroutine expect(is_so, what)
    logical, intent(in) :: is_so
    character(len=*), intent(in) :: what
    if (is_so) return
    failures = failures + 1
    write (error_unit, "(a, i0, a)") "rank ", rank, ": wrong: " // what
  end subroutine

  subroutine expect_invalid(stat, errmsg, words)
    integer, intent(in) :: stat
    character(len=*), intent(in) :: errmsg, words
    call expect(stat == TESSERA_INVALID .and. index(errmsg, words) > 0, "refused with: " // words // ", not: " // trim(errmsg))
  end subroutine

  subroutine mappings_tell()
    type(tessera_mapping) :: map, numbers
    integer :: stat
    character(len=300) :: errmsg
    call map%parse("real8 A(10,7)", "(block,cyclic(2)) onto P(2,2)")
    call expect(map%dims() == 2 .and. all(map%extents() == [10, 7]) .and. map%ranks() == 4, "extents")
    call expect(all(map%owners([6_int64, 3_int64]) == [3]), "owners")
    call expect(map%holds(1) .and. .not. map%holds(4), "holds")
    call expect(map%owned(1) == 15 .and. map%allocation(1) == 15, "owned")
    call expect(all(map%local_shape(1) == [5, 3]), "local_shape")
    call expect(all(map%indices(1, 2) == [3, 4, 7]) .and. size(map%indices(9, 1)) == 0, "indices")
    call expect(map%text() == "real8 A(10,7) (block,cyclic(2)) onto P(2,2)", "text")
    call expect(index(map%text("hpf"), "distribute") > 0, "text as hpf")
    call map%parse("real8 A(10,7)", "(blok,*)", 4, stat, errmsg)
    call expect_invalid(stat, errmsg, "did you mean 'block'?")
    call map%parse("real8 A(10,7)", "(block,*)", 4, stat, errmsg)
    call expect(stat == TESSERA_OK .and. map%ranks() == 4, "a mapping after an error")

    call numbers%cyclic([10_int64, 7_int64], [5_int64, 2_int64], [2_int64, 2_int64], element=TESSERA_FLOAT32, &
      order=TESSERA_COLUMN_MAJOR, first=[1_int64, 0_int64], ranks=[3_int64, 2_int64, 1_int64, 0_int64])
    call expect(all(numbers%owners([1_int64, 1_int64]) == [2]), "first and ranks")
    call numbers%cyclic([10_int64, 7_int64], [5_int64, 2_int64], [2_int64, 0_int64], stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "grid[1] is 0")
    call numbers%free()
    call numbers%free()
  end subroutine

  subroutine plans_tell()
    type(tessera_plan) :: plan
    type(tessera_site) :: site
    type(tessera_mapping) :: a, b
    type(tessera_totals) :: totals
    type(tessera_message), allocatable :: messages(:)
    integer :: stat
    character(len=300) :: errmsg
    call plan%parse("real8 A(8)", "(block)", "(cyclic)", 2)
    totals = plan%totals()
    call expect(totals%moved == 4 .and. totals%messages == 2 .and. totals%bytes_moved == 32, "totals")
    messages = plan%messages()
    call expect(size(messages) == 4 .and. messages(2)%from == 0 .and. messages(2)%to == 1, "messages")
    messages = plan%messages(1)
    call expect(size(messages) == 3, "messages of a rank")
    call expect(plan%ranks() == 2 .and. plan%peak_bytes() == 64, "ranks and peak_bytes")
    call expect(index(plan%schedule(), '"topology": "crossbar(2)"') > 0, "schedule")
    call site%make(topology="mesh(1,2)")
    call expect(index(plan%schedule("pex", site), '"topology": "mesh(1,2)"') > 0, "schedule on a site")
    call expect(index(plan%schedules(site), '"algorithm": "pex"') > 0, "schedules")
    call site%make("no-such-machine", stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "no profile is called")
    call expect(index(plan%json(), "tessera.redist/1") > 0 .and. index(plan%text(), "4 of 8 elements move") > 0, "reports")
    call expect(plan%collective() == "an all-to-all among 2 ranks", "collective")
    call plan%source(a)
    call plan%target(b)
    call expect(index(a%text(), "block") > 0 .and. index(b%text(), "cyclic") > 0, "source and target")
    call a%parse("real8 A(6,4)", "(block,*) onto P(2)")
    call b%parse("real8 B(4,6)", "(*,block) onto P(2)")
    call plan%make(a, b, "B(j,i)=A(i,j)")
    totals = plan%totals()
    call expect(totals%elements == 24 .and. totals%moved == 0, "a transposition")
    call plan%make(a, b, stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "is 6 x 4")
    call plan%job("      real A(9)" // new_line("a") // "!hpf$ distribute A(block)" // new_line("a"), 3, stat)
    call expect(stat == TESSERA_OK .and. plan%ranks() == 3, "a job")
    call plan%job("      real A(9)" // new_line("a") // "!hpf$ distribute A(blok)" // new_line("a"), 3, stat, errmsg)
    call expect_invalid(stat, errmsg, "job:2:20")
  end subroutine

  subroutine arrays_move()
    type(tessera_plan) :: plan
    type(tessera_mapping) :: from, to
    type(tessera_mover) :: mover
    real(real64), allocatable :: a(:), b(:), wide(:)
    integer(int64), allocatable :: held(:), wanted(:)
    integer :: stat
    character(len=300) :: errmsg
    call plan%parse("real8 A(24)", "(block)", "(cyclic)", ranks)
    call plan%source(from)
    call plan%target(to)
    held = from%indices(rank, 1)
    wanted = to%indices(rank, 1)
    call mover%make(plan, MPI_COMM_WORLD, with_return=.true.)
    allocate (a(mover%source_size()), b(mover%target_size()), wide(2 * mover%source_size()))
    a = real(held, real64)
    b = -1
    call mover%begin(a, b)
    call mover%end()
    call expect(all(b == wanted), "begin and end")
    a = -1
    call mover%run_back(a, b)
    call expect(all(a == held), "run_back")
    if (size(a) > 1) then
      call mover%begin(wide(::2), b, stat, errmsg)
      call expect_invalid(stat, errmsg, "begin takes contiguous arrays")
    end if
    ! The compiler copies a section with gaps.
    wide = -1
    wide(::2) = held
    b = -1
    call mover%run(wide(::2), b)
    call expect(all(b == wanted), "a section with gaps")
    call mover%make(plan, MPI_COMM_WORLD, transport=TESSERA_POINT_TO_POINT, alpha=(2.0_real64, 0.0_real64), &
      beta=(-1.0_real64, 0.0_real64))
    call mover%run(a, b)
    call expect(all(b == wanted), "2 A - B")
    call mover%make(plan, MPI_COMM_WORLD, transport=17, stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "17 is no transport")
    call mover%parse("real8 A(24)", "(block)", "(cylic)", MPI_COMM_WORLD, stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "did you mean 'cyclic'?")
    call mover%end(stat, errmsg)
    call expect_invalid(stat, errmsg, "mover is null")
    call mover%free()
  end subroutine

  !> Matrices of integers and of complex numbers.
  subroutine matrices_move()
    type(tessera_plan) :: plan
    type(tessera_mapping) :: from, to
    type(tessera_mover) :: mover
    integer, allocatable :: a(:, :), b(:, :)
    complex(real64), allocatable :: c(:), d(:)
    integer(int64), allocatable :: rows(:), columns(:), shape(:)
    integer :: i, j
    call plan%parse("integer A(11,9)", "(block,*)", "(*,cyclic)", ranks)
    call plan%source(from)
    call plan%target(to)
    call mover%make(plan, MPI_COMM_WORLD)
    shape = from%local_shape(rank)
    allocate (a(shape(1), shape(2)))
    rows = from%indices(rank, 1)
    do j = 1, 9
      a(:, j) = int(100 * rows + j)
    end do
    shape = to%local_shape(rank)
    allocate (b(shape(1), shape(2)))
    columns = to%indices(rank, 2)
    call mover%run(a, b)
    do j = 1, size(columns)
      call expect(all(b(:, j) == [(int(100 * i + columns(j)), i = 1, 11)]), "a matrix of integers")
    end do
    call mover%parse("complex*16 C(12)", "(block)", "(cyclic)", MPI_COMM_WORLD, conjugate=.true.)
    allocate (c(mover%source_size()), d(mover%target_size()))
    c = (1.0_real64, 2.0_real64)
    call mover%run(c, d)
    call expect(all(d == (1.0_real64, -2.0_real64)), "conjugated elements")
    call mover%free()
  end subroutine

  !> Each rank asks for elements of others, and adds to them.
  subroutine values_follow_routes()
    type(tessera_mapping) :: held
    type(tessera_route) :: route
    real(real64), allocatable :: part(:)
    real(real64) :: values(3)
    integer :: stat
    character(len=300) :: errmsg
    call held%parse("real8 A(24)", "(cyclic)", ranks)
    part = real(held%indices(rank, 1), real64)
    call route%make(held, [24_int64, 1_int64, 1_int64], MPI_COMM_WORLD)
    call route%get(part, values)
    call expect(all(values == [24, 1, 1]), "values by a route")
    call route%send(values, part, TESSERA_SUM)
    call route%get(part, values)
    call expect(all(values == [24 + 24 * ranks, 1 + 2 * ranks, 1 + 2 * ranks]), "sums by a route")
    call route%send(values, part, 9, stat, errmsg)
    call expect_invalid(stat, errmsg, "9 is no way to combine")
    call route%make(held, [25_int64], MPI_COMM_WORLD, stat, errmsg)
    call expect_invalid(stat, errmsg, "24")
    call route%free()
  end subroutine

  !> The first rank sends to all others.
  subroutine programs_hand_over()
    type(tessera_mapping) :: held
    type(tessera_channel) :: port
    real(real64), allocatable :: part(:)
    integer(int64), allocatable :: mine(:)
    integer :: own, stat
    logical :: arrived
    character(len=300) :: errmsg
    if (ranks < 2) return
    call MPI_Comm_split(MPI_COMM_WORLD, min(rank, 1), rank, own, ierror)
    call held%parse("real8 A(24)", merge("(block) ", "(cyclic)", rank == 0), merge(1, ranks - 1, rank == 0))
    call port%make_within(held, merge(TESSERA_SENDER, TESSERA_RECEIVER, rank == 0), "numbers", MPI_COMM_WORLD, 0, 1, own, &
      algorithm="all-to-all", transfers=1)
    mine = held%indices(max(rank - 1, 0), 1)
    allocate (part(size(mine)))
    if (rank == 0) then
      part = real(mine, real64)
      call port%send(part)
      call port%close()
      call port%receive(part, arrived, stat, errmsg)
      call expect_invalid(stat, errmsg, "this end sends")
    else
      call port%receive(part, arrived)
      call expect(arrived .and. all(part == mine), "an array through a channel")
      call port%receive(part, arrived)
      call expect(.not. arrived, "the end of a channel")
    end if
    call port%free()
    call port%make(held, 7, "file", own, stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "7 is no end")
    call MPI_Comm_free(own, ierror)
  end subroutine

  subroutine neighbours_exchange()
    type(tessera_mapping) :: field
    type(tessera_halo) :: halo
    type(tessera_shift) :: shift
    real(real64), allocatable :: part(:), a(:), b(:)
    integer(int64), allocatable :: mine(:)
    integer(int64) :: place
    integer :: i, stat
    character(len=300) :: errmsg
    call field%parse("real8 A(24)", "(block)", ranks)
    mine = field%indices(rank, 1)
    call halo%make(field, MPI_COMM_WORLD, "star:1", "all")
    allocate (part(halo%size()))
    part = -1
    do i = 1, size(mine)
      part(halo%place([mine(i)])) = real(mine(i), real64)
    end do
    call halo%run(part)
    call halo%begin(part)
    call halo%end()
    call expect(all(halo%strides() == [1]), "strides of a halo")
    if (size(mine) > 0) then
      place = halo%place([mine(1)])
      call expect(part(place - 1) == merge(24_int64, mine(1) - 1, mine(1) == 1), "the neighbour below")
    end if
    call halo%make(field, MPI_COMM_WORLD, stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "declares no shadow planes")
    call halo%make(field, MPI_COMM_WORLD, "star:1", add=.true.)
    part = 1
    call halo%run(part)
    if (size(mine) > 0 .and. mine(1) > 1) call expect(part(halo%place([mine(1)])) >= 2, "a halo that is added")
    call halo%free()

    call shift%make(field, [1_int64], MPI_COMM_WORLD, TESSERA_FILL)
    allocate (a(field%allocation(rank)), b(field%allocation(rank)))
    a = real(mine, real64)
    call shift%run(a, b, fill=-3.0_real64)
    call expect(all(b == merge(-3_int64, mine - 1, mine == 1)), "a shift with a fill")
    call shift%run(a, b, stat=stat, errmsg=errmsg)
    call expect_invalid(stat, errmsg, "fill is null")
    call shift%make(field, [1_int64], MPI_COMM_WORLD, 9, stat, errmsg)
    call expect_invalid(stat, errmsg, "9 is no edge")
    call shift%free()
  end subroutine

end program
