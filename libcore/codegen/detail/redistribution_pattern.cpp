// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs that redistributes an array.
#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view redistribution_cpp = R"(
/// The product of what two coordinates share along each dimension.
Box shared_box(Holder const& from, Holder const& to) {
    Box box;
    for (std::size_t d = 0; d < dims; ++d) box[d] = shared(d, from.at[d], to.at[d]);
    return box;
}

/// A rank's part of the array, from the numbers of its elements to their places.
template <class Owned>
Box owned_box(Holder const& holder, Owned const& owned) {
    Box box;
    for (std::size_t d = 0; d < dims; ++d) box[d] = owned(d, holder.at[d]);
    return box;
}

@choice_of_copies@
/// What a rank sends and receives.
void plan(int rank, std::vector<Message>& sends, std::vector<Message>& receives) {
    for (Holder const& from : sources)
        for (Holder const& to : targets) {
            if (from.rank != rank && to.rank != rank) continue;
            @skip_copies@
            Box const box = shared_box(from, to);
            if (size(box) == 0) continue;
            if (from.rank == rank)
                sends.push_back({to.rank, {box}, {}});
            else
                receives.push_back({from.rank, {box}, {}});
        }
}

Outcome check(Box const& owned, Element const* local) {
    Outcome outcome;
    for_each_row(owned, array_strides, target_strides, [&](Family const& family, long number, long place) {
        for (long i = 0; i < family.count; ++i)
            for (long k = 0; k < family.length; ++k, ++outcome.elements)
                if (local[place + i * family.to_step + k] != element(number + i * family.from_step + k)) ++outcome.wrong;
    });
    return outcome;
}

Outcome run(int rank) {
    std::vector<Element> before;
    std::vector<Element> after;
    for (Holder const& me : sources) {
        if (me.rank != rank) continue;
        Box const owned = owned_box(me, source_owned);
        source_strides = gapless(shape(owned));
        before.assign(size(owned), untouched);
        fill(owned, source_strides, before.data());
    }
    for (Holder const& me : targets) {
        if (me.rank != rank) continue;
        Box const owned = owned_box(me, target_owned);
        target_strides = gapless(shape(owned));
        after.assign(size(owned), untouched);
    }
    std::vector<Message> sends;
    std::vector<Message> receives;
    plan(rank, sends, receives);
    exchange_repeatedly(rank, sends, receives, before.data(), after.data());
    for (Holder const& me : targets)
        if (me.rank == rank) return check(owned_box(me, target_owned), after.data());
    return {};
}

long expected_elements() { return @expected@; }
)";

constexpr std::string_view redistribution_procedures = R"(
! The product of what two coordinates share along each dimension.
function shared_box(from, to) result(box)
  type(holder), intent(in) :: from, to
  type(element_box) :: box
  integer :: d
  do d = 1, dims
    box%along(d) = shared(d, from%at(d), to%at(d))
  end do
end function

! A rank's part of the array before and after, from the numbers of its elements to their places.
function source_box(me) result(box)
  type(holder), intent(in) :: me
  type(element_box) :: box
  integer :: d
  do d = 1, dims
    box%along(d) = source_owned(d, me%at(d))
  end do
end function

function target_box(me) result(box)
  type(holder), intent(in) :: me
  type(element_box) :: box
  integer :: d
  do d = 1, dims
    box%along(d) = target_owned(d, me%at(d))
  end do
end function

@choice_of_copies@
! What this rank sends and receives.
subroutine plan()
  type(element_box) :: box(1)
  integer :: s, t
  allocate (sends(size(targets)), receives(size(sources)))
  do s = 1, size(sources)
    do t = 1, size(targets)
      if (sources(s)%rank /= rank .and. targets(t)%rank /= rank) cycle
      @skip_copies@
      box(1) = shared_box(sources(s), targets(t))
      if (box_size(box(1)) == 0) cycle
      if (sources(s)%rank == rank) then
        call add(sends, sending, targets(t)%rank, box)
      else
        call add(receives, receiving, sources(s)%rank, box)
      end if
    end do
  end do
end subroutine

subroutine run(elements, wrong)
  integer(long), intent(out) :: elements, wrong
  integer(long) :: source_size, target_size
  integer :: i
  call make_element_type()
  call make_lists()
  call plan()
  source_size = 0
  target_size = 0
  do i = 1, size(sources)
    if (sources(i)%rank /= rank) cycle
    source_strides = gapless(box_shape(source_box(sources(i))))
    source_size = box_size(source_box(sources(i)))
  end do
  do i = 1, size(targets)
    if (targets(i)%rank /= rank) cycle
    target_strides = gapless(box_shape(target_box(targets(i))))
    target_size = box_size(target_box(targets(i)))
  end do
  allocate (before(0:source_size-1), after(0:target_size-1))
  before = untouched
  after = untouched
  compared = 0
  differing = 0
  do i = 1, size(sources)
    if (sources(i)%rank == rank) call walk(filling, source_box(sources(i)), array_strides, source_strides)
  end do
  call exchange_repeatedly()
  do i = 1, size(targets)
    if (targets(i)%rank == rank) call walk(checking, target_box(targets(i)), array_strides, target_strides)
  end do
  elements = compared
  wrong = differing
end subroutine

integer(long) function expected_elements()
  expected_elements = @expected@
end function
)";

} // namespace

PartPattern const redistribution_pattern{redistribution_cpp, "", redistribution_procedures};

} // namespace tessera::detail
