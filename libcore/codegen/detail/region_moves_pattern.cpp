// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs that collects or updates a region.
#include "libcore/codegen/detail/region_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view gather_cpp = R"(
/// Node: packs what it has, and sends it to its host (Fig. 8).
void send_from(@p_arguments_and@std::vector<Element>& message, std::vector<MPI_Request>& requests) {
    Part local(rank_of[processor(@p@)]);
    for_each_element(@p_and@[&](@a_arguments@) { local.at(@a@) = element(number(@a@)); });
    for_each_element(@p_and@[&](@a_arguments@) { message.push_back(local.at(@a@)); });
    requests.emplace_back();
    MPI_Isend(message.data(), message_length(message.size()), element_type(), host_of[processor(@p@)], 0, MPI_COMM_WORLD, &requests.back());
}

/// Host: receives from every owner that is its own, and unpacks in the same order.
std::vector<Element> receive_all(int host) {
    std::vector<Element> array(array_size, untouched);
    for_each_owner([&](@p_arguments@) {
        if (host_of[processor(@p@)] != host) return;
        std::vector<Element> message(static_cast<std::size_t>(count_elements(@p@)));
        MPI_Recv(message.data(), message_length(message.size()), element_type(), rank_of[processor(@p@)], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        std::size_t next = 0;
        for_each_element(@p_and@[&](@a_arguments@) { array[number(@a@)] = message[next++]; });
    });
    return array;
}
)";

constexpr std::string_view collect_cpp = R"(
/// Host: what came is right where it is in the region.
Outcome check_at(int host) {
    std::vector<Element> const array = receive_all(host);
    std::vector<Element> expected(array_size, untouched); // as it is where nothing is touched, or another host's
    Outcome outcome;
    for_each_owner([&](@p_arguments@) {
        if (host_of[processor(@p@)] != host) return;
        for_each_element(@p_and@[&](@a_arguments@) {
            ++outcome.elements;
            expected[number(@a@)] = element(number(@a@));
        });
    });
    for (std::size_t i = 0; i < array.size(); ++i)
        if (array[i] != expected[i]) ++outcome.wrong;
    return outcome;
}

Outcome run(int rank) {
    if (!is_touched()) return {};
    std::vector<Element> message;
    std::vector<MPI_Request> requests;
    for_each_owner([&](@p_arguments@) {
        if (rank_of[processor(@p@)] == rank) send_from(@p_and@message, requests);
    });
    Outcome outcome;
    if (is_host(rank)) outcome = check_at(rank);
    if (rank == host_of[0]) outcome.wrong += check_cover();
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return outcome;
}

long expected_elements() {
    long count = 0;
    for_each_touched([&](@unnamed_index@) { ++count; });
    return count;
}
)";

constexpr std::string_view gather_declarations = R"(
@element_type@, allocatable, target :: own(:) ! what a node sends to its host
)";

constexpr std::string_view gather_procedures = R"(
! Node: packs what it has, and sends it to its host (Fig. 8).
subroutine send_own(request)
  integer, intent(out) :: request
  integer(long) :: o
  request = MPI_REQUEST_NULL
  do o = 1, size(owners, 2)
    if (rank_of(processor(@owner@)) /= rank) cycle
    allocate (own(count_elements(@owner@)))
    call make_part()
    call scan_elements(numbering@and_owner@)
    call scan_elements(packing@and_owner@)
    deallocate (local)
    call MPI_Isend(own, message_length(next), element_type, host_of(processor(@owner@)), 0, MPI_COMM_WORLD, &
      request, error)
  end do
end subroutine

! Host: receives from every owner that is its own, and unpacks in the same order.
subroutine receive_all()
  integer(long) :: o, length
  allocate (array(array_size), source=untouched)
  do o = 1, size(owners, 2)
    if (host_of(processor(@owner@)) /= rank) cycle
    length = count_elements(@owner@)
    allocate (message(length))
    call MPI_Recv(message, message_length(length), element_type, rank_of(processor(@owner@)), 0, MPI_COMM_WORLD, &
      MPI_STATUS_IGNORE, error)
    call scan_elements(unpacking@and_owner@)
    deallocate (message)
  end do
end subroutine
)";

constexpr std::string_view collect_declarations = R"(
@element_type@, allocatable :: expected(:)
)";

constexpr std::string_view collect_procedures = R"(
subroutine run(arrived, wrong)
  integer(long), intent(out) :: arrived, wrong
  integer :: request
  arrived = 0
  wrong = 0
  call make_element_type()
  call make_lists()
  owners = owner_list()
  if (.not. is_touched()) return
  call send_own(request)
  if (any(host_of == rank)) call check_here(arrived, wrong)
  if (rank == host_of(0)) wrong = wrong + check_cover()
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  if (allocated(own)) deallocate (own)
end subroutine

! Host: what came is right where it is in the region.
subroutine check_here(arrived, wrong)
  integer(long), intent(inout) :: arrived, wrong
  integer(long) :: o
  call receive_all()
  allocate (expected(array_size), source=untouched) ! as it is where nothing is touched, or another host's
  do o = 1, size(owners, 2)
    if (host_of(processor(@owner@)) /= rank) cycle
    call scan_elements(expecting@and_owner@)
    arrived = arrived + next
  end do
  wrong = count(array /= expected, kind=long)
  deallocate (array, expected)
