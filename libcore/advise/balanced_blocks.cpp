// SPDX-License-Identifier: BSD-3-Clause
// Tessera: consecutive blocks of indices with about the same work.
#include "libcore/advise/balanced_blocks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tessera {
namespace {

/// Fills each block with as many indices as possible up to the work `most`. Returns an empty list if the blocks do not suffice.
std::vector<Index> filled_blocks(std::span<double const> work, Index blocks, double most) {
    std::vector<Index> sizes(as_size(blocks), 0);
    std::size_t block = 0;
    double load = 0;
    for (double const each : work) {
        if (load + each > most && sizes[block] > 0) {
            if (++block == sizes.size()) return {};
            load = 0;
        }
        load += each;
        ++sizes[block];
    }
    return sizes;
}

} // namespace

std::vector<Index> balanced_blocks(std::span<double const> work, Index blocks) {
    double const all = std::accumulate(work.begin(), work.end(), 0.0);
    double most = all; // always sufficient
    double least = all / static_cast<double>(blocks);
    for (double const each : work) least = std::max(least, each);
    std::vector<Index> best = filled_blocks(work, blocks, most * (1 + 1e-9));
    constexpr int halvings = 60;
    if (auto sizes = filled_blocks(work, blocks, least * (1 + 1e-12)); !sizes.empty()) return sizes;
    for (int i = 0; i < halvings && most - least > 1e-12 * all; ++i) {
        double const middle = (least + most) / 2;
        auto sizes = filled_blocks(work, blocks, middle);
        if (sizes.empty()) {
            least = middle;
        } else {
            most = middle;
            best = std::move(sizes);
        }
    }
    return best;
}

} // namespace tessera
