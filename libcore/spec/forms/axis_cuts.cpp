// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension cut by several mesh axes, applied in turn.
#include "libcore/spec/forms/detail/axis_cuts.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera::notation {

namespace {

using RunsOfPart = std::vector<Run>;

Index total(RunsOfPart const& runs) {
    Index sum = 0;
    for (Run const& run : runs) sum += run.size();
    return sum;
}

/// Takes elements from the front of a list of runs.
class RunTaker {
  public:
    explicit RunTaker(RunsOfPart const& runs) : runs_(runs) {}

    void take(Index count, RunsOfPart& into) {
        while (count > 0) {
            Run const& run = runs_[number_];
            Index const begin = run.begin + used_;
            Index const length = std::min(count, run.end - begin);
            if (!into.empty() && into.back().end == begin)
                into.back().end += length;
            else
                into.push_back({begin, begin + length});
            count -= length;
            used_ += length;
            if (begin + length == run.end) ++number_, used_ = 0;
        }
    }

  private:
    RunsOfPart const& runs_;
    std::size_t number_ = 0;
    Index used_ = 0; // elements already taken from that run
};

/// Returns the length of chunk `part` if n elements are cut into chunks of ceil(n/parts).
Index chunk_length(Index n, Index parts, Index part) {
    Index const chunk = ceil_div(n, parts);
    if (chunk == 0) return 0;
    Index const full = n / chunk;
    return part < full ? chunk : part == full ? n % chunk : 0;
}

void cut(RunsOfPart const& whole, AxisCut const& by, std::vector<RunsOfPart>& parts) {
    std::size_t const first = parts.size();
    parts.resize(first + as_size(by.parts));
    RunTaker taker(whole);
    Index const n = total(whole);
    for (Index piece = 0; piece < by.split; ++piece) {
        Index const length = chunk_length(n, by.split, piece);
        if (length == 0) break;
        for (Index part = 0; part < by.parts; ++part)
            taker.take(chunk_length(length, by.parts, part), parts[first + as_size(part)]);
    }
}

} // namespace

std::optional<std::vector<std::vector<Run>>> cut_in_turn(Index extent, std::span<AxisCut const> cuts, Index most_runs) {
    std::vector<RunsOfPart> parts{{}};
    if (extent > 0) parts.front().push_back({0, extent});
    Index most = 1; // upper bound of the number of runs
    for (AxisCut const& by : cuts) {
        auto const pieces = checked_mul(by.parts, std::min(by.split, std::max<Index>(extent, 1)));
        auto const more = pieces ? checked_mul(most, *pieces) : std::nullopt;
        if (!more || *more > most_runs) return std::nullopt;
        most = *more;
        std::vector<RunsOfPart> finer;
        for (RunsOfPart const& part : parts) cut(part, by, finer);
        parts = std::move(finer);
    }
    return parts;
}

} // namespace tessera::notation
