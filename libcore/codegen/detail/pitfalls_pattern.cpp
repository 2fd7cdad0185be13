// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs that intersects PITFALLS.
#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view pitfalls_cpp = R"(
Strides source_strides{}, target_strides{}; // of this rank's local arrays, before and after: each is as large as what it owns

/// Processors that act together. Inside they have virtual numbers 0, 1, ...: number v has coordinate v / step % extent along a
/// dimension. Messages go to their real ranks.
struct Group {
    std::vector<int> ranks;
    Strides extents, steps;
};
Group const source_group = {{@source_ranks@}, {@source_extents@}, {@source_steps@}};
Group const target_group = {{@target_ranks@}, {@target_extents@}, {@target_steps@}};

std::vector<Holder> members(Group const& group) {
    std::vector<Holder> holders;
    for (int const rank : group.ranks) {
        Holder holder{rank, {}};
        for (std::size_t d = 0; d < dims; ++d)
            holder.at[d] = static_cast<long>(holders.size()) / group.steps[d] % group.extents[d];
        holders.push_back(holder);
    }
    return holders;
}
std::vector<Holder> const sources = members(source_group);
std::vector<Holder> const targets = members(target_group);

/// Segments at equal distances: n of them, the first from l to r, each next one s further. They lie in local memory one behind the
/// other, from `local` on.
struct Falls {
    long l, r, s, n, local;
};

/// The FALLS of p processors along dimension d: that of coordinate first + q lies q * disp further than the first one.
struct Pitfalls {
    std::size_t d;
    long first, p, disp;
    Falls falls;
};
std::vector<Pitfalls> const source_pitfalls = {
    @source_pitfalls@
};
std::vector<Pitfalls> const target_pitfalls = {
    @target_pitfalls@
};

/// What a coordinate owns.
std::vector<Falls> falls_of(std::vector<Pitfalls> const& all, std::size_t d, long at) {
    std::vector<Falls> found;
    for (Pitfalls const& each : all) {
        long const q = at - each.first;
        if (each.d != d || q < 0 || q >= each.p) continue;
        Falls falls = each.falls;
        falls.l += q * each.disp;
        falls.r += q * each.disp;
        found.push_back(falls);
    }
    return found;
}

long local_place(Falls const& f, long index) {
    return f.local + (index - f.l) / f.s * (f.r - f.l + 1) + (index - f.l) % f.s;
}

/// Divisions that round down and up, by a positive number.
long floor_div(long a, long b) { return a / b - (a % b < 0 ? 1 : 0); }
long ceil_div(long a, long b) { return a / b + (a % b > 0 ? 1 : 0); }

/// Segments that both have, as a family of their local places.
Family both_places(Falls const& a, Falls const& b, long l, long r, long step, long count) {
    Family family{count, r - l + 1, local_place(a, l), 0, local_place(b, l), 0};
    if (count > 1) {
        family.from_step = local_place(a, l + step) - family.from;
        family.to_step = local_place(b, l + step) - family.to;
    }
    return family;
}

/// The segments of `cut` between l and r: the first and the last may be shorter than the others.
template <class Add>
void intersect_with_segment(Falls const& cut, long l, long r, Add const& add) {
    long const first = std::max(0L, ceil_div(l - cut.r, cut.s));
    long const last = std::min(cut.n - 1, floor_div(r - cut.l, cut.s));
    if (first > last) return;
    add(std::max(l, cut.l + first * cut.s), std::min(r, cut.r + first * cut.s), 0, 1);
    if (last - first > 1) add(cut.l + (first + 1) * cut.s, cut.r + (first + 1) * cut.s, cut.s, last - first - 1);
    if (last > first) add(cut.l + last * cut.s, std::min(r, cut.r + last * cut.s), 0, 1);
}

/// Fig. 11: of two segments that meet, those that lie alike meet too, one common period after the other. Both families begin in
/// their first period, so that the first common period has one of each.
template <class Add>
void intersect(Falls const& a, Falls const& b, Add const& add) {
    if (a.n == 1) return intersect_with_segment(b, a.l, a.r, add);
    if (b.n == 1) return intersect_with_segment(a, b.l, b.r, add);
    long const period = std::lcm(a.s, b.s);
    long const a_segments = period / a.s;
    long const b_segments = period / b.s;
    for (long i = 0; i < std::min(a_segments, a.n); ++i) {
        long const l = a.l + i * a.s;
        long const r = a.r + i * a.s;
        for (long j = std::max(0L, ceil_div(l - b.r, b.s)); j <= std::min(b.n - 1, floor_div(r - b.l, b.s)); ++j)
            add(std::max(l, b.l + j * b.s), std::min(r, b.r + j * b.s), period,
                std::min((a.n - 1 - i) / a_segments, (b.n - 1 - j) / b_segments) + 1);
    }
}

