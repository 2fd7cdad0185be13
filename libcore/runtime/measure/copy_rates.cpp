// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how fast messages are packed on the machine the job runs on.
#include "libcore/runtime/measure/copy_rates.hpp"

#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace tessera {

namespace {

constexpr Index array_bytes = Index{16} << 20; // larger than the caches near a core
constexpr Index element_bytes = 8;
constexpr Index stride_bytes = 64;
constexpr Index page_bytes = 4096 + stride_bytes; // not the same line of each page, which caches keep few of
constexpr int fewest_passes = 5;

/// `count` elements of this size, that far apart, into one stretch.
CopyProgram packing(Index count, Index size, Index distance) {
    std::array const axis{LoopDim{PeriodicSet::interval({0, count}), AxisSide::affine(0, 1, distance), AxisSide::dense(size)}};
    return {LoopNest(axis, 0, 0), size};
}

/// Each pass begins `shift` bytes behind the one before, around `around` bytes: 0 where it may find again what it has touched.
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
    auto const middle = passes.begin() + std::ssize(passes) / 2;
    std::ranges::nth_element(passes, middle);
    return *middle / static_cast<double>(copy.bytes());
}

} // namespace

CopyRates measure_copies(Comm const& comm, double seconds) {
    Buffer from(array_bytes);
    Buffer to(array_bytes);
    from.clear();
    to.clear();
    comm.barrier();
    auto const rate_of = [&](Index distance, Shift shift) {
        Index const count = (array_bytes - shift.around + 1) / distance;
        return slowest(comm, seconds_per_byte(packing(count, element_bytes, distance), from, to, seconds / 3, shift));
    };
    CopyRates rates;
    rates.gapless = rate_of(element_bytes, {});
    rates.strided = rate_of(stride_bytes, {});
    // Three lines further each time: edges of an array are not in a cache when the array has been computed in between.
    rates.gather =
        std::max(rate_of(page_bytes, {3 * stride_bytes, page_bytes}) - rates.gapless, 0.0) * static_cast<double>(element_bytes);
    return rates;
}

} // namespace tessera
