// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 3.1 to 3.3 of the pC* thesis: address computations and traversals in one rank's memory, measured here.
#include "cli/distbench/pcstar_walks.hpp"

#include "libcore/comm/element_addresses.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/comm/axis/line_reduction.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <array>
#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr int walk_rounds = 31;

/// Prevents the compiler from removing a computation.
void use(Index value) {
    [[maybe_unused]] static Index volatile sink = 0;
    sink = value;
}

// Table 3.1. The thesis' subgrid is 1024 x 1024; extents and axis are run-time values here as there.
struct Subgrid {
    Index extent[2]{1024, 1024};
    Index per_index[2]{1024, 1}; // NPA in the thesis: elements per index
    unsigned shift[2]{10, 0};
    Index mask[2]{1023, 1023};
    Index elements = Index{1} << 20;
};

/// Returns a function that sums pcoord over all local elements.
template <class Coordinate>
std::function<void()> pcoord_walk(Subgrid const volatile& told, Coordinate const& coordinate) {
    return [&told, coordinate] {
        Index const elements = told.elements;
        Index sum = 0;
        for (Index offset = 0; offset < elements; ++offset) sum += coordinate(offset);
        use(sum);
    };
}

std::function<void()> step_and_wrap(Subgrid const volatile& told, int axis, bool constant) {
    return [&told, axis, constant] {
        auto const k = as_size(axis);
        Index const extent = told.extent[k];
        Index const per_index = told.per_index[k];
        Index const elements = told.elements;
        Index sum = 0;
        Index count = 0;
        Index value = 0;
        for (Index offset = 0; offset < elements; ++offset) {
            sum += value;
            // The last axis needs no counter if it is known to be the last at compile time.
            if (!(constant && axis == 1) && ++count != per_index) continue;
            count = 0;
            if (++value == extent) value = 0;
        }
        use(sum);
    };
}

struct PcoordVariant {
    char const* name;
    std::array<double, 4> thesis; // in microseconds
    std::function<std::function<void()>(Subgrid const volatile&, int axis, bool constant)> walk;
};

std::vector<PcoordVariant> pcoord_variants() {
    auto const axis_of = [](int axis) { return as_size(axis); };
    return {
        {"div+mod, unopt",
         {1176413, 1176606, 1176696, 1179604},
         [=](Subgrid const volatile& told, int axis, bool) {
             Index const n = told.per_index[axis_of(axis)];
             Index const extent = told.extent[axis_of(axis)];
             return pcoord_walk(told, [=](Index offset) { return offset / n % extent; });
         }},
        {"div+mod, opt",
         {567973, 1176518, 630970, 1218764},
         [=](Subgrid const volatile& told, int axis, bool constant) {
             Index const n = told.per_index[axis_of(axis)];
             Index const extent = told.extent[axis_of(axis)];
             if (constant && axis == 0) return pcoord_walk(told, [=](Index offset) { return offset / n; });
             return pcoord_walk(told, [=](Index offset) { return axis == 0 ? offset / n : offset / n % extent; });
         }},
        {"step/wrap", {262926, 263137, 264576, 362870}, step_and_wrap},
        {"power of 2, unopt",
         {147764, 147687, 148041, 147851},
         [=](Subgrid const volatile& told, int axis, bool) {
             unsigned const shift = told.shift[axis_of(axis)];
             Index const mask = told.mask[axis_of(axis)];
             return pcoord_walk(told, [=](Index offset) { return (offset >> shift) & mask; });
         }},
        {"power of 2, opt",
         {147711, 128411, 169864, 147656},
         [=](Subgrid const volatile& told, int axis, bool constant) {
             unsigned const shift = told.shift[axis_of(axis)];
             Index const mask = told.mask[axis_of(axis)];
             if (constant && axis == 1) return pcoord_walk(told, [=](Index offset) { return offset & mask; });
             return pcoord_walk(told, [=](Index offset) { return axis == 0 ? offset >> shift : (offset >> shift) & mask; });
         }},
    };
}

// Table 3.2.
constexpr Index translated = 1'000'000;

