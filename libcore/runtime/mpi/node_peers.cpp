// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the processes of the other ranks on a node, and whether they run.
#include "libcore/runtime/mpi/node_peers.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace tessera {

namespace {

/// State and start time of a process, from /proc/N/stat.
struct Status {
    char state;
    std::uint64_t started;
};

/// Reads /proc/N/stat, see proc(5). The state is field 3, the start time field 22.
std::optional<Status> status_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string const text{std::istreambuf_iterator<char>(file), {}};
    auto const end = text.rfind(") "); // end of the program's name, which may hold any character
    if (end == std::string::npos) return std::nullopt;
    std::istringstream fields(text.substr(end + 2));
    Status status{};
    fields >> status.state;
    std::string skipped;
    for (int field = 4; field < 22; ++field) fields >> skipped;
    fields >> status.started;
    return fields ? std::optional(status) : std::nullopt;
}

/// Key of a process: hash of the boot id, inode of the process-number namespace, hash of the host name, process number, start
/// time. Processes on one node with common process numbers agree in the first three.
using ProcessKey = std::array<std::uint64_t, 5>;

ProcessKey own_key() {
    std::string boot;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
    struct stat space {};
    utsname node{};
    auto const own = static_cast<std::uint64_t>(getpid());
    auto const started = process_start(getpid());
    bool const known = !boot.empty() && stat("/proc/self/ns/pid", &space) == 0 && uname(&node) == 0 && started;
    if (!known) return {0, own, own, own, own};
    std::hash<std::string> const hash;
    return {hash(boot), space.st_ino, hash(node.nodename), own, *started};
}

bool share_a_node(ProcessKey const& left, ProcessKey const& right) {
    return std::equal(left.begin(), left.begin() + 3, right.begin());
}

} // namespace

std::optional<std::uint64_t> process_start(pid_t process) {
    auto const status = status_of(process);
    return status ? std::optional(status->started) : std::nullopt;
}

ProcessState state_of(RankProcess const& process) {
    auto const status = status_of(process.number);
    if (!status || status->started != process.started || status->state == 'Z' || status->state == 'X') return ProcessState::Ended;
    return status->state == 'T' ? ProcessState::Stopped : ProcessState::Runs;
}

NodePeers::NodePeers(Communicator const& all) : own_rank_(all.rank()) {
    ProcessKey const own = own_key();
    std::vector<ProcessKey> keys(as_size(all.size()));
    constexpr int length = std::tuple_size_v<ProcessKey>;
    check_mpi(MPI_Allgather(own.data(), length, MPI_UINT64_T, keys.data(), length, MPI_UINT64_T, all.handle()), "MPI_Allgather");
    for (Rank rank = 0; rank < all.size(); ++rank) {
        ProcessKey const& key = keys[as_size(rank)];
        RankProcess const process{rank, static_cast<pid_t>(key[3]), key[4]};
        if (rank != own_rank_ && share_a_node(key, own) && process_start(process.number)) others_.push_back(process);
    }
}

std::optional<RankProcess> NodePeers::find_stopped() const {
    auto const found =
        std::ranges::find_if(others_, [](RankProcess const& each) { return state_of(each) == ProcessState::Stopped; });
    return found == others_.end() ? std::nullopt : std::optional(*found);
}

std::optional<RankProcess> NodePeers::next() const {
    if (others_.empty()) return std::nullopt;
    auto const after = std::ranges::upper_bound(others_, own_rank_, {}, &RankProcess::rank);
    return after == others_.end() ? others_.front() : *after;
}

} // namespace tessera
