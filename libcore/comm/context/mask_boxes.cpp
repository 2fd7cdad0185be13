// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparisons that bound one index of an array.
#include "libcore/comm/context/detail/mask_boxes.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera::detail {
namespace {

using Kind = MaskNode::Kind;

/// The value factor * (index of dim) + offset. A constant if factor is 0.
struct LineOfIndex {
    Index dim = 0;
    Index factor = 0;
    Index offset = 0;
};

std::optional<LineOfIndex> scaled(LineOfIndex const& line, Index by) {
    auto const factor = checked_mul(line.factor, by);
    auto const offset = checked_mul(line.offset, by);
    return factor && offset ? std::optional(LineOfIndex{line.dim, *factor, *offset}) : std::nullopt;
}

std::optional<LineOfIndex> sum_of(LineOfIndex const& a, LineOfIndex const& b) {
    if (a.factor != 0 && b.factor != 0 && a.dim != b.dim) return std::nullopt;
    auto const factor = checked_add(a.factor, b.factor);
    auto const offset = checked_add(a.offset, b.offset);
    return factor && offset ? std::optional(LineOfIndex{a.factor != 0 ? a.dim : b.dim, *factor, *offset}) : std::nullopt;
}

std::optional<LineOfIndex> line_of(MaskTree const& tree, int number) {
    MaskNode const& node = tree.node(number);
    if (node.kind == Kind::Number) return LineOfIndex{0, 0, node.number};
    if (node.kind == Kind::Subscript) return LineOfIndex{node.number, 1, 0};
    if (node.kind > Kind::Multiply) return std::nullopt;
    auto const left = line_of(tree, node.left);
    if (!left || node.kind == Kind::Negate) return left ? scaled(*left, -1) : left;
    auto const right = line_of(tree, node.right);
    if (!right) return std::nullopt;
    if (node.kind == Kind::Add) return sum_of(*left, *right);
    if (node.kind == Kind::Subtract) {
        auto const minus = scaled(*right, -1);
        return minus ? sum_of(*left, *minus) : minus;
    }
    if (left->factor != 0 && right->factor != 0) return std::nullopt;
    return left->factor == 0 ? scaled(*right, left->offset) : scaled(*left, right->offset);
}

/// Returns left - right of a comparison, so that the comparison is with 0.
std::optional<LineOfIndex> difference_of(MaskTree const& tree, MaskNode const& comparison) {
    if (comparison.kind < Kind::Less || comparison.kind > Kind::Equal) return std::nullopt;
    auto const left = line_of(tree, comparison.left);
    auto const right = line_of(tree, comparison.right);
    auto const minus = right ? scaled(*right, -1) : right;
    auto const line = left && minus ? sum_of(*left, *minus) : std::nullopt;
    // This limit keeps the following arithmetic within 64 bits.
    constexpr Index most = Index{1} << 62;
    bool const fits = line && std::max(line->factor, line->offset) <= most && std::min(line->factor, line->offset) >= -most;
    return fits ? line : std::nullopt;
}

/// Returns the indices x among `all` for which the comparison of factor * x + offset with 0 holds.
Run solutions(Kind kind, LineOfIndex const& line, Run all) {
    if (line.factor == 0) {
        bool const holds = kind == Kind::Equal ? line.offset == 0 : line.offset < (kind == Kind::Less ? 0 : 1);
        return holds ? all : Run{all.begin, all.begin};
    }
    Index const size = line.factor > 0 ? line.factor : -line.factor;
    if (kind == Kind::Equal) {
        Index const x = line.factor > 0 ? floor_div(-line.offset, size) : floor_div(line.offset, size);
        bool const meets = line.offset % size == 0 && all.contains(x);
        return meets ? Run{x, x + 1} : Run{all.begin, all.begin};
    }
    Index const limit = kind == Kind::Less ? -line.offset - 1 : -line.offset; // factor * x <= limit
    Run const found = line.factor > 0 ? Run{all.begin, std::clamp(floor_div(limit, size) + 1, all.begin, all.end)}
                                      : Run{std::clamp(ceil_div(-limit, size), all.begin, all.end), all.end};
    return found.empty() ? Run{all.begin, all.begin} : found;
}

} // namespace

std::optional<MaskBound> box_bound(MaskTree const& tree, int node, ArraySpec const& array) {
    auto const line = difference_of(tree, tree.node(node));
    if (!line) return std::nullopt;
    auto const d = as_size(line->dim);
    Index const lower = array.lower[d];
    Run const found = solutions(tree.node(node).kind, *line, {lower, lower + array.extents[d]});
    return MaskBound{static_cast<int>(line->dim), {found.begin - lower, found.end - lower}};
}

bool bounds_one_index(MaskTree const& tree, MaskNode const& comparison) {
    return difference_of(tree, comparison).has_value();
}

} // namespace tessera::detail
