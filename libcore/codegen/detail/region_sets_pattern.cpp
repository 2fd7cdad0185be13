// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs for the polyhedra of a region.
#include "libcore/codegen/detail/region_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view sets_cpp = R"(
constexpr long array_size = @array_size@;

/// The number of a processor among all, from 0, by its coordinates; its rank; and the rank that does the I/O for it.
int processor(@p_arguments@) { return static_cast<int>(@processor_expression@); }
constexpr int rank_of[] = {@ranks_list@};
constexpr int host_of[] = {@hosts_list@};

bool is_host(int rank) { return std::find(std::begin(host_of), std::end(host_of), rank) != std::end(host_of); }

@helpers@
/// An element's number in storage order.
std::size_t number(@a_arguments@) { return static_cast<std::size_t>(@number_expression@); }

/// C: is anything touched?
bool is_touched() {
    @condition_loops@
    @otherwise_false@
}

/// P1: the coordinates of those that have some of it; of several with the same elements, the first.
template <class Visit>
void for_each_owner(@owner_visit@) {
    @owner_loops@
}

/// E: the elements of one of them, in the order of memory.
template <class Visit>
void for_each_element(@element_visit@) {
    @element_loops@
}

/// The region itself, made without the mapping: what the others are checked against.
template <class Visit>
void for_each_touched(@touched_visit@) {
    @touched_loops@
}

/// All coordinates of the processors.
template <class Visit>
void for_each_processor(Visit visit) {
    @processor_loops@
}

long count_elements(@p_arguments@) {
    long count = 0;
    for_each_element(@p_and@[&](@unnamed_index@) { ++count; });
    return count;
}

/// How many elements have no owner, or several?
long check_cover() {
    std::vector<int> times(array_size, 0);
    for_each_owner([&](@p_arguments@) { for_each_element(@p_and@[&](@a_arguments@) { ++times[number(@a@)]; }); });
    for_each_touched([&](@a_arguments@) { --times[number(@a@)]; });
    return std::count_if(times.begin(), times.end(), [](int n) { return n != 0; });
}
)";

constexpr std::string_view sets_declarations = R"(
integer(long), parameter :: array_size = @array_size@_long
! By the number of a processor: its rank, and the rank that does the I/O for it.
integer, parameter :: processors = @processors@
integer, parameter :: rank_of(0:processors-1) = [@ranks_list@]
integer, parameter :: host_of(0:processors-1) = [@hosts_list@]
integer(long), allocatable :: owners(:,:) ! the coordinates of one owner in each column
! A host's array, and what is received.
@element_type@, allocatable, target :: array(:), message(:)
integer, allocatable :: times(:) ! how often each element has an owner
! What is done with every element that a scan visits, and how many it has visited.
integer, parameter :: counting = 1, covering = 2, numbering = 3, packing = 4, unpacking = 5, expecting = 6, &
  writing = 7, sending = 8, placing = 9, checking = 10
integer :: task
integer(long) :: next
)";

constexpr std::string_view sets_procedures = R"(
@helpers@
! An element's number in storage order, from 1.
pure integer(long) function number(@a@)
  integer(long), intent(in) :: @a@
  number = @number_expression@ + 1
end function

! The number of a processor among all, from 0, by its coordinates.
pure integer function processor(@p@)
  @declare_p@
  processor = int(@processor_expression@)
end function

! C: is anything touched?
pure logical function is_touched()
  is_touched = .false.
  @condition_loops@
end function

! P1: the coordinates of those that have some of it; of several with the same elements, the first.
function owner_list() result(list)
  integer(long), allocatable :: list(:,:)
  integer(long) :: n
  @owner_variables@
  allocate (list(@p_count@, 0))
  n = 0
  @owner_loops@
  list = list(:, 1:n)
end function

! E: visits the elements of one of them, in the order of memory.
subroutine scan_elements(@what_and_p@)
  integer, intent(in) :: what
  @declare_p@
  @element_variables@
  @unused_coordinates@
  task = what
  next = 0
  @element_loops@
end subroutine

@visit_element@
integer(long) function count_elements(@p@)
  @declare_p@
  call scan_elements(@counting_p@)
  count_elements = next
end function

! Visits the region itself, made without the mapping: what the others are checked against.
subroutine scan_touched(what)
  integer, intent(in) :: what
  @touched_variables@
  task = what
  next = 0
  @touched_loops@
end subroutine

@visit_touched@
! How many elements have no owner, or several?
integer(long) function check_cover()
  integer(long) :: o
  allocate (times(array_size), source=0)
  do o = 1, size(owners, 2)
    call scan_elements(covering@and_owner@)
  end do
  call scan_touched(covering)
  check_cover = count(times /= 0, kind=long)
  deallocate (times)
end function
)";

} // namespace

PartPattern const region_sets_pattern{sets_cpp, sets_declarations, sets_procedures};

} // namespace tessera::detail
