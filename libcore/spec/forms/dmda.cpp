// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PETSc's distributed arrays, DMDA: boxes on a grid of processes, x fastest.
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

constexpr std::size_t most_axes = 3; // x, y and z
constexpr std::array<std::string_view, most_axes> grid_keys = {"m", "n", "p"};
constexpr std::array<std::string_view, most_axes> size_keys = {"lx", "ly", "lz"};

struct DmdaArguments {
    std::array<std::optional<Index>, most_axes> grid; ///< processes along x, y, z; nothing: PETSC_DECIDE
    std::array<Extents, most_axes> sizes;             ///< lx, ly, lz; empty: the rule
    std::optional<Index> stencil;
    Place place;
};

/// The dimension that is called x, y or z: x is the fastest in memory.
std::size_t dim_of_axis(std::size_t axis, ArraySpec const& array) {
    return array.order == StorageOrder::Fortran ? axis : array.extents.size() - 1 - axis;
}

/// The rule: the remainder goes, one each, to the first (da1.c and its brothers).
std::vector<Index> even_sizes(Index extent, Index parts) {
    std::vector<Index> sizes;
    for (Index part = 0; part < parts; ++part) sizes.push_back(extent / parts + (part < extent % parts ? 1 : 0));
    return sizes;
}

/// The largest number of at most `wanted` that divides `size`.
Index divisor_below(double wanted, Index size) {
    Index number = std::clamp<Index>(std::llround(wanted), 1, size);
    while (size % number != 0) --number;
    return number;
}

/// What PETSC_DECIDE decides where nothing is given: squarish parts (da2.c, da3.c).
std::array<Index, most_axes> decided_grid(Extents const& extents, Index size) {
    auto const of = [&](std::size_t axis) { return static_cast<double>(std::max<Index>(extents[axis], 1)); };
    auto const processes = static_cast<double>(size);
    if (extents.size() == 1) return {size, 1, 1};
    Index n = 1;
    if (extents.size() == 3) n = divisor_below(std::cbrt(of(1) * of(1) * processes / (of(2) * of(0))), size);
    std::size_t const other = extents.size() - 1; // shared out against x: y of two axes, z of three
    Index const left = size / n;
    Index m = divisor_below(std::sqrt(of(0) * processes / (of(other) * static_cast<double>(n))), left);
    Index last = left / m;
    if (extents[0] > extents[other] && m < last) std::swap(m, last);
    return extents.size() == 3 ? std::array<Index, most_axes>{m, n, last} : std::array<Index, most_axes>{m, last, 1};
}

DmdaArguments dmda_arguments(Cursor& cursor, std::size_t dims) {
    DmdaArguments arguments;
    Place const first = cursor.peek().place;
    while (!cursor.failed() && !cursor.at(")")) {
        Place const at = cursor.peek().place;
        std::string const key = argument_key(cursor);
        auto const grid = std::ranges::find(grid_keys, key) - grid_keys.begin();
        auto const sizes = std::ranges::find(size_keys, key) - size_keys.begin();
        auto const axis = as_size(std::min(grid, sizes));
        if (key == "s")
            arguments.stencil = integer_argument(cursor, 0);
        else if (axis < most_axes && axis >= dims)
            cursor.fail(at, fmt::format("'{}' is for an array of more dimensions", key));
        else if (as_size(grid) < most_axes)
            arguments.grid[as_size(grid)] = integer_argument(cursor, 1);
        else if (as_size(sizes) < most_axes)
            arguments.sizes[as_size(sizes)] = extents_argument(cursor, 0);
        else
            cursor.fail(at, fmt::format("'{}' is no argument of dmda; expected m, n, p, lx, ly, lz or s", key));
        if (!cursor.accept(",")) break;
    }
    arguments.place = cursor.since(first);
    return arguments;
}

/// The processes along x, y and z.
std::optional<Extents> process_grid(Cursor& cursor, DmdaArguments const& arguments, Extents const& extents,
                                    std::optional<Index> ranks) {
    Extents grid;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        auto given = arguments.grid[axis];
        if (!given && !arguments.sizes[axis].empty()) given = std::ssize(arguments.sizes[axis]);
        if (given) grid.push_back(*given);
    }
    if (grid.size() == extents.size()) return grid;
    if (!grid.empty() || !ranks) {
        cursor.fail(arguments.place,
                    grid.empty()
                        ? "dmda shares out all ranks by itself, but how many are there? Say it with --ranks, or give m, n, p"
                        : "dmda: give the processes along every axis (m, n, p), or along none");
        return std::nullopt;
    }
    auto const decided = decided_grid(extents, *ranks);
    return Extents(decided.begin(), decided.begin() + std::ssize(extents));
}

