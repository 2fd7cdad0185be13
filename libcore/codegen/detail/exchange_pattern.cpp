// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs that sends boxes of elements.
#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view exchange_cpp = R"(
/// What goes to a partner or comes from one, box after box. What a rank has for itself is copied.
struct Message {
    int partner;
    std::vector<Box> boxes;
    std::size_t size = 0;   // its elements
    Element* data = nullptr; // where all of them lie one behind the other: in the local array,
    bool packed = false;    // or elsewhere
};

/// The blocks of a family; their steps are those of the two sides.
void copy_blocks(Family const& family, Element const* from, long from_step, Element* to, long to_step) {
    if (family.length == 1) {
        for (long i = 0; i < family.count; ++i) to[i * to_step] = from[i * from_step];
    } else if (family.length < 16) {
        for (long i = 0; i < family.count; ++i, from += from_step, to += to_step)
            for (long k = 0; k < family.length; ++k) to[k] = from[k];
    } else {
        for (long i = 0; i < family.count; ++i) std::copy_n(from + i * from_step, family.length, to + i * to_step);
    }
}

/// Visits all boxes of a message row by row.
template <class Visit>
void for_each_row(Message const& message, Visit const& visit) {
    for (Box const& box : message.boxes) for_each_row(box, @from_strides@, @to_strides@, visit);
}

/// Where the elements of a message begin before (or after), if they lie there one behind the other in their order; else -1.
long stretch(Message const& message, bool before) {
    long first = -1;
    long next = -1;
    bool whole = true;
    for_each_row(message, [&](Family const& family, long from, long to) {
        long const place = before ? from : to;
        if (first < 0) first = next = place;
        whole = whole && place == next && (family.count == 1 || (before ? family.from_step : family.to_step) == family.length);
        next += family.count * family.length;
    });
    return whole ? first : -1;
}

void pack(Message const& message, Element const* before) {
    Element* next = message.data;
    for_each_row(message, [&](Family const& family, long from, long) {
        copy_blocks(family, before + from, family.from_step, next, family.length);
        next += family.count * family.length;
    });
}

/// In the order in which the sender packed it.
void unpack(Message const& message, Element* after) {
    Element const* next = message.data;
    for_each_row(message, [&](Family const& family, long, long to) {
        copy_blocks(family, next, family.length, after + to, family.to_step);
        next += family.count * family.length;
    });
}

void copy(Message const& message, Element const* before, Element* after) {
    for_each_row(message, [&](Family const& family, long from, long to) {
        copy_blocks(family, before + from, family.from_step, after + to, family.to_step);
    });
}

/// GroupSend: packs every message and lets it go; then copies what stays.
void group_send(int rank, std::vector<Message> const& messages, Element const* before, Element* after, std::vector<MPI_Request>& requests) {
    for (Message const& message : messages) {
        if (message.partner == rank) continue;
        if (message.packed) pack(message, before);
        requests.emplace_back();
        MPI_Isend(message.data, message_length(message.size), element_type(), message.partner, 0, MPI_COMM_WORLD, &requests.back());
    }
    for (Message const& message : messages)
        if (message.partner == rank) copy(message, before, after);
}

/// GroupRecv: unpacks every message as it arrives.
void group_receive(std::vector<Message> const& messages, std::vector<MPI_Request>& requests, Element* after) {
    for (std::size_t left = messages.size(); left > 0; --left) {
        int which = 0;
        MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &which, MPI_STATUS_IGNORE);
        Message const& message = messages[static_cast<std::size_t>(which)];
        if (message.packed) unpack(message, after);
    }
}

/// Everybody is ready to receive before the first message is packed.
void exchange(int rank, std::vector<Message> const& sends, std::vector<Message> const& receives, Element const* before,
              Element* after) {
    std::vector<MPI_Request> arriving(receives.size());
    std::vector<MPI_Request> leaving;
    for (std::size_t i = 0; i < receives.size(); ++i)
        MPI_Irecv(receives[i].data, message_length(receives[i].size), element_type(), receives[i].partner, 0, MPI_COMM_WORLD,
                  &arriving[i]);
    group_send(rank, sends, before, after, leaving);
    group_receive(receives, arriving, after);
    MPI_Waitall(static_cast<int>(leaving.size()), leaving.data(), MPI_STATUSES_IGNORE);
}

