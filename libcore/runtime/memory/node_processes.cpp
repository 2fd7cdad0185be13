// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads the memory of other processes on the node, if the system permits.
#include "libcore/runtime/memory/node_processes.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/uio.h>
#include <system_error>
#include <unistd.h>

namespace tessera {

namespace {

/// The kernel's limit per call (IOV_MAX).
constexpr std::size_t most_pieces_per_call = 1024;

/// Address of a number in a process, sent to the others so that they can try to read it.
struct Greeting {
    std::int64_t process = 0;
    std::uint64_t address = 0; // of `secret` in that process
    std::uint64_t secret = 0;
};

/// Reads, skipping the first `done` bytes of the first piece. Returns the number of bytes read, or -1 with errno.
ssize_t read_some(pid_t process, std::span<RemoteRead const> pieces, Index done) {
    std::array<iovec, most_pieces_per_call> here;
    std::array<iovec, most_pieces_per_call> there;
    std::size_t const count = std::min(pieces.size(), most_pieces_per_call);
    for (std::size_t i = 0; i < count; ++i) {
        Index const skipped = i == 0 ? done : 0;
        auto const bytes = as_size(pieces[i].bytes - skipped);
        here[i] = {pieces[i].here + skipped, bytes};
        // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of another process is a number here
        there[i] = {reinterpret_cast<void*>(pieces[i].there + as_size(skipped)), bytes};
    }
    return process_vm_readv(process, here.data(), count, there.data(), count, 0);
}

/// Reads all pieces, because the kernel may deliver only a part per call. Returns 0, or the errno of the call that failed.
int read_all(pid_t process, std::span<RemoteRead const> pieces) {
    Index done = 0; // bytes of the first piece
    while (!pieces.empty()) {
        ssize_t const got = read_some(process, pieces, done);
        if (got < 0) return errno;
        if (got == 0) return EFAULT;
        done += got;
        for (; !pieces.empty() && done >= pieces.front().bytes; pieces = pieces.subspan(1)) done -= pieces.front().bytes;
    }
    return 0;
}

/// Returns the greetings of all ranks on the node. Collective.
std::vector<Greeting> gathered_greetings(Communicator const& node, std::uint64_t const& secret) {
    Greeting const mine{getpid(), reinterpret_cast<std::uintptr_t>(&secret), secret};
    std::vector<Greeting> all(as_size(node.size()));
    check_mpi(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, node.handle()), "MPI_Allgather");
    return all;
}

/// Reads every greeting's number. Returns 0 if all match, else the errno of the first failure. EINVAL means a different
/// number: the process number belongs to another namespace.
int first_refusal(std::vector<Greeting> const& greetings) {
    for (Greeting const& each : greetings) {
        std::uint64_t seen = 0;
        RemoteRead const piece{each.address, reinterpret_cast<std::byte*>(&seen), sizeof seen};
        if (int const error = read_all(static_cast<pid_t>(each.process), {&piece, 1}); error != 0) return error;
        if (seen != each.secret) return EINVAL;
    }
    return 0;
}

} // namespace

NodeProcesses::NodeProcesses(Communicator const& node) {
    std::uint64_t const secret =
        (static_cast<std::uint64_t>(getpid()) << 32U) ^ static_cast<std::uint64_t>(node.rank()) ^ 0x7e55e7aU;
    auto const greetings = gathered_greetings(node, secret);
    for (Greeting const& each : greetings) processes_.push_back(static_cast<pid_t>(each.process));
    // The reduction also keeps every secret in its place until all have tried.
    int const worst = all_max(node, first_refusal(greetings));
    if (worst != 0)
        refusal_ = std::string("process_vm_readv: ") +
                   (worst == EINVAL ? "the ranks do not see each other's process numbers" : std::strerror(worst));
}

void NodeProcesses::read(Rank node_rank, std::span<RemoteRead const> pieces) const {
    if (int const error = read_all(processes_[as_size(node_rank)], pieces); error != 0)
        throw std::system_error(error, std::generic_category(), "reading the memory of another rank (process_vm_readv)");
}

} // namespace tessera
