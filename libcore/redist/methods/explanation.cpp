// SPDX-License-Identifier: BSD-3-Clause
// Tessera: explanation of how a method finds its messages, in words and in the paper's own terms.
#include "libcore/redist/methods/explanation.hpp"

#include "libcore/redist/methods/pitfalls_factor.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

namespace {

constexpr Index shown_coordinates = 4;
constexpr std::size_t shown_runs = 8;
constexpr Index most_pairs = 1'000'000; // limit of the pairs of coordinates that are intersected to be counted

/// Returns the partners of a coordinate in local order, such as "0 (2), 1 (2), ...".
std::string dealt_text(void (*visit_runs)(CyclicChange const&, Index, DealtRunVisit const&), CyclicChange const& change, Index p) {
    std::vector<DealtRun> runs;
    visit_runs(change, p, [&](DealtRun const& run) {
        if (!runs.empty() && runs.back().partner == run.partner)
            runs.back().count += run.count;
        else
            runs.push_back(run);
        return runs.size() <= shown_runs;
    });
    std::vector<std::string> words;
    for (DealtRun const& run : runs) words.push_back(fmt::format("{} ({})", run.partner, run.count));
    if (runs.size() > shown_runs) words.back() = "...";
    return words.empty() ? "nobody: it has no elements" : fmt::format("{}", fmt::join(words, ", "));
}

std::string families_text(std::vector<TaggedPitfalls> const& families) {
    std::vector<std::string> words;
    for (auto const& [first, f] : families) {
        std::string const from = first > 0 ? fmt::format(" from coordinate {} on", first) : "";
        words.push_back(fmt::format("({}, {}, {}, {}, {}, {}){}", f.l, f.r, f.s, f.n, f.d, f.p, from));
    }
    return words.empty() ? "none" : fmt::format("{}", fmt::join(words, " and "));
}

} // namespace

std::vector<std::string> explain_formula(IndexFormula const& formula, RedistPlan const& plan) {
    auto const change = cyclic_change(plan);
    std::vector<std::string> lines{"local elements in order, to whom and from whom (how many):"};
    Index const shown = std::min(change->processors, shown_coordinates);
    for (Index p = 0; p < shown; ++p)
        lines.push_back(fmt::format("coordinate {} sends to {}", p, dealt_text(formula.sends, *change, p)));
    for (Index p = 0; p < shown; ++p)
        lines.push_back(fmt::format("coordinate {} receives from {}", p, dealt_text(formula.receives, *change, p)));
    if (shown < change->processors) lines.push_back(fmt::format("and so on, up to coordinate {}", change->processors - 1));
    return lines;
}

std::vector<std::string> explain_pitfalls(RedistPlan const& plan) {
    std::vector<std::string> lines{"PITFALLS (l, r, s, n, d, p) of each dimension, from 0:"};
    int axis = 0;
    for (DimTransfer const& factor : plan.factors()) {
        ++axis;
        auto const pair = pitfalls_of(factor);
        lines.push_back(fmt::format("dimension {} before: {}", axis, families_text(pair->source)));
        lines.push_back(fmt::format("dimension {} after:  {}", axis, families_text(pair->target)));
        Index const pairs = factor.source().coords() * factor.target().coords();
        if (pairs <= most_pairs)
            lines.push_back(fmt::format("dimension {}: {} of {} pairs of coordinates share indices", axis,
                                        pitfalls_factor(*pair).size(), pairs));
    }
    return lines;
}

} // namespace tessera
