// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs for boxes of elements.
#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view families_cpp = R"(
constexpr std::size_t dims = @dims@; // of the array, the slowest in memory first@named_dims@

/// Blocks at equal distances (FALLS): `count` blocks of `length` neighbours. The first lies at `from` on one side and at `to` on
/// the other, each next one from_step and to_step further.
struct Family {
    long count, length, from, from_step, to, to_step;
};
using Families = std::vector<Family>;

/// How far apart neighbours along each dimension lie.
using Strides = std::array<long, dims>;

/// A rank that holds a part of the array, and its coordinate along each dimension.
struct Holder {
    int rank;
    std::array<long, dims> at;
};

/// Strides of an array of this shape without gaps; the last dimension is the fastest.
Strides gapless(std::array<long, dims> const& lengths) {
    Strides strides;
    strides[dims - 1] = 1;
    for (std::size_t d = dims - 1; d > 0; --d) strides[d - 1] = strides[d] * lengths[d];
    return strides;
}

std::size_t product(std::array<long, dims> const& lengths) {
    std::size_t all = 1;
    for (long const length : lengths) all *= static_cast<std::size_t>(length);
    return all;
}
)";

constexpr std::string_view boxes_cpp = R"(
constexpr Strides array_strides = {@array_strides@}; // in an array of all elements: it numbers them

/// Families along each dimension. Their product is a set of elements, with the places that they have on two sides.
using Box = std::array<Families, dims>;

/// How many places it has along each dimension.
std::array<long, dims> shape(Box const& box) {
    std::array<long, dims> lengths{};
    for (std::size_t d = 0; d < dims; ++d)
        for (Family const& family : box[d]) lengths[d] += family.count * family.length;
    return lengths;
}

std::size_t size(Box const& box) { return product(shape(box)); }

/// Visits a box row by row, the slowest dimension first: the families of the fastest, and where their blocks begin on both sides.
template <class Visit>
void for_each_row(Box const& box, Strides const& from, Strides const& to, Visit const& visit, std::size_t d = 0, long a = 0,
                  long b = 0) {
    for (Family const& family : box[d]) {
        if (d + 1 == dims) {
            visit(family, a + family.from, b + family.to);
            continue;
        }
        for (long i = 0; i < family.count; ++i)
            for (long k = 0; k < family.length; ++k)
                for_each_row(box, from, to, visit, d + 1, a + (family.from + i * family.from_step + k) * from[d],
                             b + (family.to + i * family.to_step + k) * to[d]);
    }
}

/// Every element of a rank's part gets its number in the whole array.
void fill(Box const& owned, Strides const& strides, Element* local) {
    for_each_row(owned, array_strides, strides, [&](Family const& family, long number, long place) {
        for (long i = 0; i < family.count; ++i)
            for (long k = 0; k < family.length; ++k)
                local[place + i * family.to_step + k] = element(number + i * family.from_step + k);
    });
}
)";

constexpr std::string_view families_declarations = R"(
integer, parameter :: dims = @dims@ ! of the array, the slowest in memory first@named_dims@

! Blocks at equal distances (FALLS): `count` blocks of `length` neighbours. The first lies at `from` on one side and at `to` on
! the other, each next one from_step and to_step further.
type :: family
  integer(long) :: count, length, from, from_step, to, to_step
end type
type :: families
  type(family), allocatable :: list(:)
end type

! A rank that holds a part of the array, and its coordinate along each dimension.
type :: holder
  integer :: rank
  integer(long) :: at(dims)
end type
)";

constexpr std::string_view families_procedures = R"(
! Strides of an array of this shape without gaps; the last dimension is the fastest.
pure function gapless(lengths) result(strides)
  integer(long), intent(in) :: lengths(dims)
  integer(long) :: strides(dims), stride
  integer :: d
  stride = 1
  do d = dims, 1, -1
    strides(d) = stride
    stride = stride * lengths(d)
  end do
end function
)";

constexpr std::string_view boxes_declarations = R"(
! Families along each dimension. Their product is a set of elements, with the places that they have on two sides.
type :: element_box
  type(families) :: along(dims)
end type

! How far apart neighbours along each dimension lie in an array of all elements: it numbers them, from 0.
integer(long), parameter :: array_strides(dims) = [integer(long) :: @array_strides@]

! What is done with the rows of a box, between arrays whose elements are numbered from 0.
integer, parameter :: packing = 1, unpacking = 2, copying = 3, filling = 4, checking = 5, &
  placing_before = 6, placing_after = 7
integer :: task
@element_type@, pointer, contiguous :: before(:), after(:), buffer(:)
integer(long) :: next, compared, differing
! What placing finds: where the elements begin, or that they do not lie one behind the other.
integer(long) :: first
logical :: apart
)";

constexpr std::string_view boxes_procedures = R"(
! How many places it has along each dimension.
pure function box_shape(box) result(lengths)
  type(element_box), intent(in) :: box
  integer(long) :: lengths(dims)
  integer :: d
  do d = 1, dims
    lengths(d) = sum(box%along(d)%list%count * box%along(d)%list%length)
  end do
end function

pure integer(long) function box_size(box)
  type(element_box), intent(in) :: box
  box_size = product(box_shape(box))
end function

! Does a task with every row of a box.
subroutine walk(what, box, from, to)
  integer, intent(in) :: what
  type(element_box), intent(in) :: box
  integer(long), intent(in) :: from(dims), to(dims)
  task = what
  call for_each_row(box, from, to, 1, 0_long, 0_long)