/// Returns a mapping of about 2^20 elements in four blocks along the first of `rank` axes.
Mapping blocks_of_rank(int rank) {
    constexpr std::array<Index, 4> edge{1 << 20, 1024, 101, 32};
    MappingSpec spec;
    spec.array.order = StorageOrder::C;
    spec.array.extents.assign(as_size(rank), edge[as_size(rank - 1)]);
    spec.array.lower.assign(as_size(rank), 0);
    spec.formats.assign(as_size(rank), DistFormat::collapsed());
    spec.formats[0] = DistFormat::block();
    spec.processors.lower = {0};
    spec.processors.extents = {4};
    return Mapping::make(spec).value();
}

/// The thesis' search: along each axis, block sizes are subtracted until the index lies within a block.
struct BlockSearch {
    std::vector<Extents> sizes;     // one list per axis
    std::vector<Extents> per_index; // index: node, then axis

    explicit BlockSearch(Mapping const& mapping) {
        for (int d = 0; d < mapping.dims(); ++d) {
            sizes.emplace_back();
            for (Index c = 0; c < mapping.dim(d).coords(); ++c) sizes.back().push_back(mapping.dim(d).count(c));
        }
        for (Index node = 0; node < mapping.grid().size(); ++node) per_index.push_back(LocalLayout(mapping, node).strides());
    }
    [[nodiscard]] Index of(Index const* index) const {
        std::array<Index, max_dims> local{};
        std::size_t node = 0;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            Index rest = index[k];
            std::size_t block = 0;
            while (block < sizes[k].size() && rest >= sizes[k][block]) rest -= sizes[k][block++];
            local[k] = rest;
            if (sizes[k].size() > 1) node += block;
        }
        Index offset = 0;
        for (std::size_t k = 0; k < sizes.size(); ++k) offset += local[k] * per_index[node][k];
        return offset + static_cast<Index>(node);
    }
};

[[gnu::noinline]] Index search_by_call(BlockSearch const& search, Index const* index) {
    return search.of(index);
}

TimedTable::Row translation_row(int rank, std::string label, std::optional<double> thesis, double here) {
    return {fmt::format("rank {}", rank), std::move(label), {thesis, here}};
}

// Table 3.3.
struct AxisWalkCase {
    Extents extents;
    int axis;
    double axial;
    double linear;
};

std::string shape_text(Extents const& extents) {
    return fmt::format("{}", fmt::join(extents, "x"));
}

/// Sums elements of 8 bytes.
std::vector<double> axis_walk_times(AxisWalkCase const& wanted) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = wanted.extents;
    spec.array.order = StorageOrder::C;
    spec.array.lower.assign(wanted.extents.size(), 0);
    spec.formats.assign(wanted.extents.size(), DistFormat::collapsed());
    Mapping const mapping = Mapping::make(spec).value();
    LocalLayout const layout(mapping, 0);
    AxisLines const lines(layout, wanted.axis);
    Combiner const combiner = Combiner::make(ReduceOp::Sum, spec.array.type).value();
    Buffer data(mapping.volume() * 8);
    data.clear();
    Buffer sums(lines.lines() * 8);
    std::vector<std::function<void()>> works;
    for (LineWalk const walk : {LineWalk::Axial, LineWalk::Linear, LineWalk::Auto})
        works.push_back([&, walk] { reduce_lines(lines, combiner, data.data(), sums.data(), walk); });
    return medians_in_turn(works, walk_rounds);
}

} // namespace

TimedTable pcstar_table_31() {
    TimedTable table{.name = "pcstar-3.1",
                     .title = "global indices of 2^20 local elements",
                     .about =
                         "thesis  one 50 MHz SPARCstation 20, gcc 2.6.3 -O2\n"
                         "here    this processor; an axis that varies is told at run time, one that is constant was known to the "
                         "code",
                     .columns = {"thesis", "here"}};
    static Subgrid const volatile told{};
    auto const variants = pcoord_variants();
    constexpr std::array<char const*, 4> groups{"constant 0", "constant 1", "variable 0", "variable 1"};
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::vector<std::function<void()>> works;
        for (PcoordVariant const& each : variants) works.push_back(each.walk(told, static_cast<int>(group % 2), group < 2));
        std::vector<double> const here = medians_in_turn(works, walk_rounds);
        for (std::size_t v = 0; v < variants.size(); ++v)
            table.rows.push_back({groups[group], variants[v].name, {variants[v].thesis[group] * 1e-6, here[v]}});
    }
    return table;
}

