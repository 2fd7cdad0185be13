// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the extended two-phase method: aggregators access the file in large pieces, and messages distribute the data
// (Thakur 6.3).
#include "libcore/io/two_phase.hpp"

#include <algorithm>

namespace tessera {

TwoPhase::TwoPhase(std::shared_ptr<Fad const> fad, FileDomains domains, SieveSettings const& sieve)
    : fad_(std::move(fad)), domains_(std::move(domains)), sieve_(sieve) {
    sets_.reserve(domains_.ranks().size());
    for (Index a = 0; a < domains_.count(); ++a) sets_.push_back(domains_.domain(a));
}

void TwoPhase::for_each_share(Run positions, std::function<void(Fad::Member const&, Index)> const& visit) const {
    for (Fad::Member const& member : fad_->members())
        if (Index const elements = member.section.count_in(positions); elements > 0) visit(member, elements);
}

} // namespace tessera
