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
    std::vector<double> elements;
};

/// The blocks of a family; their steps are those of the two sides.
void copy_blocks(Family const& family, double const* from, long from_step, double* to, long to_step) {
    if (family.length == 1) {
        for (long i = 0; i < family.count; ++i) to[i * to_step] = from[i * from_step];
    } else if (family.length < 16) {
        for (long i = 0; i < family.count; ++i, from += from_step, to += to_step)
            for (long k = 0; k < family.length; ++k) to[k] = from[k];
    } else {
        for (long i = 0; i < family.count; ++i) std::copy_n(from + i * from_step, family.length, to + i * to_step);
    }
}

/// GroupSend: packs every message and lets it go, and copies what stays.
void group_send(int rank, std::vector<Message>& messages, double const* before, double* after, std::vector<MPI_Request>& requests) {
    for (Message& message : messages) {
        double* next = message.elements.data();
        for (Box const& box : message.boxes)
            for_each_row(box, @from_strides@, @to_strides@, [&](Family const& family, long from, long to) {
                if (message.partner == rank)
                    return copy_blocks(family, before + from, family.from_step, after + to, family.to_step);
                copy_blocks(family, before + from, family.from_step, next, family.length);
                next += family.count * family.length;
            });
        if (message.partner == rank) continue;
        requests.emplace_back();
        MPI_Isend(message.elements.data(), message_length(message.elements.size()), MPI_DOUBLE, message.partner, 0, MPI_COMM_WORLD,
                  &requests.back());
    }
}

/// GroupRecv: unpacks every message as it arrives, in the order in which it was packed.
void group_receive(std::vector<Message> const& messages, std::vector<MPI_Request>& requests, double* after) {
    for (std::size_t left = messages.size(); left > 0; --left) {
        int which = 0;
        MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &which, MPI_STATUS_IGNORE);
        Message const& message = messages[static_cast<std::size_t>(which)];
        double const* next = message.elements.data();
        for (Box const& box : message.boxes)
            for_each_row(box, @from_strides@, @to_strides@, [&](Family const& family, long, long to) {
                copy_blocks(family, next, family.length, after + to, family.to_step);
                next += family.count * family.length;
            });
    }
}

/// Everybody is ready to receive before the first message is packed.
void exchange(int rank, std::vector<Message>& sends, std::vector<Message>& receives, double const* before, double* after) {
    std::vector<MPI_Request> arriving(receives.size());
    std::vector<MPI_Request> leaving;
    for (std::size_t i = 0; i < receives.size(); ++i)
        MPI_Irecv(receives[i].elements.data(), message_length(receives[i].elements.size()), MPI_DOUBLE, receives[i].partner, 0,
                  MPI_COMM_WORLD, &arriving[i]);
    group_send(rank, sends, before, after, leaving);
    group_receive(receives, arriving, after);
    MPI_Waitall(static_cast<int>(leaving.size()), leaving.data(), MPI_STATUSES_IGNORE);
}

/// As often as the program is asked to; the time of the fastest of several is printed: that of the slowest rank.
void exchange_repeatedly(int rank, std::vector<Message>& sends, std::vector<Message>& receives, double const* before,
                         double* after) {
    for (std::vector<Message>* messages : {&sends, &receives})
        for (Message& message : *messages) {
            std::size_t elements = 0;
            for (Box const& box : message.boxes) elements += size(box);
            message.elements.resize(message.partner == rank ? 0 : elements);
        }
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
  double precision, allocatable :: elements(:)
end type
type(message), allocatable, target :: sends(:), receives(:)
integer :: sending = 0, receiving = 0 ! how many of them there are
)";

constexpr std::string_view exchange_procedures = R"(
! One more message, whose boxes are known.
subroutine add(messages, count, partner, boxes)
  type(message), intent(inout) :: messages(:)
  integer, intent(inout) :: count
  integer, intent(in) :: partner
  type(element_box), intent(in) :: boxes(:)
  integer(long) :: elements
  integer :: i
  count = count + 1
  messages(count)%partner = partner
  allocate (messages(count)%boxes, source=boxes)
  elements = 0
  do i = 1, size(boxes)
    elements = elements + box_size(boxes(i))
  end do
  allocate (messages(count)%elements(0:elements-1))
end subroutine

! GroupSend: packs every message and lets it go, and copies what stays.
subroutine group_send(requests)
  integer, intent(inout) :: requests(:)
  integer :: i, n
  do i = 1, sending
    buffer => sends(i)%elements
    next = 0
    do n = 1, size(sends(i)%boxes)
      call walk(merge(copying, packing, sends(i)%partner == rank), sends(i)%boxes(n), @from_strides@, @to_strides@)
    end do
    if (sends(i)%partner == rank) cycle
    call MPI_Isend(sends(i)%elements, message_length(next), MPI_DOUBLE_PRECISION, sends(i)%partner, 0, MPI_COMM_WORLD, &
      requests(i), error)
  end do
end subroutine

! GroupRecv: unpacks every message as it arrives, in the order in which it was packed.
subroutine group_receive(requests)
  integer, intent(inout) :: requests(:)
  integer :: i, n, arrived
  do i = 1, receiving
    call MPI_Waitany(receiving, requests, arrived, MPI_STATUS_IGNORE, error)
    buffer => receives(arrived)%elements
    next = 0
    do n = 1, size(receives(arrived)%boxes)
      call walk(unpacking, receives(arrived)%boxes(n), @from_strides@, @to_strides@)
    end do
  end do
end subroutine

! Everybody is ready to receive before the first message is packed.
subroutine exchange()
  integer :: arriving(receiving), leaving(sending), i
  leaving = MPI_REQUEST_NULL
  do i = 1, receiving
    call MPI_Irecv(receives(i)%elements, message_length(size(receives(i)%elements, kind=long)), MPI_DOUBLE_PRECISION, &
      receives(i)%partner, 0, MPI_COMM_WORLD, arriving(i), error)
  end do
  call group_send(leaving)
  call group_receive(arriving)
  call MPI_Waitall(sending, leaving, MPI_STATUSES_IGNORE, error)
end subroutine

! As often as the program is asked to; the time of the fastest of several is printed: that of the slowest rank.
subroutine exchange_repeatedly()
  double precision :: seconds, fastest
  integer(long) :: i
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
