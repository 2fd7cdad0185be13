// SPDX-License-Identifier: BSD-3-Clause
// Tessera: detects that another rank, its node or the network is gone, which MPI does not report.
#include "libcore/runtime/mpi/rank_watch.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/node_peers.hpp"
#include "libcore/runtime/mpi/tcp_connections.hpp"

#include <array>
#include <condition_variable>
#include <fmt/format.h>
#include <mpi.h>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace tessera {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = RankWatch::Seconds;

constexpr std::chrono::milliseconds between_looks{250};

RankWatch::Loss loss_of(LostConnection const& lost, Seconds timeout) {
    if (lost.closed)
        return {lost.here,
                fmt::format("the connection to {} was closed {} s ago: a rank there has ended", lost.peer, timeout.count())};
    return {lost.here,
            fmt::format("no answer from {} for {} s: the network between, or a node, is down", lost.peer, timeout.count())};
}

/// The next rank on this node. Each rank is watched by one other.
class NextProcess {
  public:
    explicit NextProcess(std::optional<RankProcess> process) : process_(process) {}

    std::optional<RankWatch::Loss> find_loss(Seconds timeout) {
        if (!process_) return std::nullopt;
        auto const now = Clock::now();
        bool const slept =
            now - std::exchange(looked_, now) > timeout / 2; // this process was stopped itself, perhaps together with the others
        ProcessState const state = state_of(*process_);
        if (slept || state != state_) {
            state_ = state;
            since_ = now;
        }
        if (state == ProcessState::Runs || now - since_ < timeout) return std::nullopt;
        if (state == ProcessState::Ended)
            return RankWatch::Loss{"", fmt::format("rank {} on this node, process {}, ended {} s ago", process_->rank,
                                                   process_->number, timeout.count())};
        return RankWatch::Loss{"", fmt::format("rank {} on this node is stopped, for {} s by now; kill -CONT {} lets it go on",
                                               process_->rank, timeout.count(), process_->number)};
    }

  private:
    std::optional<RankProcess> process_;
    ProcessState state_ = ProcessState::Runs;
    Clock::time_point since_ = Clock::now();
    Clock::time_point looked_ = since_;
};

/// Exchanges a message with both neighbours, because Open MPI opens a connection only at the first message. Its length exceeds
/// a greeting, which shows that the connection is in use.
void greet_neighbours(Communicator const& world) {
    std::array<char, 256> sent{};
    std::array<char, 256> received{};
    int const length = static_cast<int>(sent.size());
    int const next = (world.rank() + 1) % world.size();
    int const previous = (world.rank() + world.size() - 1) % world.size();
    check_mpi(MPI_Sendrecv(sent.data(), length, MPI_BYTE, next, 0, received.data(), length, MPI_BYTE, previous, 0, world.handle(),
                           MPI_STATUS_IGNORE),
              "MPI_Sendrecv");
}

void keep_watch(std::stop_token const& stop, NextProcess next, Seconds timeout,
                std::function<void(RankWatch::Loss const&)> const& give_up) {
    TcpConnections connections;
    auto const as_duration = std::chrono::duration_cast<Clock::duration>(timeout);
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    do {
        if (auto const lost = connections.find_lost(as_duration)) return give_up(loss_of(*lost, timeout));
        if (auto const loss = next.find_loss(timeout)) return give_up(*loss);
    } while (!never.wait_for(lock, stop, between_looks, [&] { return stop.stop_requested(); }));
}

} // namespace

RankWatch::RankWatch(Communicator const& world, Seconds timeout, std::function<void(Loss const&)> give_up) {
    greet_neighbours(world);
    thread_ = std::jthread([next = NextProcess(NodePeers(world).next()), timeout, give_up = std::move(give_up)](
                               std::stop_token const& stop) { keep_watch(stop, next, timeout, give_up); });
}

} // namespace tessera
