// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random mappings and copies, every one of them legal.
#include "tests/property/generators.hpp"

#include "libcore/base/arithmetic.hpp"
#include "tests/property/mapping_oracle.hpp"
#include "tests/property/set_oracle.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace tessera::oracle {

namespace {

Index random_stride() {
    Index const stride = between(1, 3);
    return one_in(3) ? -stride : stride;
}

/// start + step*k stays within [0, extent) for all k of [0, count).
struct Walk {
    Index start = 0;
    Index step = 1;
    Index extent = 0;
};

Walk random_walk(Index count) {
    if (one_in(2)) return {0, 1, count};
    Index const step = random_stride();
    Index const span = count > 0 ? std::abs(step) * (count - 1) : 0;
    Index const low = between(0, 3);
    return {step > 0 ? low : low + span, step, low + span + 1 + between(0, 3)};
}

/// Arrangements have at most 16 processors, and as many ranks as they may use.
Index most_processors(Rank ranks) {
    return std::min<Index>(16, ranks);
}

Extents random_grid(std::size_t dims, Rank ranks) {
    Extents extents(dims, 1);
    for (Index& extent : extents) {
        Index const size = std::accumulate(extents.begin(), extents.end(), Index{1}, std::multiplies<>());
        extent = between(1, std::min<Index>(4, most_processors(ranks) / size));
    }
    return extents;
}

/// Distinct ranks below `below`, or none at all, which stands for 0, 1, 2, ...
std::vector<Rank> random_ranks(Index count, Rank below) {
    if (one_in(4)) return {};
    std::vector<Rank> ranks;
    for (Index const rank : random_order(below)) ranks.push_back(static_cast<Rank>(rank));
    ranks.resize(static_cast<std::size_t>(count));
    return ranks;
}

/// One dimension of the arrangement and the triplet that keeps `extent` of its coordinates: all there are, or all but one, or every
/// other one; forwards or backwards.
void add_triplet(MappingSpec& spec, Index extent, bool all) {
    Index const lower = between(-2, 2);
    Index const stride = !all && one_in(2) ? 2 : 1;
    Index const spare = !all && stride == 1 ? 1 : 0;
    Index const first = lower + between(0, spare);
    Index const last = first + stride * (extent - 1);
    spec.processors.lower.push_back(lower);
    spec.processors.extents.push_back(stride * (extent - 1) + 1 + spare);
    spec.onto.push_back(one_in(3) ? OntoSubscript{last, first, -stride} : OntoSubscript{first, last, stride});
}

/// One dimension of the arrangement that `onto` removes.
void add_scalar(MappingSpec& spec) {
    Index const lower = between(-2, 2);
    spec.processors.lower.push_back(lower);
    spec.processors.extents.push_back(2);
    spec.onto.push_back({lower + between(0, 1), 0, 1, true});
}

/// An arrangement of which `onto` keeps the grid.
void add_processors(MappingSpec& spec, Extents const& grid, Rank ranks) {
    Index room = most_processors(ranks) / checked_product(grid).value();
    bool const whole = one_in(3);
    for (Index const extent : grid) {
        if (!whole && room >= 2 && one_in(6)) {
            add_scalar(spec);
            room /= 2;
        }
        bool const all = whole || room < 2 || !one_in(3);
        add_triplet(spec, extent, all);
        if (!all) room /= 2;
    }
    if (!whole && room >= 2 && one_in(6)) add_scalar(spec);
    if (whole) spec.onto.clear();
    spec.processors.ranks = random_ranks(checked_product(spec.processors.extents).value(), ranks);
    spec.processors.order = one_in(3) ? GridOrder::ColumnMajor : GridOrder::RowMajor;
}

/// A format for each of the distributed extents; some are collapsed, never the last where there shall be copies. Then the
/// processors for the others.
void add_distribution(MappingSpec& spec, Extents const& extents, Rank ranks, Copies copies) {
    std::vector<std::size_t> distributed;
    for (std::size_t d = 0; d < extents.size(); ++d)
        if (!one_in(4) || (copies == Copies::Several && d + 1 == extents.size())) distributed.push_back(d);
    Extents const grid = random_grid(distributed.size(), ranks);
    spec.formats.assign(extents.size(), DistFormat::collapsed());
    for (std::size_t i = 0; i < grid.size(); ++i) spec.formats[distributed[i]] = random_format(extents[distributed[i]], grid[i]);
    add_processors(spec, grid, ranks);
}

/// A template axis that an array dimension is aligned with: array index lower + k, k from 0, falls on template position
/// lower' + start + step*k.
void add_affine_axis(MappingSpec& spec, int dim) {
    auto const d = static_cast<std::size_t>(dim);
    Walk const walk = random_walk(spec.array.extents[d]);
    Index const lower = between(-3, 3);
    spec.align.push_back({AlignAxis::Kind::Affine, dim, walk.step, lower + walk.start - walk.step * spec.array.lower[d]});
    spec.target->lower.push_back(lower);
    spec.target->extents.push_back(std::max<Index>(walk.extent, 1));
}

/// A template axis that no array dimension is aligned with.
void add_free_axis(MappingSpec& spec, AlignAxis::Kind kind) {
    Index const lower = between(-3, 3);
    Index const extent = between(1, 6);
    Index const position = kind == AlignAxis::Kind::Fixed ? lower + between(0, extent - 1) : 0;
    spec.align.push_back({kind, 0, 1, position});
    spec.target->lower.push_back(lower);
    spec.target->extents.push_back(extent);
}

void add_template(MappingSpec& spec, Copies copies) {
    using Kind = AlignAxis::Kind;
    spec.target = Template{"T", {}, {}};
    Index const array_dims = spec.array.dims();
    for (Index const axis : random_order(array_dims + between(0, 2))) { // those behind the array's dimensions are free
        if (axis >= array_dims)
            add_free_axis(spec, one_in(3) ? Kind::Fixed : Kind::Replicated);
        else if (!one_in(5))
            add_affine_axis(spec, static_cast<int>(axis));
    }
    if (copies == Copies::Several || spec.align.empty()) add_free_axis(spec, Kind::Replicated);
}

/// The axes that one side names, and where they run there.
struct NamedAxis {
    std::size_t axis = 0;
    Walk walk;
};
using NamedAxes = std::vector<NamedAxis>;

/// By number of axes, so that no space has more than a few hundred elements.
constexpr std::array<Index, 5> longest_axis{0, 60, 12, 6, 4};

/// Gives each named axis a dimension of its side, in order or not; returns the extents of the array.
Extents name_dims(CopyMap& map, NamedAxes const& named, std::optional<CopySide> CopyAxis::*side) {
    auto order = random_order(std::ssize(named));
    if (one_in(2)) std::ranges::sort(order);
    Extents extents(named.size());
    for (std::size_t i = 0; i < named.size(); ++i) {
        auto const& [axis, walk] = named[i];
        map.axes[axis].*side = CopySide{static_cast<int>(order[i]), walk.start, walk.step};
        extents[static_cast<std::size_t>(order[i])] = walk.extent;
    }
    return extents;
}

} // namespace

