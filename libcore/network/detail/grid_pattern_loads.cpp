// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of regular steps on a mesh, a torus or a hypercube, computed dimension by dimension.
#include "libcore/network/detail/grid_pattern_loads.hpp"

#include <algorithm>
#include <functional>

namespace tessera::detail {

namespace {

using Shape = StepPattern::Shape;
using Line = LinePattern::Shape;

/// Returns the coordinate that a coordinate of a line sends to, in one-port shapes. Xor shapes occur only on powers of two.
int partner(LinePattern const& pattern, int x, int extent) {
    int const amount = pattern.amount;
    switch (pattern.shape) {
    case Line::Shift:
        return (x + amount) % extent;
    case Line::Reflection:
        return (amount - x + extent) % extent;
    case Line::Xor:
        return x ^ amount;
    case Line::XorCarry:
        return ((x + 1) % extent) ^ amount;
    case Line::XorBorrow:
        return ((x ^ amount) + extent - 1) % extent;
    case Line::XorBoth:
        return ((((x + 1) % extent) ^ amount) + extent - 1) % extent;
    case Line::Gather:
        return amount;
    case Line::Scatter:
    case Line::Everything:
        break;
    }
    return x;
}

} // namespace

GridPatternLoads::GridPatternLoads(Grid const& grid) : grid_(grid) {
    for (int const extent : grid.extents()) {
        Dimension dimension;
        dimension.line = std::make_unique<Grid>("a line", std::vector<int>{extent}, grid.edges());
        dimension.placement = std::make_unique<Placement>(Placement::row_major(extent));
        dimension.counter = std::make_unique<LoadCounter>(*dimension.line, *dimension.placement);
        dims_.push_back(std::move(dimension));
    }
}

bool GridPatternLoads::knows(StepPattern const& pattern) const {
    return pattern.size == grid_.nodes();
}

int GridPatternLoads::lines_behind(std::size_t dim) const {
    int lines = 1;
    for (std::size_t d = dim + 1; d < grid_.extents().size(); ++d) lines *= grid_.extents()[d];
    return lines;
}

/// `digit` is the digit of `amount` for this dimension. The digits after it form a number (`rest`) that determines the carries. The
/// target's digits after the dimension identify a line.
void GridPatternLoads::find_classes(StepPattern const& pattern, std::size_t dim) {
    classes_.clear();
    int const behind = lines_behind(dim);
    int const extent = grid_.extents()[dim];
    int const digit = pattern.amount / behind % extent;
    switch (pattern.shape) {
    case Shape::Shift:
        return add_shift(pattern, dim);
    case Shape::Reflection:
        return add_reflection(pattern, dim);
    case Shape::Xor:
        if (pattern.offset != 0) return add_shifted_xor(pattern, dim);
        classes_.push_back({{Line::Xor, digit}, 1, 0, 1, 1});
        return;
    case Shape::Gather: { // lines that lead to the target; each of their nodes has collected the messages of all nodes after it
        int const line = pattern.amount % behind;
        classes_.push_back({{Line::Gather, digit}, behind, line, line + 1, behind});
        return;
    }
    case Shape::Scatter: { // lines on which the earlier dimensions still have the source's coordinates
        int const before = pattern.amount / behind / extent;
        int const targets = lines(dim) / behind;
        classes_.push_back({{Line::Scatter, digit}, targets, before * behind, (before + 1) * behind, lines(dim)});
        return;
    }
    case Shape::Everything:
        classes_.push_back({{Line::Everything, 0}, lines(dim), 0, 1, 1});
        return;
    }
}

/// There is a carry into this digit if the sum of the digits after it is less than what was added.
void GridPatternLoads::add_shift(StepPattern const& pattern, std::size_t dim) {
    int const behind = lines_behind(dim);
    int const extent = grid_.extents()[dim];
    int const digit = pattern.amount / behind % extent;
    int const rest = pattern.amount % behind;
    classes_.push_back({{Line::Shift, digit}, 1, rest, behind, behind});
    if (rest > 0) classes_.push_back({{Line::Shift, (digit + 1) % extent}, 1, 0, rest, behind});
}

/// There is a borrow from this digit if the difference of the digits after it is more than what was subtracted from.
void GridPatternLoads::add_reflection(StepPattern const& pattern, std::size_t dim) {
    int const behind = lines_behind(dim);
    int const extent = grid_.extents()[dim];
    int const digit = pattern.amount / behind % extent;
    int const rest = pattern.amount % behind;
    classes_.push_back({{Line::Reflection, digit}, 1, 0, rest + 1, behind});
    if (rest + 1 < behind) classes_.push_back({{Line::Reflection, (digit + extent - 1) % extent}, 1, rest + 1, behind, behind});
}

/// Let s and t = ((s + 1) xor rest) - 1 be the numbers formed by the source's and the target's digits after this one, modulo
/// `behind`. The addition carries if s = behind - 1, that is t = rest - 1. The subtraction borrows if (s + 1) xor rest = 0, that is
/// t = behind - 1.
void GridPatternLoads::add_shifted_xor(StepPattern const& pattern, std::size_t dim) {
    int const behind = lines_behind(dim);
    int const digit = pattern.amount / behind % grid_.extents()[dim];
    int const rest = pattern.amount % behind;
    if (rest == 0) {
        classes_.push_back({{Line::XorBoth, digit}, 1, behind - 1, behind, behind});
        if (behind > 1) classes_.push_back({{Line::Xor, digit}, 1, 0, behind - 1, behind});
        return;
    }
    classes_.push_back({{Line::XorCarry, digit}, 1, rest - 1, rest, behind});
    classes_.push_back({{Line::XorBorrow, digit}, 1, behind - 1, behind, behind});
    int const first = rest == 1 ? 1 : 0;
    if (first < behind - 1) classes_.push_back({{Line::Xor, digit}, 1, first, behind - 1, behind, rest - 1});
}

std::vector<Index> GridPatternLoads::messages_on_line(std::size_t dim, LinePattern pattern) {
    int const extent = grid_.extents()[dim];
    LoadCounter& counter = *dims_[dim].counter;
    if (pattern.shape == Line::Everything) {
        std::vector<Index> sum(dims_[dim].line->links().size(), 0);
        for (int target = 0; target < extent; ++target) {
            auto const part = messages_on_line(dim, {Line::Gather, target});
            std::ranges::transform(sum, part, sum.begin(), std::plus<>());
        }
        return sum;
    }
    transfers_.clear();
    for (int x = 0; x < extent; ++x)
        transfers_.push_back(pattern.shape == Line::Scatter ? Transfer{pattern.amount, x, 1}
                                                            : Transfer{x, partner(pattern, x, extent), 1});
    return counter.count(transfers_).messages;
}

GridPatternLoads::LinePeak const& GridPatternLoads::peak_on_line(std::size_t dim, LinePattern pattern) {
    auto& known = dims_[dim].known[static_cast<std::size_t>(pattern.shape)];
    if (known.empty()) known.resize(as_size(grid_.extents()[dim]));
    LinePeak& peak = known[as_size(pattern.amount)];
    if (peak.messages >= 0) return peak;
    auto const messages = messages_on_line(dim, pattern);
    auto const most = std::ranges::max_element(messages);
    peak = most == messages.end() ? LinePeak{0, 0} : LinePeak{*most, static_cast<int>(most - messages.begin())};
    return peak;
}

void GridPatternLoads::consider(PatternPeak& peak, std::size_t dim, LineClass const& lines) {
    LinePeak const& on_line = peak_on_line(dim, lines.pattern);
    Index const messages = on_line.messages * lines.weight;
    int const link = grid_.first_link_of(dim, lines.first) + on_line.link;
    if (messages == 0 || messages < peak.messages || (messages == peak.messages && link > peak.busiest)) return;
    peak = {messages, link};
}

PatternPeak GridPatternLoads::peak(StepPattern const& pattern) {
    PatternPeak peak;
    for (std::size_t dim = 0; dim < dims_.size(); ++dim) {
        find_classes(pattern, dim);
        for (LineClass const& lines : classes_) consider(peak, dim, lines);
    }
    return peak;
}

std::vector<Index> GridPatternLoads::messages(StepPattern const& pattern) {
    std::vector<Index> all(grid_.links().size(), 0);
    for (std::size_t dim = 0; dim < dims_.size(); ++dim) {
        find_classes(pattern, dim);
        for (LineClass const& each : classes_) {
            auto const on_line = messages_on_line(dim, each.pattern);
            for (int line = 0; line < lines(dim); ++line) {
                int const place = line % each.period;
                if (place < each.first || place >= each.last || place == each.without) continue;
                auto const first = as_size(grid_.first_link_of(dim, line));
                for (std::size_t link = 0; link < on_line.size(); ++link) all[first + link] = on_line[link] * each.weight;
            }
        }
    }
    return all;
}

} // namespace tessera::detail