/// Finds out what has to be packed. Where both arrays are one, everything has: what arrives may not meet what still leaves.
void prepare(Message& message, Element* local, bool is_before, bool two_arrays) {
    for (Box const& box : message.boxes) message.size += size(box);
    long const first = two_arrays ? stretch(message, is_before) : -1;
    message.packed = first < 0;
    if (!message.packed) message.data = local + first;
}

/// Memory for all that is packed, in one piece: that can have large pages, which MPI hands from process to process faster.
std::vector<Element> pack_memory(std::vector<Message>& sends, std::vector<Message>& receives) {
    std::size_t total = 0;
    for (auto* const messages : {&sends, &receives})
        for (Message const& message : *messages) total += message.packed ? message.size : 0;
    std::vector<Element> memory(total);
    Element* next = memory.data();
    for (auto* const messages : {&sends, &receives})
        for (Message& message : *messages)
            if (message.packed) {
                message.data = next;
                next += message.size;
            }
    return memory;
}

/// As often as the program is asked to; the time of the fastest of several is printed: that of the slowest rank. Each rank begins
/// with the partner behind itself, so that not all send to the same one at once.
void exchange_repeatedly(int rank, std::vector<Message>& sends, std::vector<Message>& receives, Element* before, Element* after) {
    std::stable_partition(sends.begin(), sends.end(), [&](Message const& message) { return message.partner > rank; });
    for (Message& message : sends)
        if (message.partner != rank) prepare(message, before, true, before != after);
    for (Message& message : receives) prepare(message, after, false, before != after);
    std::vector<Element> const memory = pack_memory(sends, receives);
    double fastest = 0;
    for (long i = 0; i < repeats; ++i) {
        MPI_Barrier(MPI_COMM_WORLD);
        double seconds = -MPI_Wtime();
        exchange(rank, sends, receives, before, after);
        seconds += MPI_Wtime();
        MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        fastest = i == 0 ? seconds : std::min(fastest, seconds);
    }
    if (rank == 0 && repeats > 1) printf("%.9f seconds, the fastest of %ld\n", fastest, repeats);
}
)";

constexpr std::string_view exchange_declarations = R"(
! What goes to a partner or comes from one, box after box. What a rank has for itself is copied.
type :: message
  integer :: partner
  type(element_box), allocatable :: boxes(:)
  integer(long) :: length = 0 ! its elements
  integer(long) :: first = -1 ! where the local array has them one behind the other; else they are
  integer(long) :: place = -1 ! here among all that is packed
end type
type(message), allocatable, target :: sends(:), receives(:)
integer :: sending = 0, receiving = 0 ! how many of them there are
! All that is packed, in one piece: that can have large pages, which MPI hands from process to process faster.
@element_type@, allocatable, target :: packed(:)
integer(long) :: packed_length = 0
)";

constexpr std::string_view exchange_procedures = R"(
! One more message, whose boxes are known.
subroutine add(messages, count, partner, boxes)
  type(message), intent(inout) :: messages(:)
  integer, intent(inout) :: count
  integer, intent(in) :: partner
  type(element_box), intent(in) :: boxes(:)
  integer :: i
  count = count + 1
  messages(count)%partner = partner
  allocate (messages(count)%boxes, source=boxes)
  do i = 1, size(boxes)
    messages(count)%length = messages(count)%length + box_size(boxes(i))
  end do
end subroutine

! Does a task with all boxes of a message.
subroutine walk_all(what, of)
  integer, intent(in) :: what
  type(message), intent(in) :: of
  integer :: n
  next = 0
  do n = 1, size(of%boxes)
    call walk(what, of%boxes(n), @from_strides@, @to_strides@)
  end do