end subroutine

! Row by row, the slowest dimension first: the families of the fastest, and where their blocks begin on both sides.
recursive subroutine for_each_row(box, from, to, d, a, b)
  type(element_box), intent(in) :: box
  integer(long), intent(in) :: from(dims), to(dims), a, b
  integer, intent(in) :: d
  type(family) :: f
  integer(long) :: i, k
  integer :: n
  do n = 1, size(box%along(d)%list)
    f = box%along(d)%list(n)
    if (d == dims) then
      call do_row(f, a + f%from, b + f%to)
      cycle
    end if
    do i = 0, f%count - 1
      do k = 0, f%length - 1
        call for_each_row(box, from, to, d + 1, a + (f%from + i * f%from_step + k) * from(d), &
          b + (f%to + i * f%to_step + k) * to(d))
      end do
    end do
  end do
end subroutine

! The blocks of a family, which begin at a on one side and at b on the other.
subroutine do_row(f, a, b)
  type(family), intent(in) :: f
  integer(long), intent(in) :: a, b
  select case (task)
  case (packing)
    call copy_blocks(f, before, a, f%from_step, buffer, next, f%length)
    next = next + f%count * f%length
  case (unpacking)
    call copy_blocks(f, buffer, next, f%length, after, b, f%to_step)
    next = next + f%count * f%length
  case (copying)
    if (associated(before, after)) then
      call do_blocks(f, a, b)
    else
      call copy_blocks(f, before, a, f%from_step, after, b, f%to_step)
    end if
  case default
    call do_blocks(f, a, b)
  end select
end subroutine

! Block by block. Blocks of one element are a row of elements that lie apart.
subroutine do_blocks(f, a, b)
  type(family), intent(in) :: f
  integer(long), intent(in) :: a, b
  integer(long) :: i
  if (f%length == 1) then
    call do_elements(f%count, a, f%from_step, b, f%to_step)
  else
    do i = 0, f%count - 1
      call do_elements(f%length, a + i * f%from_step, 1_long, b + i * f%to_step, 1_long)
    end do
  end if
end subroutine

! So many elements, from a in steps of da on one side and from b in steps of db on the other.
subroutine do_elements(count, a, da, b, db)
  integer(long), intent(in) :: count, a, da, b, db
  integer(long) :: k
  select case (task)
  case (copying) ! before and after are one array
    do k = 0, count - 1
      after(b + k * db) = before(a + k * da)
    end do
  case (filling) ! with their numbers
    do k = 0, count - 1
      before(b + k * db) = element(a + k * da)
    end do
  case (checking)
    do k = 0, count - 1
      if (after(b + k * db) /= element(a + k * da)) differing = differing + 1
    end do
    compared = compared + count
  case (placing_before)
    call follow(a, da, count)
  case (placing_after)
    call follow(b, db, count)
  end select
  next = next + count
end subroutine

! Are these the next ones behind the first?
subroutine follow(place, step, count)
  integer(long), intent(in) :: place, step, count
  if (first < 0) first = place
  if (place /= first + next .or. (step /= 1 .and. count > 1)) apart = .true.
end subroutine

! Between two arrays, which the compiler may take for different ones: that halves the time. Short blocks cost less in a loop.
subroutine copy_blocks(f, from, a, da, to, b, db)
  type(family), intent(in) :: f
  integer(long), intent(in) :: a, da, b, db
  @element_type@, intent(in) :: from(0:*)
  @element_type@, intent(inout) :: to(0:*)
  integer(long) :: i, k
  if (f%length == 1) then
    do i = 0, f%count - 1
      to(b + i * db) = from(a + i * da)
    end do
  else if (f%length < 16) then
    do i = 0, f%count - 1
      do k = 0, f%length - 1
        to(b + i * db + k) = from(a + i * da + k)
      end do
    end do
  else
    do i = 0, f%count - 1
      to(b + i * db:b + i * db + f%length - 1) = from(a + i * da:a + i * da + f%length - 1)
    end do
  end if
end subroutine
)";

constexpr std::string_view tables_cpp = R"(
/// A family along a dimension, which is found by two numbers.
struct TableRow {
    std::size_t d;
    long row, column;
    Family family;
};

Families find(std::vector<TableRow> const& table, std::size_t d, long row, long column) {
    Families found;
    for (TableRow const& each : table)
        if (each.d == d && each.row == row && each.column == column) found.push_back(each.family);
    return found;
}
)";

constexpr std::string_view tables_declarations = R"(
! A family along a dimension, which is found by two numbers.
type :: table_row
  integer(long) :: d, row, column
  type(family) :: f
end type
)";

constexpr std::string_view tables_procedures = R"(
function find(table, d, row, column) result(found)
  type(table_row), intent(in) :: table(:)
  integer, intent(in) :: d
  integer(long), intent(in) :: row, column
  type(families) :: found
  allocate (found%list, source=pack(table%f, table%d == d .and. table%row == row .and. table%column == column))
end function
)";

} // namespace

PartPattern const families_pattern{families_cpp, families_declarations, families_procedures};
PartPattern const boxes_pattern{boxes_cpp, boxes_declarations, boxes_procedures};
PartPattern const tables_pattern{tables_cpp, tables_declarations, tables_procedures};

} // namespace tessera::detail
