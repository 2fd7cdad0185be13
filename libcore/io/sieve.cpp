// SPDX-License-Identifier: BSD-3-Clause
// Tessera: data sieving: wanted elements in large pieces, including the data between them (Thakur 5.5.1).
#include "libcore/io/sieve.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera {

SieveWalk::SieveWalk(FileUnion const& wanted, PeriodicSet const& domain, SieveSettings const& settings)
    : wanted_(&wanted), settings_(settings), buffer_(std::max<Index>(1, settings.buffer_bytes / wanted.layout().element_bytes())),
      slab_(settings.shape == SieveShape::WholeSlabs ? wanted.layout().slab_positions() : 1),
      limit_(settings.shape == SieveShape::OneSlab ? wanted.layout().slab_positions()
                                                   : std::max<Index>(1, wanted.layout().positions())),
      stretches_(domain), cursor_(settings.cover ? settings.cover->begin : 0) {
    if (buffer_ < slab_) {
        settings_.shape = SieveShape::BoundingBytes;
        slab_ = 1;
    }
    next();
}

std::optional<Run> SieveWalk::next_stretch() {
    while (!stretches_.done()) {
        Index const first = settings_.cover ? cursor_ : wanted_->first_from(cursor_).value_or(wanted_->layout().positions());
        stretches_.seek(std::max(cursor_, slab_begin(first)));
        if (stretches_.done()) return std::nullopt;
        Run const stretch = stretches_.run();
        if (settings_.cover) {
            Run const covered = intersection(stretch, *settings_.cover);
            return covered.empty() ? std::nullopt : std::optional(covered);
        }
        if (stretch.contains(first)) return stretch;
        cursor_ = stretch.end <= first ? stretch.end : stretch.begin;
    }
    return std::nullopt;
}

Index SieveWalk::end_of_slabs(Run stretch) const {
    Index const end = slab_begin(stretch.begin) + buffer_ / slab_ * slab_;
    if (settings_.cover) return end;
    Index const last = *wanted_->last_below(stretch.end);
    return std::min(end, slab_begin(last) + slab_);
}

void SieveWalk::next() {
    piece_ = {};
    auto const stretch = next_stretch();
    if (!stretch) return;
    FileLayout const& layout = wanted_->layout();
    Index end = std::min(stretch->end, layout.gapless_end(stretch->begin));
    if (settings_.cover || settings_.shape == SieveShape::WholeSlabs)
        end = std::min(end, end_of_slabs(*stretch));
    else
        end = *wanted_->last_below(std::min({end, stretch->begin + buffer_, (stretch->begin / limit_ + 1) * limit_})) + 1;
    Run const positions{stretch->begin, end};
    Index const useful = wanted_->count_in(positions);
    piece_ = {positions, useful, useful + wanted_->padding_in(positions) == positions.size()};
    cursor_ = end;
}

} // namespace tessera