/// What a coordinate before and one after share; nothing where the two do not communicate.
Families shared(std::size_t d, long from, long to) {
    Families found;
    for (Falls const& a : falls_of(source_pitfalls, d, from))
        for (Falls const& b : falls_of(target_pitfalls, d, to))
            intersect(a, b, [&](long l, long r, long step, long count) { found.push_back(both_places(a, b, l, r, step, count)); });
    return found;
}

/// What a coordinate owns, from indices to local places.
Families owned(std::vector<Pitfalls> const& all, std::size_t d, long at) {
    Families found;
    for (Falls const& f : falls_of(all, d, at)) found.push_back({f.n, f.r - f.l + 1, f.l, f.s, f.local, f.r - f.l + 1});
    return found;
}
Families source_owned(std::size_t d, long at) { return owned(source_pitfalls, d, at); }
Families target_owned(std::size_t d, long at) { return owned(target_pitfalls, d, at); }
)";

constexpr std::string_view pitfalls_declarations = R"(
! How far neighbours lie apart in this rank's local arrays before and after: each is as large as what it owns.
integer(long) :: source_strides(dims) = 0, target_strides(dims) = 0

! Processors that act together. Inside they have virtual numbers 0, 1, ...: number v has coordinate v / step mod extent along a
! dimension. Messages go to their real ranks.
integer, parameter :: source_ranks(*) = [@source_ranks@]
integer(long), parameter :: source_extents(dims) = [integer(long) :: @source_extents@]
integer(long), parameter :: source_steps(dims) = [integer(long) :: @source_steps@]
integer, parameter :: target_ranks(*) = [@target_ranks@]
integer(long), parameter :: target_extents(dims) = [integer(long) :: @target_extents@]
integer(long), parameter :: target_steps(dims) = [integer(long) :: @target_steps@]
type(holder), allocatable :: sources(:), targets(:)

! Segments at equal distances: n of them, the first from l to r, each next one s further. They lie in local memory one behind the
! other, from `local` on.
type :: falls
  integer(long) :: l, r, s, n, local
end type

! The FALLS of p processors along dimension d: that of coordinate first + q lies q * disp further than the first one.
type :: pitfalls
  integer :: d
  integer(long) :: first, p, disp
  type(falls) :: f
end type
type(pitfalls), allocatable :: source_pitfalls(:), target_pitfalls(:)
)";

constexpr std::string_view pitfalls_procedures = R"(
subroutine make_lists()
  sources = members(source_ranks, source_extents, source_steps)
  targets = members(target_ranks, target_extents, target_steps)
  @source_pitfalls@
  @target_pitfalls@
end subroutine

! Processors by virtual number, with their coordinates.
function members(ranks_of_group, extents, steps) result(holders)
  integer, intent(in) :: ranks_of_group(:)
  integer(long), intent(in) :: extents(dims), steps(dims)
  type(holder), allocatable :: holders(:)
  integer :: v
  allocate (holders(size(ranks_of_group)))
  do v = 1, size(holders)
    holders(v)%rank = ranks_of_group(v)
    holders(v)%at = mod((v - 1) / steps, extents)
  end do
end function

! What a coordinate owns.
function falls_of(all_of_them, d, at) result(found)
  type(pitfalls), intent(in) :: all_of_them(:)
  integer, intent(in) :: d
  integer(long), intent(in) :: at
  type(falls), allocatable :: found(:)
  integer(long) :: q
  integer :: i, n
  n = count(all_of_them%d == d .and. at >= all_of_them%first .and. at < all_of_them%first + all_of_them%p)
  allocate (found(n))
  n = 0
  do i = 1, size(all_of_them)
    q = at - all_of_them(i)%first
    if (all_of_them(i)%d /= d .or. q < 0 .or. q >= all_of_them(i)%p) cycle
    n = n + 1
    found(n) = all_of_them(i)%f
    found(n)%l = found(n)%l + q * all_of_them(i)%disp
    found(n)%r = found(n)%r + q * all_of_them(i)%disp
  end do
end function

pure integer(long) function local_place(f, index)
  type(falls), intent(in) :: f
  integer(long), intent(in) :: index
  local_place = f%local + (index - f%l) / f%s * (f%r - f%l + 1) + mod(index - f%l, f%s)
end function

! Divisions that round down and up, by a positive number.
pure integer(long) function floor_div(a, b)
  integer(long), intent(in) :: a, b
  floor_div = (a - modulo(a, b)) / b
end function

pure integer(long) function ceil_div(a, b)
  integer(long), intent(in) :: a, b
  ceil_div = -floor_div(-a, b)