end subroutine

! Finds out what has to be packed. Where both arrays are one, everything has: what arrives may not meet what still leaves.
subroutine prepare(messages, what)
  type(message), intent(inout) :: messages(:)
  integer, intent(in) :: what ! placing_before or placing_after
  integer :: i
  do i = 1, size(messages)
    if (messages(i)%partner == rank) cycle
    first = -1
    apart = associated(before, after)
    if (.not. apart) call walk_all(what, messages(i))
    if (.not. apart) messages(i)%first = first
    if (messages(i)%first >= 0) cycle
    messages(i)%place = packed_length
    packed_length = packed_length + messages(i)%length
  end do
end subroutine

! The elements of a message: in the array, or packed.
subroutine choose_buffer(of, array)
  type(message), intent(in), target :: of
  @element_type@, pointer, contiguous, intent(in) :: array(:)
  if (of%first >= 0) then
    buffer(0:) => array(of%first:of%first+of%length-1)
  else
    buffer(0:) => packed(of%place:of%place+of%length-1)
  end if
end subroutine

! GroupSend: packs every message and lets it go; then copies what stays.
subroutine group_send(requests)
  integer, intent(inout) :: requests(:)
  integer :: i, n
  do n = 0, sending - 1 ! from the partner behind this rank on, so that not all send to the same one at once
    i = 1 + mod(n + count(sends(:sending)%partner <= rank), sending)
    if (sends(i)%partner == rank) cycle
    call choose_buffer(sends(i), before)
    if (sends(i)%first < 0) call walk_all(packing, sends(i))
    call MPI_Isend(buffer, message_length(sends(i)%length), element_type, sends(i)%partner, 0, MPI_COMM_WORLD, &
      requests(i), error)
  end do
  do i = 1, sending
    if (sends(i)%partner == rank) call walk_all(copying, sends(i))
  end do
end subroutine

! GroupRecv: unpacks every message as it arrives, in the order in which it was packed.
subroutine group_receive(requests)
  integer, intent(inout) :: requests(:)
  integer :: i, arrived
  do i = 1, receiving
    call MPI_Waitany(receiving, requests, arrived, MPI_STATUS_IGNORE, error)
    if (receives(arrived)%first >= 0) cycle
    call choose_buffer(receives(arrived), after)
    call walk_all(unpacking, receives(arrived))
  end do
end subroutine

! Everybody is ready to receive before the first message is packed.
subroutine exchange()
  integer :: arriving(receiving), leaving(sending), i
  leaving = MPI_REQUEST_NULL
  do i = 1, receiving
    call choose_buffer(receives(i), after)
    call MPI_Irecv(buffer, message_length(receives(i)%length), element_type, receives(i)%partner, 0, &
      MPI_COMM_WORLD, arriving(i), error)
  end do
  call group_send(leaving)
  call group_receive(arriving)
  call MPI_Waitall(sending, leaving, MPI_STATUSES_IGNORE, error)
end subroutine

! As often as the program is asked to; the time of the fastest of several is printed: that of the slowest rank.
subroutine exchange_repeatedly()
  double precision :: seconds, fastest
  integer(long) :: i
  call prepare(sends(:sending), placing_before)
  call prepare(receives(:receiving), placing_after)
  allocate (packed(0:packed_length-1))
  fastest = huge(fastest)
  do i = 1, repeats
    call MPI_Barrier(MPI_COMM_WORLD, error)
    seconds = MPI_Wtime()
    call exchange()
    seconds = MPI_Wtime() - seconds
    call MPI_Allreduce(MPI_IN_PLACE, seconds, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
    fastest = min(fastest, seconds)
  end do
  if (rank == 0 .and. repeats > 1) print '(f0.9, a, i0)', fastest, ' seconds, the fastest of ', repeats
end subroutine
)";

} // namespace

PartPattern const exchange_pattern{exchange_cpp, exchange_declarations, exchange_procedures};

} // namespace tessera::detail