void check_stencil(Cursor& cursor, DmdaArguments const& arguments, ArraySpec const& array) {
    if (!arguments.stencil) return;
    ShadowWidth const width{*arguments.stencil, *arguments.stencil};
    bool const fits = array.shadow.empty() ? width == ShadowWidth{}
                                           : std::ranges::all_of(array.shadow, [&](auto const& each) { return each == width; });
    if (!fits)
        cursor.fail(arguments.place, fmt::format("the stencil width s={} must agree with the shadow that {} is declared with",
                                                 *arguments.stencil, array.name));
}

/// The ranks, row-major over the grid's dimensions, where x counts fastest.
std::vector<Rank> ranks_x_fastest(Extents const& grid, ArraySpec const& array) {
    std::vector<Rank> ranks{0};
    for (std::size_t d = 0; d < grid.size(); ++d) { // in the order of the array's dimensions
        std::size_t const axis = array.order == StorageOrder::Fortran ? d : grid.size() - 1 - d;
        Index weight = 1;
        for (std::size_t faster = 0; faster < axis; ++faster) weight *= grid[faster];
        std::vector<Rank> longer;
        for (Rank const rank : ranks)
            for (Index c = 0; c < grid[axis]; ++c) longer.push_back(rank + static_cast<Rank>(c * weight));
        ranks = std::move(longer);
    }
    return ranks;
}

} // namespace

CompactMapping read_dmda(Cursor& cursor, FormScope const& scope) {
    ArraySpec const& array = scope.array;
    CompactMapping mapping;
    if (array.extents.size() > most_axes)
        cursor.fail(cursor.peek().place, fmt::format("dmda knows 1 to 3 dimensions, but {} has {}", array.name, array.dims()));
    DmdaArguments const arguments = dmda_arguments(cursor, array.extents.size());
    check_stencil(cursor, arguments, array);
    if (cursor.failed()) return mapping;
    Extents extents;
    for (std::size_t axis = 0; axis < array.extents.size(); ++axis) extents.push_back(array.extents[dim_of_axis(axis, array)]);
    auto const grid = process_grid(cursor, arguments, extents, scope.ranks);
    if (!grid) return mapping;
    check_mesh_size(cursor, *grid, arguments.place);
    mapping.distribution.formats.resize(extents.size());
    mapping.distribution.processors.extents.resize(extents.size());
    for (std::size_t axis = 0; axis < extents.size() && !cursor.failed(); ++axis) {
        if (extents[axis] < (*grid)[axis])
            cursor.fail(arguments.place,
                        fmt::format("{} processes along {} are too many for {} points", (*grid)[axis], "xyz"[axis], extents[axis]));
        auto const& given = arguments.sizes[axis];
        mapping.distribution.formats[dim_of_axis(axis, array)] =
            DistFormat::gen_block(given.empty() ? even_sizes(extents[axis], (*grid)[axis]) : given);
        mapping.distribution.processors.extents[dim_of_axis(axis, array)] = (*grid)[axis];
    }
    if (!cursor.failed()) mapping.distribution.processors.ranks = ranks_x_fastest(*grid, array);
    return mapping;
}

Result<std::string> write_dmda(Mapping const& mapping) {
    ArraySpec const& array = mapping.array();
    auto const table = OwnerTable::make(mapping, "dmda");
    if (!table) return forward_error(table);
    if (array.extents.size() > most_axes)
        return no_words("dmda", fmt::format("an array of {} dimensions: it knows 1 to 3", mapping.dims()));
    if (table->copies > 1) return no_words("dmda", fmt::format("{} copies of the array", table->copies));
    std::string grid, sizes;
    Extents parts;
    for (std::size_t axis = 0; axis < array.extents.size(); ++axis) {
        std::size_t const d = dim_of_axis(axis, array);
        DimMapping const& dim = mapping.dim(static_cast<int>(d));
        auto const blocks = block_sizes(dim);
        if (!blocks) return no_words("dmda", dim_words(dim, static_cast<int>(d)));
        if (dim.extent() < dim.coords()) return no_words("dmda", fmt::format("more ranks than indices in dimension {}", d + 1));
        parts.push_back(dim.coords());
        grid += fmt::format("{}{}={}", axis == 0 ? "" : ",", grid_keys[axis], dim.coords());
        if (*blocks != even_sizes(dim.extent(), dim.coords()))
            sizes += fmt::format(",{}=({})", size_keys[axis], fmt::join(*blocks, ","));
    }
    if (table->ranks != ranks_x_fastest(parts, array)) return no_words("dmda", "this order of ranks: its grid counts x fastest");
    Index const width = array.shadow.empty() ? 0 : array.shadow.front().low;
    bool const same = std::ranges::all_of(array.shadow, [&](auto const& each) { return each == ShadowWidth{width, width}; });
    if (!same) return no_words("dmda", "shadows of different widths: it has one stencil width for all sides");
    return fmt::format("dmda({}{}{})", grid, sizes, width > 0 ? fmt::format(",s={}", width) : "");
}

} // namespace tessera::notation