end function

pure recursive integer(long) function gcd(a, b) result(divisor)
  integer(long), intent(in) :: a, b
  divisor = a
  if (b /= 0) divisor = gcd(b, mod(a, b))
end function

! One family more: segments that both have, from l to r and so on, by their local places.
subroutine add_places(list, a, b, l, r, step, how_many)
  type(families), intent(inout) :: list
  type(falls), intent(in) :: a, b
  integer(long), intent(in) :: l, r, step, how_many
  type(family) :: both
  both = family(how_many, r - l + 1, local_place(a, l), 0, local_place(b, l), 0)
  if (how_many > 1) then
    both%from_step = local_place(a, l + step) - both%from
    both%to_step = local_place(b, l + step) - both%to
  end if
  list%list = [list%list, both]
end subroutine

! Those of the segments of `cut` between l and r: the first and the last may be shorter than the others.
subroutine intersect_with_segment(list, a, b, cut, l, r)
  type(families), intent(inout) :: list
  type(falls), intent(in) :: a, b, cut
  integer(long), intent(in) :: l, r
  integer(long) :: first, last
  first = max(0_long, ceil_div(l - cut%r, cut%s))
  last = min(cut%n - 1, floor_div(r - cut%l, cut%s))
  if (first > last) return
  call add_places(list, a, b, max(l, cut%l + first * cut%s), min(r, cut%r + first * cut%s), 0_long, 1_long)
  if (last - first > 1) then
    call add_places(list, a, b, cut%l + (first + 1) * cut%s, cut%r + (first + 1) * cut%s, cut%s, last - first - 1)
  end if
  if (last > first) call add_places(list, a, b, cut%l + last * cut%s, min(r, cut%r + last * cut%s), 0_long, 1_long)
end subroutine

! Fig. 11: of two segments that meet, those that lie alike meet too, one common period after the other. Both families begin in
! their first period, so that the first common period has one of each.
subroutine intersect(list, a, b)
  type(families), intent(inout) :: list
  type(falls), intent(in) :: a, b
  integer(long) :: period, a_segments, b_segments, i, j, l, r
  if (a%n == 1) then
    call intersect_with_segment(list, a, b, b, a%l, a%r)
    return
  else if (b%n == 1) then
    call intersect_with_segment(list, a, b, a, b%l, b%r)
    return
  end if
  period = a%s / gcd(a%s, b%s) * b%s
  a_segments = period / a%s
  b_segments = period / b%s
  do i = 0, min(a_segments, a%n) - 1
    l = a%l + i * a%s
    r = a%r + i * a%s
    do j = max(0_long, ceil_div(l - b%r, b%s)), min(b%n - 1, floor_div(r - b%l, b%s))
      call add_places(list, a, b, max(l, b%l + j * b%s), min(r, b%r + j * b%s), period, &
        min((a%n - 1 - i) / a_segments, (b%n - 1 - j) / b_segments) + 1)
    end do
  end do
end subroutine

! What a coordinate before and one after share; nothing where the two do not communicate.
function shared(d, from, to) result(found)
  integer, intent(in) :: d
  integer(long), intent(in) :: from, to
  type(families) :: found
  type(falls), allocatable :: a(:), b(:)
  integer :: i, j
  allocate (a, source=falls_of(source_pitfalls, d, from))
  allocate (b, source=falls_of(target_pitfalls, d, to))
  allocate (found%list(0))
  do i = 1, size(a)
    do j = 1, size(b)
      call intersect(found, a(i), b(j))
    end do
  end do
end function

! What a coordinate owns, from indices to local places.
function owned(all_of_them, d, at) result(found)
  type(pitfalls), intent(in) :: all_of_them(:)
  integer, intent(in) :: d
  integer(long), intent(in) :: at
  type(families) :: found
  type(falls), allocatable :: f(:)
  integer :: i
  allocate (f, source=falls_of(all_of_them, d, at))
  allocate (found%list(size(f)))
  do i = 1, size(f)
    found%list(i) = family(f(i)%n, f(i)%r - f(i)%l + 1, f(i)%l, f(i)%s, f(i)%local, f(i)%r - f(i)%l + 1)
  end do
end function

type(families) function source_owned(d, at)
  integer, intent(in) :: d
  integer(long), intent(in) :: at
  source_owned = owned(source_pitfalls, d, at)
end function

type(families) function target_owned(d, at)
  integer, intent(in) :: d
  integer(long), intent(in) :: at
  target_owned = owned(target_pitfalls, d, at)
end function
)";

} // namespace

PartPattern const pitfalls_pattern{pitfalls_cpp, pitfalls_declarations, pitfalls_procedures};

} // namespace tessera::detail
