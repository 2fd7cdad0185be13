// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the extended two-phase method: aggregators access the file in large pieces, and messages distribute the data
// (Thakur 6.3).
#pragma once

#include "libcore/io/fad.hpp"
#include "libcore/io/file_domains.hpp"
#include "libcore/io/io_request.hpp"
#include "libcore/io/sieve.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace tessera {

/// In phase k every aggregator reads its k-th piece, and sends each rank its share. When writing, it reads the piece first unless
/// it is full, applies each rank's share, and writes the piece. Shares are applied in ascending order of the ranks, so the highest
/// rank wins. Every rank can compute the pieces of all ranks, so they only have to agree on the Fad.
class TwoPhase {
  public:
    TwoPhase(std::shared_ptr<Fad const> fad, FileDomains domains, SieveSettings const& sieve);

    [[nodiscard]] Fad const& fad() const { return *fad_; }
    [[nodiscard]] FileDomains const& domains() const { return domains_; }
    [[nodiscard]] SieveSettings const& sieve() const { return sieve_; }

    /// Returns the pieces of one aggregator, in order. This object must outlive the walk.
    [[nodiscard]] SieveWalk pieces(Index aggregator) const { return {fad_->wanted(), sets_[as_size(aggregator)], sieve_}; }

    /// Visits the file domain access table: each member's elements in a range of the file. Members without elements are left out.
    void for_each_share(Run positions, std::function<void(Fad::Member const&, Index elements)> const& visit) const;

  private:
    std::shared_ptr<Fad const> fad_;
    FileDomains domains_;
    SieveSettings sieve_;
    std::vector<PeriodicSet> sets_; // sets of positions, one per aggregator
};

} // namespace tessera
