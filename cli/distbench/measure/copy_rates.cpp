// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures how fast this machine packs messages.
#include "cli/distbench/measure/copy_rates.hpp"

#include "libcore/base/median.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace tessera {

namespace {

constexpr Index array_bytes = Index{32} << 20; // two of these are larger than the caches that ranks share
constexpr Index element_bytes = 8;
constexpr Index stride_bytes = 64;
constexpr Index page_bytes = 4096 + stride_bytes; // avoids the same cache line of each page, of which caches hold few
constexpr std::array<Index, 5> run_lengths{8, 128, 1024, 8192, 65536};
constexpr int fewest_passes = 5;

/// Returns a program that packs `count` elements of `size` bytes, `distance` bytes apart.
CopyProgram packing(Index count, Index size, Index distance) {
    std::array const axis{LoopDim{PeriodicSet::interval({0, count}), AxisSide::affine(0, 1, distance), AxisSide::dense(size)}};
    return {LoopNest(axis, 0, 0), size};
}

/// Start offset of each pass: `bytes` after the previous one, modulo `around` bytes. 0 lets a pass find its data in the
/// caches.
struct Shift {
    Index bytes = 0;
    Index around = 1;
};

double seconds_per_byte(CopyProgram const& copy, Buffer const& from, Buffer& to, double budget, Shift shift) {
    std::vector<double> passes;
    double const begin = seconds_now();
    while (std::ssize(passes) < fewest_passes || seconds_now() - begin < budget) {
        Index const begin_at = std::ssize(passes) * shift.bytes % shift.around;
        double const start = seconds_now();
        copy.run(from.data() + begin_at, to.data());
        passes.push_back(seconds_now() - start);
    }
    return median_of(std::move(passes)) / static_cast<double>(copy.bytes());
}

} // namespace

CopyRates measure_copies(Communicator const& comm, double seconds) {
    Buffer from(array_bytes);
    Buffer to(array_bytes);
    from.clear();
    to.clear();
    comm.barrier();
    double const budget = seconds / (2.0 + 2.0 * std::ssize(run_lengths));
    auto const rate_of = [&](CopyProgram const& copy, Shift shift) {
        return slowest(comm, seconds_per_byte(copy, from, to, budget, shift));
    };
    CopyRates rates;
    rates.gapless = rate_of(packing(array_bytes / element_bytes, element_bytes, element_bytes), {});
    rates.strided = rate_of(packing(array_bytes / stride_bytes, element_bytes, stride_bytes), {});
    for (Index const length : run_lengths) {
        // Each pass starts elsewhere, because an array's edges are not in a cache after computing on the array.
        Index const distance = std::max(page_bytes, 2 * length + stride_bytes);
        Index const count = (array_bytes - distance + 1) / distance;
        double const apart = rate_of(packing(count, length, distance), {std::max(3 * stride_bytes, length), distance});
        // The same number of bytes, contiguous and also outside the caches.
        Index const bytes = count * length;
        double const together = rate_of(packing(bytes / element_bytes, element_bytes, element_bytes), {bytes, array_bytes - bytes});
        double const beside = (apart - together) * static_cast<double>(length);
        rates.gather.push_back({length, std::max(beside, rates.gather.empty() ? 0.0 : rates.gather.back().seconds)});
    }
    return rates;
}

} // namespace tessera
