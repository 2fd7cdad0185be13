// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs that fills halos.
#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view halo_cpp = R"(
constexpr std::array<long, dims> extents = {@extents@};
constexpr std::array<bool, dims> periodic = {@periodic@}; // do the ends of a dimension meet?

/// The neighbours that a computation reads: all offsets from low to high.
struct Offsets {
    std::array<long, dims> low, high;
};
std::vector<Offsets> const stencil = {
    @stencil@
};

// Who has a part of the array.
std::vector<Holder> const holders = {
    @holders@
};

// How many places each of them keeps along each dimension.
struct Shape {
    std::array<long, dims> lengths;
};
std::vector<Shape> const kept = {
    @kept@
};

// A row has a dimension, 0, a coordinate, and a family of the indices that it owns and their local places.
std::vector<TableRow> const owned_rows = {
    @owned_rows@
};

/// Part of what a rank sends another: a list of families for each dimension. All parts from one rank to another are one message.
struct Part {
    int from, to;
    std::array<long, dims> lists;
};
std::vector<Part> const parts = {
    @parts@
};
// The lists: dimension, number of the list, 0, and a family of the sender's and the receiver's local places.
std::vector<TableRow> const part_rows = {
    @part_rows@
};

Box owned_box(Holder const& holder) {
    Box box;
    for (std::size_t d = 0; d < dims; ++d) box[d] = find(owned_rows, d, 0, holder.at[d]);
    return box;
}

/// What a rank sends and receives.
void plan(int rank, std::vector<Message>& sends, std::vector<Message>& receives) {
    for (Part const& part : parts) {
        if (part.from != rank && part.to != rank) continue;
        std::vector<Message>& messages = part.from == rank ? sends : receives;
        int const partner = part.from == rank ? part.to : part.from;
        if (messages.empty() || messages.back().partner != partner) messages.push_back({partner, {}, {}});
        Box box;
        for (std::size_t d = 0; d < dims; ++d) box[d] = find(part_rows, d, part.lists[d], 0);
        messages.back().boxes.push_back(box);
    }
}

@active@
/// The neighbours of one element, as many strides away in memory as the offset says: each has its own number.
void check_neighbours(long number, Element const* place, Outcome& outcome) {
    @skip_inactive@
    for (Offsets const& offsets : stencil) {
        std::array<long, dims> offset = offsets.low;
        for (bool more = true; more;) {
            long neighbour = 0;
            long distance = 0;
            bool inside = true;
            for (std::size_t d = 0; d < dims; ++d) {
                long index = number / array_strides[d] % extents[d] + offset[d];
                if (periodic[d]) index = (index + extents[d]) % extents[d];
                inside = inside && 0 <= index && index < extents[d];
                neighbour += index * array_strides[d];
                distance += offset[d] * local_strides[d];
            }
            if (inside) {
                ++outcome.elements;
                if (place[distance] != element(neighbour)) ++outcome.wrong;
            }
            std::size_t d = dims; // on to the next offset, the last dimension first
            while (d > 0 && offset[d - 1] == offsets.high[d - 1]) --d;
            more = d > 0;
            if (more) ++offset[d - 1];
            for (; d < dims; ++d) offset[d] = offsets.low[d];
        }
    }
}

Outcome run(int rank) {
    std::vector<Element> local;
    std::vector<Message> sends;
    std::vector<Message> receives;
    Outcome outcome;
    for (std::size_t i = 0; i < holders.size(); ++i) {
        if (holders[i].rank != rank) continue;
        local_strides = gapless(kept[i].lengths);
        local.assign(product(kept[i].lengths), untouched);
        fill(owned_box(holders[i]), local_strides, local.data());
    }
    plan(rank, sends, receives);
    exchange_repeatedly(rank, sends, receives, local.data(), local.data());
    for (Holder const& me : holders) {
        if (me.rank != rank) continue;
        for_each_row(owned_box(me), array_strides, local_strides, [&](Family const& family, long number, long place) {
            for (long i = 0; i < family.count; ++i)
                for (long k = 0; k < family.length; ++k)
                    check_neighbours(number + i * family.from_step + k, &local[place + i * family.to_step + k], outcome);
        });
    }
    return outcome;
}

long expected_elements() { return @expected@; }
)";

constexpr std::string_view halo_declarations = R"(
integer(long), parameter :: extents(dims) = [integer(long) :: @extents@]
logical, parameter :: periodic(dims) = [@periodic@] ! do the ends of a dimension meet?

! The neighbours that a computation reads: all offsets from low to high.
type :: offset_box
  integer(long) :: low(dims), high(dims)
end type
type(offset_box), allocatable :: stencil(:)

type(holder), allocatable :: holders(:) ! who has a part of the array
type :: part_shape
  integer(long) :: lengths(dims)
end type
type(part_shape), allocatable :: kept(:) ! how many places each of them keeps along each dimension
type(table_row), allocatable :: owned_rows(:), part_rows(:)

! Part of what a rank sends another: a list of families for each dimension. All parts from one rank to another are one message.
type :: message_part
  integer :: from, to
  integer(long) :: lists(dims)