TimedTable pcstar_table_32() {
    TimedTable table{.name = "pcstar-3.2",
                     .title = "owner and offset of 10^6 random elements",
                     .about =
                         "thesis  one 50 MHz SPARCstation 20: the sizes of blocks are taken off the index one by one\n"
                         "here    this processor, four blocks: the same search, and tessera::ElementAddresses, which looks up one "
                         "period of each dimension and takes cyclic and irregular mappings alike",
                     .columns = {"thesis", "here"}};
    constexpr std::array<std::array<double, 2>, 4> thesis{{{0.4002, 0.5802}, {0.5603, 0.7402}, {0.7203, 0.9003}, {0.8802, 1.0604}}};
    for (int rank = 1; rank <= 4; ++rank) {
        Mapping const mapping = blocks_of_rank(rank);
        BlockSearch const search(mapping);
        ElementAddresses const addresses(mapping);
        auto const extent = static_cast<std::uint64_t>(mapping.array().extents[0]);
        std::vector<Index> indices;
        std::vector<Index> linear;
        for (Index i = 0; i < translated; ++i) {
            Index number = 0;
            for (int d = 0; d < rank; ++d) {
                auto const index = static_cast<Index>(mixed_bits(static_cast<std::uint64_t>(i * rank + d)) % extent);
                indices.push_back(index);
                number = number * static_cast<Index>(extent) + index;
            }
            linear.push_back(number);
        }
        auto const all = [&](auto const& translate) {
            return [&, translate] {
                Index sum = 0;
                for (Index i = 0; i < translated; ++i) sum += translate(i);
                use(sum);
            };
        };
        auto const here = medians_in_turn({all([&](Index i) { return search.of(&indices[as_size(i * rank)]); }),
                                           all([&](Index i) { return search_by_call(search, &indices[as_size(i * rank)]); }),
                                           all([&](Index i) { return addresses.of(linear[as_size(i)]).offset; })},
                                          walk_rounds);
        auto const& published = thesis[as_size(rank - 1)];
        table.rows.push_back(translation_row(rank, "search, inline", published[0], here[0]));
        table.rows.push_back(translation_row(rank, "search, a call", published[1], here[1]));
        table.rows.push_back(translation_row(rank, "ElementAddresses", std::nullopt, here[2]));
    }
    return table;
}

TimedTable pcstar_table_33() {
    TimedTable table{.name = "pcstar-3.3",
                     .title = "sums of 10^6 elements along an axis",
                     .about =
                         "thesis  one 50 MHz SPARCstation 20; axial: line by line, linear: in the order of memory\n"
                         "here    this processor, elements of 8 bytes; auto is what AxisReduction does: axial along the axis that "
                         "varies fastest, else linear, row by row",
                     .columns = {"thesis", "here"}};
    AxisWalkCase const cases[]{{{1000000}, 0, 0.1501, 0.2076},       {{100, 10000}, 0, 0.5017, 0.1949},
                               {{1000, 1000}, 0, 0.6509, 0.1720},    {{10000, 100}, 0, 0.7677, 0.1726},
                               {{100, 10000}, 1, 0.1500, 0.2077},    {{1000, 1000}, 1, 0.1507, 0.2079},
                               {{10000, 100}, 1, 0.1614, 0.2115},    {{100, 100, 100}, 0, 0.5076, 0.1936},
                               {{100, 100, 100}, 1, 0.1935, 0.1769}, {{100, 100, 100}, 2, 0.1631, 0.2115}};
    for (AxisWalkCase const& each : cases) {
        auto const here = axis_walk_times(each);
        std::string const group = fmt::format("{}, axis {}", shape_text(each.extents), each.axis);
        table.rows.push_back({group, "axial", {each.axial, here[0]}});
        table.rows.push_back({group, "linear", {each.linear, here[1]}});
        table.rows.push_back({group, "auto", {std::nullopt, here[2]}});
    }
    return table;
}

} // namespace tessera::cli
