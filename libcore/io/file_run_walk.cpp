// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a walk over the runs of a section in file order.
#include "libcore/io/file_run_walk.hpp"

namespace tessera {

FileRunWalk::FileRunWalk(FileSection const& section, Run positions)
    : section_(&section), range_(intersection(positions, {0, section.layout().positions()})) {
    if (range_.empty()) return;
    enter_chunk(range_.begin);
    next();
}

void FileRunWalk::next() {
    run_ = segment_;
    if (segment_.empty()) return;
    Index const gapless = section_->layout().gapless_end(run_.begin);
    do {
        run_.end = segment_.end;
        next_segment();
    } while (segment_.begin == run_.end && !segment_.empty() && run_.end < gapless);
}

/// Enters the chunk of the first element at or after `position`, and its first segment there.
void FileRunWalk::enter_chunk(Index position) {
    segment_ = {};
    axes_.clear();
    auto const first = section_->first_from(position);
    if (!first || *first >= range_.end) return;
    FileLayout const& layout = section_->layout();
    Index const slot = *first / layout.chunk_elements();
    Index const place = *first % layout.chunk_elements();
    chunk_begin_ = slot * layout.chunk_elements();
    Extents const chunk = layout.chunk_in(slot);
    for (int const permuted : layout.shape().permutation) {
        auto const d = as_size(permuted);
        Index const length = layout.shape().chunk[d];
        Index const origin = chunk[d] * length;
        PeriodicSet set = section_->section().dims()[d].clipped({origin, origin + length}).shifted(-origin);
        if (axes_.empty() && set.count() == length) continue;
        Index const at = place / layout.stride(d) % length;
        RunWalk const walk(set, at);
        axes_.push_back({std::move(set), walk, layout.stride(d), at});
    }
    show_segment();
}

void FileRunWalk::show_segment() {
    if (axes_.empty()) {
        segment_ = {chunk_begin_, chunk_begin_ + section_->layout().chunk_elements()};
    } else {
        Index base = chunk_begin_;
        for (std::size_t k = 1; k < axes_.size(); ++k) base += axes_[k].at * axes_[k].stride;
        Run const run = axes_.front().walk.run();
        segment_ = {base + run.begin * axes_.front().stride, base + run.end * axes_.front().stride};
    }
    segment_ = intersection(segment_, range_);
}

/// Moves to the next line of the chunk, at its first run. Returns false after the last line.
bool FileRunWalk::next_line() {
    for (std::size_t k = 1; k < axes_.size(); ++k) {
        Axis& axis = axes_[k];
        if (++axis.at >= axis.walk.run().end) {
            axis.walk.next();
            if (!axis.walk.done()) axis.at = axis.walk.run().begin;
        }
        if (!axis.walk.done()) {
            axes_.front().walk = RunWalk(axes_.front().set);
            return true;
        }
        axis.walk = RunWalk(axis.set);
        axis.at = axis.walk.run().begin;
    }
    return false;
}

void FileRunWalk::next_segment() {
    if (!axes_.empty()) {
        axes_.front().walk.next();
        if (!axes_.front().walk.done() || next_line()) return show_segment();
    }
    enter_chunk(chunk_begin_ + section_->layout().chunk_elements());
}

} // namespace tessera