end subroutine

integer(long) function expected_elements()
  call scan_touched(counting)
  expected_elements = next
end function
)";

constexpr std::string_view update_cpp = R"(
@choice_of_values@
/// Host: packs for every owner that is its own, and sends to all that hold the same elements (Fig. 9).
void send_all(int host, std::vector<std::vector<Element>>& messages, std::vector<MPI_Request>& requests) {
    @host_values@
    for_each_owner([&](@p_arguments@) {
        if (host_of[processor(@p@)] != host) return;
        std::vector<Element> message;
        for_each_element(@p_and@[&](@a_arguments@) { message.push_back(array[number(@a@)]); });
        messages.push_back(std::move(message));
        for_each_processor([&](@q_arguments@) {
            if (!(@shares_with_owner@) || count_elements(@q@) == 0) return;
            requests.emplace_back();
            MPI_Isend(messages.back().data(), message_length(messages.back().size()), element_type(), rank_of[processor(@q@)], 0, MPI_COMM_WORLD,
                      &requests.back());
        });
    });
}

/// Node: receives and unpacks, in the same order.
Outcome receive_at(@p_arguments@) {
    Outcome outcome;
    std::vector<Element> message(static_cast<std::size_t>(count_elements(@p@)));
    if (message.empty()) return outcome;
    MPI_Recv(message.data(), message_length(message.size()), element_type(), host_of[processor(@p@)], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    Part local(rank_of[processor(@p@)]);
    std::size_t next = 0;
    for_each_element(@p_and@[&](@a_arguments@) { local.at(@a@) = message[next++]; });
    for_each_element(@p_and@[&](@a_arguments@) {
        ++outcome.elements;
        if (local.at(@a@) != @value@) ++outcome.wrong;
    });
    return outcome;
}

Outcome run(int rank) {
    Outcome outcome;
    if (!is_touched()) return outcome;
    std::vector<std::vector<Element>> messages;
    std::vector<MPI_Request> requests;
    @collect_first@
    if (is_host(rank)) send_all(rank, messages, requests);
    for_each_processor([&](@p_arguments@) {
        if (rank_of[processor(@p@)] == rank) outcome = receive_at(@p@);
    });
    if (rank == host_of[0]) outcome.wrong += check_cover();
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return outcome;
}

long expected_elements() {
    long count = 0;
    for_each_processor([&](@p_arguments@) { count += count_elements(@p@); });
    return count;
}
)";

constexpr std::string_view update_declarations = R"(
@element_type@, allocatable, target :: buffer(:) ! what a host sends, one message behind the other
integer(long) :: used ! of it
integer(long) :: differing
)";

constexpr std::string_view update_procedures = R"(
@choice_of_values@
! Hosts pack for every owner that is their own, and send to all with the same elements (Fig. 9).
subroutine send_all(requests, sent)
  integer, intent(inout) :: requests(:), sent
  integer(long) :: o, length
  @declare_copies@
  @host_values@
  call scan_touched(writing)
  allocate (buffer(next))
  used = 0
  do o = 1, size(owners, 2)
    if (host_of(processor(@owner@)) /= rank) cycle
    call scan_elements(sending@and_owner@)
    length = next
    @copies_loops@
    used = used + length
  end do
  deallocate (array)
end subroutine

! Nodes receive and unpack, in the same order.
subroutine run(arrived, wrong)
  integer(long), intent(out) :: arrived, wrong
  integer(long) :: o, length
  integer :: requests(processors), sent
  @declare_collect@
  @declare_coordinates@
  arrived = 0
  wrong = 0
  differing = 0
  sent = 0
  call make_element_type()
  call make_lists()
  owners = owner_list()
  if (.not. is_touched()) return
  @collect_first@
  if (any(host_of == rank)) call send_all(requests, sent)
  do o = 0, processors - 1
    if (rank_of(o) /= rank) cycle
    @coordinates_of_o@
    length = count_elements(@p@)
    if (length == 0) cycle
    allocate (message(length))
    call make_part()
    call MPI_Recv(message, message_length(length), element_type, host_of(o), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, &
      error)
    call scan_elements(@placing_p@)
    call scan_elements(@checking_p@)
    arrived = arrived + length
    deallocate (message, local)
  end do
  wrong = differing
  if (rank == host_of(0)) wrong = wrong + check_cover()
  @finish_collect@
  call MPI_Waitall(sent, requests, MPI_STATUSES_IGNORE, error)
  if (allocated(buffer)) deallocate (buffer)
end subroutine

integer(long) function expected_elements()
  integer(long) :: o
  @declare_coordinates@
  expected_elements = 0
  do o = 0, processors - 1
    @coordinates_of_o@
    expected_elements = expected_elements + count_elements(@p@)
  end do
end function
)";

} // namespace

PartPattern const gather_pattern{gather_cpp, gather_declarations, gather_procedures};
PartPattern const collect_pattern{collect_cpp, collect_declarations, collect_procedures};
PartPattern const update_pattern{update_cpp, update_declarations, update_procedures};

} // namespace tessera::detail
