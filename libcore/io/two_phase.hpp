// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the extended two-phase method: aggregators access the file in large pieces, messages do the rest (Thakur 6.3).
#pragma once

#include "libcore/io/fad.hpp"
#include "libcore/io/file_domains.hpp"
#include "libcore/io/io_request.hpp"
#include "libcore/io/sieve.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace tessera {

/// Phase k: every aggregator reads its k-th piece and sends each rank what it wants of it; or, when writing, gets from each rank
/// what it gives for the piece (applied in ascending order of the ranks, so that the highest wins), reads the piece before unless
/// it is full, and writes it. Every rank can compute every other's pieces: nothing needs to be agreed on but the Fad.
class TwoPhase {
  public:
    TwoPhase(std::shared_ptr<Fad const> fad, FileDomains domains, SieveSettings const& sieve);

    [[nodiscard]] Fad const& fad() const { return *fad_; }
    [[nodiscard]] FileDomains const& domains() const { return domains_; }
    [[nodiscard]] SieveSettings const& sieve() const { return sieve_; }

    /// The pieces of one aggregator, in order. This must outlive the walk.
    [[nodiscard]] SieveWalk pieces(Index aggregator) const { return {fad_->wanted(), sets_[as_size(aggregator)], sieve_}; }

    /// The file domain access table: what each member wants of a stretch of the file, members without any left out.
    void for_each_share(Run positions, std::function<void(Fad::Member const&, Index elements)> const& visit) const;

  private:
    std::shared_ptr<Fad const> fad_;
    FileDomains domains_;
    SieveSettings sieve_;
    std::vector<PeriodicSet> sets_; // of positions, one per aggregator
};

} // namespace tessera
