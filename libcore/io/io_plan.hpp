// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan to read or write sections of a file: all requests, all messages, and exact totals.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/io/direct.hpp"
#include "libcore/io/fad.hpp"
#include "libcore/io/file_domains.hpp"
#include "libcore/io/io_request.hpp"
#include "libcore/io/sieve.hpp"
#include "libcore/io/two_phase.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

struct IoSettings {
    Access access = Access::TwoPhase;
    DirectUnit direct = DirectUnit::Run; ///< for direct access: the unit of one request
    SieveSettings sieve;                 ///< for sieving and two-phase access: the size of the pieces
    DomainSettings domains;              ///< for two-phase access: the part of the file that each rank accesses
};

/// Totals of one rank, or of all ranks.
struct IoTotals {
    Index reads = 0; ///< read requests
    Index writes = 0;
    Index bytes_read = 0; ///< bytes of these requests, wanted or not
    Index bytes_written = 0;
    Index useful = 0; ///< wanted or given bytes in requests, counted once per request
    Index sends = 0;  ///< messages to other ranks
    Index bytes_sent = 0;
    Index receives = 0; ///< messages from other ranks
    Index bytes_received = 0;
    Index memory = 0; ///< bytes of buffers, without the sections; in the total over all ranks: of the rank with the most

    [[nodiscard]] Index requests() const { return reads + writes; }
    [[nodiscard]] Index bytes() const { return bytes_read + bytes_written; }
    friend bool operator==(IoTotals const&, IoTotals const&) = default;
};

struct RankTotals {
    Rank rank = 0;
    IoTotals totals;
};

class IoPlan {
  public:
    /// Makes the plan. Errors: those of FileDomains; a buffer smaller than an element; the work was stopped. Cost: the requests of
    /// the plan; for direct access the ranks.
    [[nodiscard]] static Result<IoPlan> make(std::shared_ptr<Fad const> fad, IoDirection direction, IoSettings const& settings,
                                             Watch const& watch = {});

    /// Makes the plan with pieces of at most settings.sieve.buffer_bytes, reduced until no rank's buffers exceed `memory` bytes.
    /// Additional errors: even pieces of one element exceed it; the pieces are so small that there are more than `most_requests`.
    [[nodiscard]] static Result<IoPlan> make_within(std::shared_ptr<Fad const> const& fad, IoDirection direction,
                                                    IoSettings settings, Index memory,
                                                    Index most_requests = std::numeric_limits<Index>::max(),
                                                    Watch const& watch = {});

    [[nodiscard]] Fad const& fad() const { return *fad_; }
    [[nodiscard]] IoDirection direction() const { return direction_; }
    [[nodiscard]] IoSettings const& settings() const { return settings_; }
    /// Returns the two-phase details, or null for other access.
    [[nodiscard]] TwoPhase const* two_phase() const { return two_phase_ ? &*two_phase_ : nullptr; }

    [[nodiscard]] IoTotals const& totals() const { return totals_; }
    /// Returns all ranks of the plan, members and aggregators, ascending.
    [[nodiscard]] std::span<RankTotals const> ranks() const { return ranks_; }
    /// Returns the totals of one rank; zeros if it is not in the plan. Cost: logarithm of the ranks.
    [[nodiscard]] IoTotals totals_of(Rank rank) const;
    /// Returns the largest number of requests of a rank (an update counts as one).
    [[nodiscard]] Index phases() const { return phases_; }
    /// Returns whether the contents of the file after writing may depend on the order of the ranks. This can happen without
    /// two-phase, if sections overlap, or if a rank reads and writes back bytes between those of another. (The latter is judged by
    /// the begins and ends of the pieces of a rank.)
    [[nodiscard]] bool has_races() const { return races_; }

    /// Visits the requests: for two-phase by phase and rank, otherwise by rank, in the order in which each rank makes them.
    void for_each_request(std::function<void(IoRequest const&)> const& visit) const;
    /// Visits the messages between different ranks, by phase, then by ascending receiver (when writing: sender).
    void for_each_message(std::function<void(IoMessage const&)> const& visit) const;

  private:
    IoPlan(std::shared_ptr<Fad const> fad, IoDirection direction, IoSettings const& settings)
        : fad_(std::move(fad)), direction_(direction), settings_(settings) {}

    void for_each_direct(std::function<void(IoRequest const&)> const& visit) const;
    void for_each_sieved(std::function<void(IoRequest const&)> const& visit, Watch const& watch = {}) const;
    void for_each_piece(std::function<void(Index aggregator, IoRequest const&, Run positions)> const& visit,
                        Watch const& watch = {}) const;
    [[nodiscard]] IoRequest request(Rank rank, IoPiece const& piece, Index phase) const;

    void count_direct();
    void count_sieved(Watch const& watch);
    void count_two_phase(Watch const& watch);
    void sum_up();

    std::shared_ptr<Fad const> fad_;
    IoDirection direction_;
    IoSettings settings_;
    std::optional<TwoPhase> two_phase_;
    std::vector<RankTotals> ranks_;
    IoTotals totals_;
    Index phases_ = 0;
    bool races_ = false;
};

} // namespace tessera
