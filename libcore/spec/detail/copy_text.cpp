// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes copy statements.
#include "libcore/spec/detail/directive_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

bool is_whole(CopyAxis const& axis, std::optional<CopySide> const& side, ArraySpec const& array) {
    return side->start == 0 && side->step == 1 && axis.extent == array.extents[as_size(side->dim)];
}

/// Name of one axis: a dummy for a whole dimension. Ranges also get a name if their order differs between the two sides.
struct AxisName {
    std::string name;
    bool whole = false;
};

std::string side_text(CopyAxis const& axis, CopySide const& side, ArraySpec const& array, bool partner, AxisName const& name) {
    if (name.whole) return name.name;
    Index const lower = array.lower[as_size(side.dim)];
    Index const first = lower + side.start;
    if (!partner && axis.extent == 1) return integer_text(first);
    Index const away = side.step > 0 ? 1 : -1;
    Index const last = axis.extent == 0 ? first - away : first + side.step * (axis.extent - 1);
    Index const end = array.order == StorageOrder::C ? last + away : last; // brackets are half-open
    std::string const range = side.step == 1 ? fmt::format("{}:{}", integer_text(first), integer_text(end))
                                             : fmt::format("{}:{}:{}", integer_text(first), integer_text(end), side.step);
    return name.name.empty() ? range : fmt::format("{}={}", name.name, range);
}

std::string subscripted(ArraySpec const& array, std::vector<std::string> const& subscripts) {
    if (array.order == StorageOrder::C) return fmt::format("{}[{}]", array.name, fmt::join(subscripts, "]["));
    return fmt::format("{}({})", array.name, fmt::join(subscripts, ","));
}

/// Returns whether the ranges have the same order in both arrays. Ranges without a name pair by order.
bool ranges_in_order(CopyMap const& map, ArraySpec const& target, ArraySpec const& source) {
    std::vector<std::pair<int, int>> dims; // (target, source) dimension of each range
    for (CopyAxis const& axis : map.axes)
        if (axis.source && axis.target && !(is_whole(axis, axis.source, source) && is_whole(axis, axis.target, target)))
            dims.emplace_back(axis.target->dim, axis.source->dim);
    std::ranges::sort(dims);
    return std::ranges::is_sorted(dims, {}, &std::pair<int, int>::second);
}

} // namespace

std::string copy_text(CopyMap const& map, ArraySpec const& target, ArraySpec const& source) {
    if (map.reshapes()) return fmt::format("{} = reshape({})", target.name, source.name);
    std::vector<std::string> to(target.extents.size());
    std::vector<std::string> from(source.extents.size());
    bool const in_order = ranges_in_order(map, target, source);
    std::size_t number = 0;
    std::size_t added = 0;
    for (CopyAxis const& axis : map.axes) {
        bool const both = axis.source && axis.target;
        AxisName name;
        name.whole = both && is_whole(axis, axis.source, source) && is_whole(axis, axis.target, target);
        if (both && (name.whole || !in_order)) name.name = fmt::format("i{}", ++number);
        if (!axis.target && axis.extent != 1) { // its own name, so that it pairs with no range of the target
            name.whole = is_whole(axis, axis.source, source);
            name.name = fmt::format("k{}", ++added);
        }
        if (axis.target) to[as_size(axis.target->dim)] = side_text(axis, *axis.target, target, both, name);
        if (axis.source) from[as_size(axis.source->dim)] = side_text(axis, *axis.source, source, both, name);
    }
    std::string const what = subscripted(source, from);
    return fmt::format("{} = {}", subscripted(target, to), added > 0 ? fmt::format("{}({})", name_of(map.op), what) : what);
}

} // namespace tessera::notation
