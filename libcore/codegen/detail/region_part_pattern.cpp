// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs for a node's memory of a region's array.
#include "libcore/codegen/detail/region_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view part_cpp = R"(
std::vector<Holder> const holders = {
    @holders@
};

// A row has a dimension, 0, a coordinate, and a family of the indices that it owns and their local places, both from 0.
std::vector<TableRow> const owned_rows = {
    @owned_rows@
};

/// A node's part of the array: what it owns, without gaps.
class Part {
  public:
    explicit Part(int rank) {
        std::array<long, dims> lengths{};
        for (Holder const& holder : holders) {
            if (holder.rank != rank) continue;
            for (std::size_t d = 0; d < dims; ++d) {
                owned[d] = find(owned_rows, d, 0, holder.at[d]);
                for (Family const& family : owned[d]) lengths[d] += family.count * family.length;
            }
        }
        strides = gapless(lengths);
        elements.assign(product(lengths), untouched);
    }

    Element& at(@a_arguments@) { return elements[static_cast<std::size_t>(@place_expression@)]; }

  private:
    /// Owned indices without a gap between them, the first of which lies at `place`.
    struct Run {
        long begin;
        unsigned long length;
        long place;
    };

    /// The run that was found last is often that of the next index, too: the search stays out of loops.
    long along(std::size_t d, long i) {
        Run& run = runs[d];
        if (static_cast<unsigned long>(i - run.begin) >= run.length) run = run_of(owned[d], i); // also where i < begin
        return run.place + i - run.begin;
    }

    [[gnu::noinline]] static Run run_of(Families const& families, long i) {
        for (Family const& family : families) {
            if (i < family.from) continue;
            long const block = family.count > 1 ? (i - family.from) / family.from_step : 0;
            long const first = family.from + block * family.from_step;
            if (block < family.count && i < first + family.length)
                return {first, static_cast<unsigned long>(family.length), family.to + block * family.to_step};
        }
        fprintf(stderr, "index %ld is not here\n", i);
        std::abort();
    }

    std::array<Families, dims> owned;
    std::array<Run, dims> runs{};
    Strides strides;
    std::vector<Element> elements;
};
)";

constexpr std::string_view part_declarations = R"(
type(holder), allocatable :: holders(:)
type(table_row), allocatable :: owned_rows(:)
! A node's part of the array: what it owns, without gaps.
type(families) :: owned(dims)
integer(long) :: strides(dims)
@element_type@, allocatable :: local(:)
! Along each dimension, the owned indices around the last one that was placed. An index minus run_shift is its local place.
integer(long) :: run_begin(dims), run_end(dims), run_shift(dims)
)";

constexpr std::string_view part_procedures = R"(
subroutine make_lists()
  @holders@

  ! A row has a dimension, 0, a coordinate, and a family of the indices that it owns and their local places, both from 0.
  @owned_rows@
end subroutine

subroutine make_part()
  integer(long) :: lengths(dims)
  integer :: i, d
  lengths = 0
  do i = 1, size(holders)
    if (holders(i)%rank /= rank) cycle
    do d = 1, dims
      owned(d) = find(owned_rows, d, 0_long, holders(i)%at(d))
      lengths(d) = sum(owned(d)%list%count * owned(d)%list%length)
    end do
  end do
  strides = gapless(lengths)
  run_end = 0
  run_begin = 0
  allocate (local(product(lengths)), source=untouched)
end subroutine

! Where this rank keeps an element, from 1.
integer(long) function place(@a@)
  integer(long), intent(in) :: @a@
  place = @place_expression@ + 1
end function

! The place of an index along a dimension, both from 0. The run that was found last is often that of the next index, too.
integer(long) function along(d, i)
  integer, intent(in) :: d
  integer(long), intent(in) :: i
  if (i < run_begin(d) .or. i >= run_end(d)) call find_run(d, i)
  along = i - run_shift(d)
end function

subroutine find_run(d, i)
  integer, intent(in) :: d
  integer(long), intent(in) :: i
  integer(long) :: block, begin
  type(family) :: f
  integer :: n
  do n = 1, size(owned(d)%list)
    f = owned(d)%list(n)
    if (i < f%from) cycle
    block = 0
    if (f%count > 1) block = (i - f%from) / f%from_step
    begin = f%from + block * f%from_step
    if (block >= f%count .or. i >= begin + f%length) cycle
    run_begin(d) = begin
    run_end(d) = begin + f%length
    run_shift(d) = begin - f%to - block * f%to_step
    return
  end do
  error stop 'an index is not here'
end subroutine
)";

} // namespace

PartPattern const region_part_pattern{part_cpp, part_declarations, part_procedures};

} // namespace tessera::detail
