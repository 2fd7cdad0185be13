// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an index set written as a list of FALLS.
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// A FALLS of one block has its length as stride, so that equal blocks have equal FALLS.
Falls single_block(Run run) {
    return {run.begin, run.end - 1, run.size(), 1};
}

/// Appends the blocks of one run of the period, cut to the clip. Whole blocks form one FALLS; each cut block is a FALLS of its own.
void append_blocks(Run block, Index period, Run clip, std::vector<Falls>& falls) {
    if (block.end <= clip.begin) block = {block.begin + period, block.end + period};
    if (block.begin < clip.begin) {
        falls.push_back(single_block(intersection(block, clip)));
        block = {block.begin + period, block.end + period};
    }
    if (block.begin >= clip.end) return;
    Index const whole = block.end <= clip.end ? (clip.end - block.end) / period + 1 : 0;
    if (whole == 1) falls.push_back(single_block(block));
    if (whole > 1) falls.push_back({block.begin, block.end - 1, period, whole});
    Run const behind{block.begin + whole * period, clip.end};
    if (!behind.empty()) falls.push_back(single_block(behind));
}

} // namespace

/// Makes FALLS of a set that does not repeat: runs of equal length and distance become one FALLS, greedily from the left.
std::vector<Falls> PeriodicSet::falls_of_list() const {
    std::vector<Falls> falls;
    for (RunWalk walk(*this); !walk.done(); walk.next()) {
        if (!falls.empty() && falls.back().length() == walk.run().size()) {
            Falls& last = falls.back();
            Index const distance = walk.run().begin - last.block(last.n - 1).begin;
            if (last.n == 1) last.s = distance;
            if (last.s == distance) {
                ++last.n;
                continue;
            }
        }
        falls.push_back(single_block(walk.run()));
    }
    return falls;
}

std::vector<Falls> PeriodicSet::falls() const {
    if (empty()) return {};
    if (is_interval()) return {single_block(clip_)};
    if (period_ >= clip_.size()) return falls_of_list();
    std::vector<Falls> falls;
    for (Run const run : pattern_->runs) append_blocks({origin_ + run.begin, origin_ + run.end}, period_, clip_, falls);
    std::ranges::sort(falls, {}, &Falls::l);
    return falls;
}

} // namespace tessera
