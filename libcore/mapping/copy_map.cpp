// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which element of one array goes to which element of another.
#include "libcore/mapping/copy_map.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <string_view>
#include <utility>

namespace tessera {

namespace {

/// Returns start + step * k, or nothing if it does not fit 64 bits.
std::optional<Index> index_of(CopySide const& side, Index k) {
    auto const distance = checked_mul(side.step, k);
    return distance ? checked_add(side.start, *distance) : std::nullopt;
}

Result<void> check_side(CopySide const& side, Index count, std::string_view name, std::span<Index const> extents) {
    if (side.step == 0) return fail(fmt::format("dimension {} of the {}: the step is 0", side.dim + 1, name));
    Index const extent = extents[as_size(side.dim)];
    for (Index const k : {Index{0}, count - 1}) {
        auto const index = index_of(side, k);
        if (count > 0 && (!index || *index < 0 || *index >= extent))
            return fail(fmt::format("dimension {} of the {}: index {} (counted from 0) lies outside its {} indices", side.dim + 1,
                                    name, index ? fmt::to_string(*index) : "beyond 64 bits", extent));
    }
    return {};
}

/// Checks one side of all axes: exactly one axis names each array dimension, and all its indices exist.
Result<void> check_sides(std::span<CopyAxis const> axes, std::optional<CopySide> CopyAxis::*side, std::string_view name,
                         std::span<Index const> extents) {
    std::vector<bool> named(extents.size(), false);
    for (CopyAxis const& axis : axes) {
        if (!(axis.*side)) {
            bool const adds = side == &CopyAxis::target && axis.extent > 1; // the axis is reduced to one element
            if (axis.extent != 1 && !adds)
                return fail(
                    fmt::format("an axis of {} indices names no dimension of the {}; only one index can do so", axis.extent, name));
            continue;
        }
        auto const dim = (axis.*side)->dim;
        if (dim < 0 || dim >= std::ssize(extents))
            return fail(fmt::format("dimension {} of the {} does not exist; it has {}", dim + 1, name,
                                    counted(std::ssize(extents), "dimension")));
        if (named[as_size(dim)]) return fail(fmt::format("dimension {} of the {} is named twice", dim + 1, name));
        named[as_size(dim)] = true;
        if (auto const ok = check_side(*(axis.*side), axis.extent, name, extents); !ok) return ok;
    }
    for (std::size_t d = 0; d < named.size(); ++d)
        if (!named[d]) return fail(fmt::format("dimension {} of the {} is never named", d + 1, name));
    return {};
}

/// Checks that each dimension is in one group.
Result<void> check_groups(DimGroups const& groups, std::string_view name, std::span<Index const> extents) {
    bool const positive = std::ranges::all_of(groups, [](int dims) { return dims > 0; });
    if (groups.empty() || (positive && std::reduce(groups.begin(), groups.end()) == std::ssize(extents))) return {};
    return fail(fmt::format("the groups of the {} do not add up to its {}", name, counted(std::ssize(extents), "dimension")));
}

} // namespace

CopyMap CopyMap::identity(std::span<Index const> extents) {
    std::vector<Range> ranges;
    for (Index const extent : extents) ranges.push_back({0, 1, extent});
    return section(ranges);
}

CopyMap CopyMap::section(std::span<Range const> ranges) {
    CopyMap map;
    for (std::size_t d = 0; d < ranges.size(); ++d) {
        CopySide const side{static_cast<int>(d), ranges[d].start, ranges[d].step};
        map.axes.push_back({ranges[d].count, side, side});
    }
    return map;
}

CopyMap CopyMap::along_last(std::span<Index const> extents, ReduceOp op) {
    CopyMap map = identity(extents);
    map.axes.back().target.reset();
    if (extents.back() > 1) map.op = op; // a reduction of one element is a plain copy
    return map;
}

Result<CopyMap> CopyMap::reshape(ArraySpec const& source, ArraySpec const& target) {
    auto const from = checked_product(source.extents);
    auto const to = checked_product(target.extents);
    if (!from || !to || *from > max_extent) return fail(fmt::format("{} has too many elements for a reshape", source.name));
    if (*from != *to)
        return fail(fmt::format("{} has {} elements, but {} has {}; a reshape needs the same number", target.name, grouped(*to),
                                source.name, grouped(*from)));
    auto [source_groups, target_groups] = corresponding_groups(source, target);
    CopyMap map;
    Extents const extents = grouped_extents(target.extents, target_groups);
    bool const same_order = source.order == target.order;
    for (int d = 0; d < std::ssize(extents); ++d) {
        int const source_dim = same_order ? d : static_cast<int>(std::ssize(extents)) - 1 - d;
        map.axes.push_back({extents[as_size(d)], CopySide{source_dim, 0, 1}, CopySide{d, 0, 1}});
    }
    map.source_groups = std::move(source_groups);
    map.target_groups = std::move(target_groups);
    return map;
}

Extents CopyMap::extents() const {
    Extents result;
    for (CopyAxis const& axis : axes) result.push_back(axis.extent);
    return result;
}

Result<void> CopyMap::validate(std::span<Index const> source_extents, std::span<Index const> target_extents) const {
    for (CopyAxis const& axis : axes)
        if (axis.extent < 0) return fail(fmt::format("an axis of the copy has {} indices; it must have 0 or more", axis.extent));
    if (auto const ok = check_groups(source_groups, "source", source_extents); !ok) return ok;
    if (auto const ok = check_groups(target_groups, "target", target_extents); !ok) return ok;
    Extents const from = grouped_extents(source_extents, source_groups);
    if (auto const ok = check_sides(axes, &CopyAxis::source, "source", from); !ok) return ok;
    return check_sides(axes, &CopyAxis::target, "target", grouped_extents(target_extents, target_groups));
}

} // namespace tessera
