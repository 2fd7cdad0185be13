// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan of reading or writing sections of a file: every request, every message, and exact totals.
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
    DirectUnit direct = DirectUnit::Run; ///< direct access: what one request reads or writes
    SieveSettings sieve;                 ///< sieving and two-phase access: how large the pieces are
    DomainSettings domains;              ///< two-phase access: which rank accesses which part of the file
};

/// What one rank does, or all of them together.
struct IoTotals {
    Index reads = 0; ///< requests
    Index writes = 0;
    Index bytes_read = 0; ///< by these requests, wanted or not
    Index bytes_written = 0;
    Index useful = 0; ///< bytes of requests that somebody wants or gives, each counted once per request
    Index sends = 0;  ///< messages to other ranks
    Index bytes_sent = 0;
    Index receives = 0; ///< messages from other ranks
    Index bytes_received = 0;
    Index memory = 0; ///< bytes of buffers beside the sections themselves; of all ranks: of the rank that needs most

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
    /// Errors: those of FileDomains; a buffer that does not hold an element; the work was stopped. Costs the requests of the plan;
    /// Direct the ranks.
    [[nodiscard]] static Result<IoPlan> make(std::shared_ptr<Fad const> fad, IoDirection direction, IoSettings const& settings,
                                             Watch const& watch = {});

    /// The same with pieces of at most settings.sieve.buffer_bytes, made smaller until no rank's buffers take more than
    /// `memory` bytes. Errors besides: not even pieces of one element do; the pieces are so small that there are more than
    /// `most_requests`.
    [[nodiscard]] static Result<IoPlan> make_within(std::shared_ptr<Fad const> const& fad, IoDirection direction,
                                                    IoSettings settings, Index memory,
                                                    Index most_requests = std::numeric_limits<Index>::max(),
                                                    Watch const& watch = {});

    [[nodiscard]] Fad const& fad() const { return *fad_; }
    [[nodiscard]] IoDirection direction() const { return direction_; }
    [[nodiscard]] IoSettings const& settings() const { return settings_; }
    /// Null where the access is another.
    [[nodiscard]] TwoPhase const* two_phase() const { return two_phase_ ? &*two_phase_ : nullptr; }

    [[nodiscard]] IoTotals const& totals() const { return totals_; }
    /// Every rank that takes part, members and aggregators, ascending.
    [[nodiscard]] std::span<RankTotals const> ranks() const { return ranks_; }
    /// The most requests of a rank (an update is one).
    [[nodiscard]] Index phases() const { return phases_; }
    /// What is in the file after writing may depend on which rank comes first: without two-phase, where sections overlap, or where
    /// a rank reads and writes back bytes between another's. (The latter judged by where the pieces of a rank begin and end.)
    [[nodiscard]] bool has_races() const { return races_; }

    /// By phase and rank for two-phase; else by rank, in the order in which each rank makes them.
    void for_each_request(std::function<void(IoRequest const&)> const& visit) const;
    /// Messages between different ranks, by phase; receivers (when writing: senders) in ascending order.
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