bool one_in(Index n) {
    return between(1, n) == 1;
}

std::vector<Index> random_order(Index count) {
    std::vector<Index> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), Index{0});
    for (Index i = count - 1; i > 0; --i)
        std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(between(0, i))]);
    return order;
}

DimMapping random_dim_mapping(Index extent, Index max_coords) {
    if (one_in(8)) return DimMapping::whole(extent);
    Walk const walk = random_walk(extent);
    Index const coords = between(1, max_coords);
    auto const whole = DimMapping::distributed(random_format(walk.extent, coords), walk.extent, coords);
    RC_ASSERT(whole.has_value());
    return whole->preimage(walk.start, walk.step, extent);
}

MappingSpec random_mapping_spec(Extents const& extents, Rank ranks, Copies copies) {
    MappingSpec spec;
    spec.array.extents = extents;
    for (std::size_t d = 0; d < extents.size(); ++d) spec.array.lower.push_back(between(-2, 2));
    if (copies == Copies::Several || one_in(2)) add_template(spec, copies);
    add_distribution(spec, spec.target ? spec.target->extents : extents, ranks, copies);
    return spec;
}

Mapping random_mapping(Extents const& extents, Rank ranks, Copies copies) {
    auto mapping = Mapping::make(random_mapping_spec(extents, ranks, copies));
    if (!mapping) RC_FAIL(mapping.error().message);
    return *std::move(mapping);
}

Mapping mapping_with_copies(Extents const& extents, Index copies, Rank ranks) {
    MappingSpec spec;
    spec.array.extents = extents;
    spec.array.lower.assign(extents.size(), 1);
    spec.target = Template{"T", spec.array.lower, extents};
    Index left = ranks / copies; // ranks that the array's dimensions may take
    for (std::size_t d = 0; d < extents.size(); ++d) {
        bool const deals = one_in(3);
        spec.align.push_back({.array_dim = static_cast<int>(d)});
        spec.formats.push_back(!deals      ? DistFormat::collapsed()
                               : one_in(3) ? DistFormat::block()
                                           : DistFormat::cyclic(between(1, 6)));
        if (!deals) continue;
        spec.processors.extents.push_back(between(1, std::min<Index>(left, 3)));
        left /= spec.processors.extents.back();
    }
    spec.target->lower.push_back(1);
    spec.target->extents.push_back(copies);
    spec.align.push_back({.kind = AlignAxis::Kind::Replicated});
    spec.formats.push_back(DistFormat::block());
    spec.processors.extents.push_back(copies);
    spec.processors.lower.assign(spec.processors.extents.size(), 1);
    Index taken = 1;
    for (Index const extent : spec.processors.extents) taken *= extent;
    for (Index const rank : random_order(taken)) spec.processors.ranks.push_back(static_cast<Rank>(rank));
    return Mapping::make(spec).value();
}

RandomCopy random_copy() {
    Index const axes = between(1, 4);
    RandomCopy copy;
    NamedAxes source, target;
    for (std::size_t k = 0; k < static_cast<std::size_t>(axes); ++k) {
        bool const scalar = k > 0 && one_in(4); // a subscript of one side only
        bool const on_source = !scalar || one_in(2);
        Index const extent = scalar ? 1 : one_in(20) ? 0 : between(1, longest_axis[static_cast<std::size_t>(axes)]);
        copy.map.axes.push_back({extent, {}, {}});
        if (on_source) source.push_back({k, random_walk(extent)});
        if (!scalar || !on_source) target.push_back({k, random_walk(extent)});
    }
    copy.source_extents = name_dims(copy.map, source, &CopyAxis::source);
    copy.target_extents = name_dims(copy.map, target, &CopyAxis::target);
    return copy;
}

} // namespace tessera::oracle
