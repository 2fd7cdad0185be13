// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs that collects or updates a region.
#include "libcore/codegen/detail/region_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view gather_cpp = R"(
/// Node: packs what it has, and sends it to its host (Fig. 8).
void send_from(@p_arguments_and@std::vector<Element>& message, std::vector<MPI_Request>& requests) {
    std::vector<Element> local(local_size, untouched);
    for_each_element(@p_and@[&](@element_by_both@) { local[place(@l@)] = element(number(@a@)); });
    for_each_element(@p_and@[&](@element_by_place@) { message.push_back(local[place(@l@)]); });
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
        for_each_element(@p_and@[&](@element_by_index@) { array[number(@a@)] = message[next++]; });
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
        for_each_element(@p_and@[&](@element_by_index@) {
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

constexpr std::string_view gather_procedures = R"(
! Node: packs what it has, and sends it to its host (Fig. 8).
subroutine send_own(message, request)
  @element_type@, allocatable, intent(out) :: message(:)
  integer, intent(out) :: request
  integer(long), allocatable :: e(:,:)
  @element_type@, allocatable :: local(:)
  integer(long) :: o, k
  request = MPI_REQUEST_NULL
  do o = 1, size(owners, 2)
    if (rank_of(processor(@owner@)) /= rank) cycle
    e = elements(@owner@)
    allocate (local(local_size), source=untouched)
    allocate (message(size(e, 2)))
    do k = 1, size(e, 2)
      local(place(@e_place@)) = element(number(@e_index@))
    end do
    do k = 1, size(e, 2)
      message(k) = local(place(@e_place@))
    end do
    call MPI_Isend(message, message_length(size(message, kind=long)), element_type, host_of(processor(@owner@)), 0, &
      MPI_COMM_WORLD, request, error)
  end do
end subroutine

! Host: receives from every owner that is its own, and unpacks in the same order.
subroutine receive_all(array)
  @element_type@, allocatable, intent(out) :: array(:)
  integer(long), allocatable :: e(:,:)
  @element_type@, allocatable :: message(:)
  integer(long) :: o, k
  allocate (array(array_size), source=untouched)
  do o = 1, size(owners, 2)
    if (host_of(processor(@owner@)) /= rank) cycle
    e = elements(@owner@)
    allocate (message(size(e, 2)))
    call MPI_Recv(message, message_length(size(message, kind=long)), element_type, rank_of(processor(@owner@)), 0, &
      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    do k = 1, size(e, 2)
      array(number(@e_index@)) = message(k)
    end do
    deallocate (message)
  end do
end subroutine
)";

constexpr std::string_view collect_procedures = R"(
subroutine run(arrived, wrong)
  integer(long), intent(out) :: arrived, wrong
  @element_type@, allocatable :: message(:)
  integer :: request
  arrived = 0
  wrong = 0
  call make_element_type()
  touched = touched_elements()
  owners = owner_list()
  if (.not. is_touched()) return
  call send_own(message, request)
  if (any(host_of == rank)) call check_here(arrived, wrong)
  if (rank == host_of(0)) wrong = wrong + check_cover()
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
end subroutine

! Host: what came is right where it is in the region.
subroutine check_here(arrived, wrong)
  integer(long), intent(out) :: arrived, wrong
  @element_type@, allocatable :: array(:), expected(:)
  integer(long), allocatable :: e(:,:)
  integer(long) :: o, k
  call receive_all(array)
  allocate (expected(array_size), source=untouched) ! as it is where nothing is touched, or another host's
  arrived = 0
  do o = 1, size(owners, 2)
    if (host_of(processor(@owner@)) /= rank) cycle
    e = elements(@owner@)
    do k = 1, size(e, 2)
      expected(number(@e_index@)) = element(number(@e_index@))
    end do
    arrived = arrived + size(e, 2)
  end do
  wrong = count(array /= expected)
end subroutine

integer(long) function expected_elements()
  expected_elements = size(touched, 2)
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
        for_each_element(@p_and@[&](@element_by_index@) { message.push_back(array[number(@a@)]); });
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
    std::vector<Element> local(local_size, untouched);
    std::size_t next = 0;
    for_each_element(@p_and@[&](@element_by_place@) { local[place(@l@)] = message[next++]; });
    for_each_element(@p_and@[&](@element_by_both@) {
        ++outcome.elements;
        if (local[place(@l@)] != @value@) ++outcome.wrong;
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

constexpr std::string_view update_procedures = R"(
@choice_of_values@
! Hosts pack for every owner that is their own, and send to all with the same elements (Fig. 9).
subroutine send_all(buffer, requests, sent)
  @element_type@, intent(inout) :: buffer(:)
  integer, intent(inout) :: requests(:), sent
  integer(long), allocatable :: e(:,:), there(:,:)
  @element_type@, allocatable :: array(:)
  integer(long) :: o, k, used
  @declare_copies@
  @host_values@
  do k = 1, size(touched, 2)
    @write_value@
  end do
  used = 0
  do o = 1, size(owners, 2)
    if (host_of(processor(@owner@)) /= rank) cycle
    e = elements(@owner@)
    do k = 1, size(e, 2)
      buffer(used + k) = array(number(@e_index@))
    end do
    @copies_loops@
    used = used + size(e, 2)
  end do
end subroutine

! Nodes receive and unpack, in the same order.
subroutine run(arrived, wrong)
  integer(long), intent(out) :: arrived, wrong
  integer(long), allocatable :: e(:,:)
  @element_type@, allocatable :: local(:), message(:), buffer(:)
  integer(long) :: o, k
  integer :: requests(processors), sent
  @declare_collect@
  @declare_coordinates@
  arrived = 0
  wrong = 0
  sent = 0
  call make_element_type()
  touched = touched_elements()
  owners = owner_list()
  if (.not. is_touched()) return
  allocate (buffer(size(touched, 2)))
  @collect_first@
  if (any(host_of == rank)) call send_all(buffer, requests, sent)
  do o = 0, processors - 1
    if (rank_of(o) /= rank) cycle
    @coordinates_of_o@
    e = elements(@p@)
    if (size(e, 2) == 0) cycle
    allocate (message(size(e, 2)))
    allocate (local(local_size), source=untouched)
    call MPI_Recv(message, message_length(size(message, kind=long)), element_type, host_of(o), 0, MPI_COMM_WORLD, &
      MPI_STATUS_IGNORE, error)
    do k = 1, size(e, 2)
      local(place(@e_place@)) = message(k)
    end do
    do k = 1, size(e, 2)
      if (local(place(@e_place@)) /= @value@) wrong = wrong + 1
    end do
    arrived = arrived + size(e, 2)
  end do
  if (rank == host_of(0)) wrong = wrong + check_cover()
  @finish_collect@
  call MPI_Waitall(sent, requests, MPI_STATUSES_IGNORE, error)
end subroutine

integer(long) function expected_elements()
  integer(long), allocatable :: e(:,:)
  integer(long) :: o
  @declare_coordinates@
  expected_elements = 0
  do o = 0, processors - 1
    @coordinates_of_o@
    e = elements(@p@)
    expected_elements = expected_elements + size(e, 2)
  end do
end function
)";

} // namespace

PartPattern const gather_pattern{gather_cpp, "", gather_procedures};
PartPattern const collect_pattern{collect_cpp, "", collect_procedures};
PartPattern const update_pattern{update_cpp, "", update_procedures};

} // namespace tessera::detail