end type
type(message_part), allocatable :: parts(:)
)";

constexpr std::string_view halo_procedures = R"(
subroutine make_lists()
  @stencil@

  @holders@

  @kept@

  ! A row has a dimension, 0, a coordinate, and a family of the indices that it owns and their local places.
  @owned_rows@

  @parts@

  ! The lists: dimension, number of the list, 0, and a family of the sender's and the receiver's local places.
  @part_rows@
end subroutine

function owned_box(me) result(box)
  type(holder), intent(in) :: me
  type(element_box) :: box
  integer :: d
  do d = 1, dims
    box%along(d) = find(owned_rows, d, 0_long, me%at(d))
  end do
end function

! What this rank sends and receives.
subroutine plan()
  integer :: first, last, i
  type(element_box), allocatable :: boxes(:)
  allocate (sends(size(parts)), receives(size(parts)))
  last = 0
  do while (last < size(parts))
    first = last + 1
    last = first
    do while (last < size(parts))
      if (parts(last+1)%from /= parts(first)%from .or. parts(last+1)%to /= parts(first)%to) exit
      last = last + 1
    end do
    if (parts(first)%from /= rank .and. parts(first)%to /= rank) cycle
    allocate (boxes(last - first + 1))
    do i = first, last
      boxes(i - first + 1) = part_box(parts(i))
    end do
    if (parts(first)%from == rank) then
      call add(sends, sending, parts(first)%to, boxes)
    else
      call add(receives, receiving, parts(first)%from, boxes)
    end if
    deallocate (boxes)
  end do
end subroutine

function part_box(part) result(box)
  type(message_part), intent(in) :: part
  type(element_box) :: box
  integer :: d
  do d = 1, dims
    box%along(d) = find(part_rows, d, part%lists(d), 0_long)
  end do
end function

@active@
! The neighbours of one element, as many strides away in memory as the offset says: each has its own number.
subroutine check_neighbours(number, place)
  integer(long), intent(in) :: number, place
  integer(long) :: offset(dims), sides(dims), neighbour(dims), k, left
  integer :: s, d
  @skip_inactive@
  do s = 1, size(stencil)
    sides = stencil(s)%high - stencil(s)%low + 1
    do k = 0, product(sides) - 1
      left = k
      do d = 1, dims
        offset(d) = stencil(s)%low(d) + mod(left, sides(d))
        left = left / sides(d)
      end do
      neighbour = mod(number / array_strides, extents) + offset
      where (periodic) neighbour = modulo(neighbour, extents)
      if (any(neighbour < 0 .or. neighbour >= extents)) cycle
      compared = compared + 1
      if (after(place + sum(offset * local_strides)) /= element(sum(neighbour * array_strides))) differing = differing + 1
    end do
  end do
end subroutine

! The same for every element of a part: its neighbours have arrived.
recursive subroutine check_part(box, d, number, place)
  type(element_box), intent(in) :: box
  integer, intent(in) :: d
  integer(long), intent(in) :: number, place
  type(family) :: f
  integer(long) :: i, k
  integer :: n
  if (d > dims) then
    call check_neighbours(number, place)
    return
  end if
  do n = 1, size(box%along(d)%list)
    f = box%along(d)%list(n)
    do i = 0, f%count - 1
      do k = 0, f%length - 1
        call check_part(box, d + 1, number + (f%from + i * f%from_step + k) * array_strides(d), &
          place + (f%to + i * f%to_step + k) * local_strides(d))
      end do
    end do
  end do
end subroutine

subroutine run(elements, wrong)
  integer(long), intent(out) :: elements, wrong
  integer(long) :: local_size
  integer :: i
  call make_element_type()
  call make_lists()
  call plan()
  local_size = 0
  do i = 1, size(holders)
    if (holders(i)%rank /= rank) cycle
    local_strides = gapless(kept(i)%lengths)
    local_size = product(kept(i)%lengths)
  end do
  allocate (before(0:local_size-1))
  before = untouched
  after => before
  compared = 0
  differing = 0
  do i = 1, size(holders)
    if (holders(i)%rank == rank) call walk(filling, owned_box(holders(i)), array_strides, local_strides)
  end do
  call exchange_repeatedly()
  do i = 1, size(holders)
    if (holders(i)%rank == rank) call check_part(owned_box(holders(i)), 1, 0_long, 0_long)
  end do
  elements = compared
  wrong = differing
end subroutine

integer(long) function expected_elements()
  expected_elements = @expected@
end function
)";

constexpr std::string_view halo_memory_cpp = R"(
Strides local_strides{}; // of what this rank keeps: its elements, and room for their neighbours
)";

constexpr std::string_view halo_memory_declarations = R"(
! Of what this rank keeps: its elements, and room for their neighbours.
integer(long) :: local_strides(dims) = 0
)";

} // namespace

PartPattern const halo_memory_pattern{halo_memory_cpp, halo_memory_declarations, ""};
PartPattern const halo_pattern{halo_cpp, halo_declarations, halo_procedures};

} // namespace tessera::detail
