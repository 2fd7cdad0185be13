// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks of a launch are stopped processes of this node.
#include "libcore/runtime/channel/detail/process_watch.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace tessera {

namespace {

/// Names a process; two of one node and of one space of process numbers have the first two in common.
using ProcessKey = std::array<std::uint64_t, 3>;

ProcessKey own_key() {
    std::string boot;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
    struct stat space {};
    bool const known = !boot.empty() && stat("/proc/self/ns/pid", &space) == 0;
    auto const own = static_cast<std::uint64_t>(getpid());
    if (!known) return {0, own, own};
    return {std::hash<std::string>()(boot), space.st_ino, own};
}

} // namespace

ProcessWatch::ProcessWatch(Comm const& all) {
    ProcessKey const own = own_key();
    std::vector<ProcessKey> keys(as_size(all.size()));
    check_mpi(MPI_Allgather(own.data(), 3, MPI_UINT64_T, keys.data(), 3, MPI_UINT64_T, all.handle()), "MPI_Allgather");
    for (Rank rank = 0; rank < all.size(); ++rank) {
        auto const& [boot, space, process] = keys[as_size(rank)];
        if (rank != all.rank() && boot == own[0] && space == own[1]) neighbours_.push_back({rank, static_cast<pid_t>(process)});
    }
}

std::optional<ProcessWatch::Stopped> ProcessWatch::find_stopped() const {
    auto const found = std::ranges::find_if(neighbours_, is_stopped, &Stopped::process);
    return found == neighbours_.end() ? std::nullopt : std::optional(*found);
}

bool is_stopped(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string const text{std::istreambuf_iterator<char>(file), {}};
    auto const end = text.rfind(") "); // of the program's name, which may hold anything
    return end != std::string::npos && end + 2 < text.size() && text[end + 2] == 'T';
}

} // namespace tessera
