// SPDX-License-Identifier: BSD-3-Clause
// Tessera: address computations and traversals in one rank's memory, measured (tables 3.1 to 3.3 of the pC* thesis).
#include "cli/distbench/tables/comparers.hpp"

#include "cli/distbench/tables/timed_table.hpp"

#include "libcore/comm/element_addresses.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/comm/axis/line_reduction.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr int walk_rounds = 31;
constexpr Index most_walk_elements = 1 << 24;

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
    std::function<std::function<void()>(Subgrid const volatile&, int axis, bool constant)> walk;
};

std::vector<PcoordVariant> pcoord_variants() {
    auto const axis_of = [](int axis) { return as_size(axis); };
    return {
        {"div+mod, unopt",
         [=](Subgrid const volatile& told, int axis, bool) {
             Index const n = told.per_index[axis_of(axis)];
             Index const extent = told.extent[axis_of(axis)];
             return pcoord_walk(told, [=](Index offset) { return offset / n % extent; });
         }},
        {"div+mod, opt",
         [=](Subgrid const volatile& told, int axis, bool constant) {
             Index const n = told.per_index[axis_of(axis)];
             Index const extent = told.extent[axis_of(axis)];
             if (constant && axis == 0) return pcoord_walk(told, [=](Index offset) { return offset / n; });
             return pcoord_walk(told, [=](Index offset) { return axis == 0 ? offset / n : offset / n % extent; });
         }},
        {"step/wrap", step_and_wrap},
        {"power of 2, unopt",
         [=](Subgrid const volatile& told, int axis, bool) {
             unsigned const shift = told.shift[axis_of(axis)];
             Index const mask = told.mask[axis_of(axis)];
             return pcoord_walk(told, [=](Index offset) { return (offset >> shift) & mask; });
         }},
        {"power of 2, opt",
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

/// Returns the seconds of 10^6 translations: by search inline, by a search that is called, and by ElementAddresses.
std::vector<double> translation_times(int rank) {
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
    return medians_in_turn({all([&](Index i) { return search.of(&indices[as_size(i * rank)]); }),
                            all([&](Index i) { return search_by_call(search, &indices[as_size(i * rank)]); }),
                            all([&](Index i) { return addresses.of(linear[as_size(i)]).offset; })},
                           walk_rounds);
}

// Table 3.3.

/// Sums elements of 8 bytes.
std::vector<double> axis_walk_times(Extents const& extents, int axis) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = extents;
    spec.array.order = StorageOrder::C;
    spec.array.lower.assign(extents.size(), 0);
    spec.formats.assign(extents.size(), DistFormat::collapsed());
    Mapping const mapping = Mapping::make(spec).value();
    LocalLayout const layout(mapping, 0);
    AxisLines const lines(layout, axis);
    Combiner const combiner = Combiner::make(ReduceOp::Sum, spec.array.type).value();
    Buffer data(mapping.volume() * 8);
    data.clear();
    Buffer sums(lines.lines() * 8);
    std::vector<std::function<void()>> works;
    for (LineWalk const walk : {LineWalk::Axial, LineWalk::Linear, LineWalk::Auto})
        works.push_back([&, walk] { reduce_lines(lines, combiner, data.data(), sums.data(), walk); });
    return medians_in_turn(works, walk_rounds);
}

std::optional<double> scaled(std::optional<double> number, double factor) {
    return number ? std::optional(*number * factor) : std::nullopt;
}

} // namespace

Result<TableReport> measure_local_indices(PaperTable const& paper, TableInputs const&) {
    TimedTable table = timed_table(paper);
    static Subgrid const volatile told{};
    auto const variants = pcoord_variants();
    constexpr std::array<char const*, 4> groups{"constant 0", "constant 1", "variable 0", "variable 1"};
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::vector<std::function<void()>> works;
        for (PcoordVariant const& each : variants) works.push_back(each.walk(told, static_cast<int>(group % 2), group < 2));
        std::vector<double> const here = medians_in_turn(works, walk_rounds);
        for (std::size_t v = 0; v < variants.size(); ++v) {
            auto const microseconds = paper.number({variants[v].name}, groups[group]);
            table.rows.push_back({groups[group], variants[v].name, {scaled(microseconds, 1e-6), here[v]}});
        }
    }
    return timed_report(table);
}

Result<TableReport> measure_owners(PaperTable const& paper, TableInputs const&) {
    TimedTable table = timed_table(paper);
    for (int rank = 1; rank <= 4; ++rank) {
        auto const here = translation_times(rank);
        auto const add = [&](char const* label, std::optional<double> thesis, double seconds) {
            table.rows.push_back({fmt::format("rank {}", rank), label, {thesis, seconds}});
        };
        for (std::size_t i = 0; i < 2; ++i) {
            char const* const label = i == 0 ? "search, inline" : "search, a call";
            add(label, paper.number({fmt::to_string(rank)}, label), here[i]);
        }
        add("ElementAddresses", std::nullopt, here[2]);
    }
    return timed_report(table);
}

Result<TableReport> measure_axis_walks(PaperTable const& paper, TableInputs const&) {
    TimedTable table = timed_table(paper);
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        int const axis = std::atoi(paper.text(row, "axis").c_str());
        auto const extents = extents_in(paper.text(row, "extents"), most_walk_elements);
        if (!extents || axis < 0 || axis >= std::ssize(*extents))
            return fail(
                fmt::format("table {}: '{}', axis {}: expected extents of up to {} elements, such as 100x10000, and one of their "
                            "axes",
                            paper.name(), paper.text(row, "extents"), axis, most_walk_elements));
        auto const here = axis_walk_times(*extents, axis);
        std::string const group = fmt::format("{}, axis {}", paper.text(row, "extents"), axis);
        table.rows.push_back({group, "axial", {paper.number(row, "axial"), here[0]}});
        table.rows.push_back({group, "linear", {paper.number(row, "linear"), here[1]}});
        table.rows.push_back({group, "auto", {std::nullopt, here[2]}});
    }
    return timed_report(table);
}

} // namespace tessera::cli
