// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PETSc's distributed arrays (DMDA): boxes on a grid of processes, with x as the fastest dimension.
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>
#include <utility>

namespace tessera::notation {

namespace {

constexpr std::size_t most_axes = 3; // x, y and z
constexpr std::array<std::string_view, most_axes> grid_keys = {"m", "n", "p"};
constexpr std::array<std::string_view, most_axes> size_keys = {"lx", "ly", "lz"};

struct DmdaArguments {
    std::array<std::optional<Index>, most_axes> grid; ///< number of processes along x, y, z; nothing: PETSC_DECIDE
    std::array<Extents, most_axes> sizes;             ///< lx, ly, lz; empty: the default rule
    std::optional<Index> stencil;
    Place place;
};

/// Returns the dimension for axis x, y or z; x is the fastest in memory.
std::size_t dim_of_axis(std::size_t axis, ArraySpec const& array) {
    return array.order == StorageOrder::Fortran ? axis : array.extents.size() - 1 - axis;
}

/// Returns the largest divisor of `size` that is at most `wanted`.
Index divisor_below(double wanted, Index size) {
    Index number = std::clamp<Index>(std::llround(wanted), 1, size);
    while (size % number != 0) --number;
    return number;
}

/// Returns the processes along two axes that PETSC_DECIDE chooses together, for nearly square parts (da2.c, da3.c). Their product
/// is `processes`.
std::pair<Index, Index> squarish(Index extent, Index other, Index processes) {
    double const shape = static_cast<double>(std::max<Index>(extent, 1)) / static_cast<double>(std::max<Index>(other, 1));
    Index first = divisor_below(std::sqrt(shape * static_cast<double>(processes)), processes);
    Index second = processes / first;
    if (extent > other && first < second) std::swap(first, second);
    return {first, second};
}

/// Returns the number of processes along each axis, `size` in total. Some are given and PETSC_DECIDE chooses the others (da2.c,
/// da3.c). Returns nothing if the product of the given ones does not divide `size`.
std::optional<Extents> decided_grid(std::vector<std::optional<Index>> given, Extents const& extents, Index size) {
    Index left = size;
    std::vector<std::size_t> open;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        if (!given[axis]) open.push_back(axis);
        Index const known = given[axis].value_or(1);
        if (left % known != 0) return std::nullopt;
        left /= known;
    }
    if (open.size() == 3) { // y first, then x and z together
        auto const of = [&](std::size_t axis) { return static_cast<double>(std::max<Index>(extents[axis], 1)); };
        Index const along_y = divisor_below(std::cbrt(of(1) * of(1) * static_cast<double>(size) / (of(2) * of(0))), size);
        given[1] = along_y;
        left /= along_y;
        open = {0, 2};
    }
    if (open.size() == 2) {
        std::tie(given[open[0]], given[open[1]]) = squarish(extents[open[0]], extents[open[1]], left);
    } else if (open.size() == 1) {
        given[open[0]] = left;
    } else if (left != 1) {
        return std::nullopt;
    }
    Extents grid;
    for (auto const& along : given) grid.push_back(*along);
    return grid;
}

/// PETSc stores the components of a point together. Here they must be a dimension of the array.
void one_component(Cursor& cursor) {
    Place const first = cursor.peek().place;
    if (integer_argument(cursor, 1) != 1)
        cursor.fail(cursor.since(first),
                    "dof is 1 here: declare the components as a dimension of its own that is not distributed (*)");
}

std::optional<Index> processes_argument(Cursor& cursor) {
    return cursor.accept_word("petsc_decide") ? std::nullopt : std::optional(integer_argument(cursor, 1));
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
        if (key == "dof")
            one_component(cursor);
        else if (key == "s")
            arguments.stencil = integer_argument(cursor, 0);
        else if (axis < most_axes && axis >= dims)
            cursor.fail(at, fmt::format("'{}' is for an array of more dimensions", key));
        else if (as_size(grid) < most_axes)
            arguments.grid[as_size(grid)] = processes_argument(cursor);
        else if (as_size(sizes) < most_axes)
            arguments.sizes[as_size(sizes)] = extents_argument(cursor, 0);
        else
            cursor.fail(at, fmt::format("'{}' is not an argument of dmda; expected m, n, p, lx, ly, lz, dof or s", key));
        if (!cursor.accept(",")) break;
    }
    arguments.place = cursor.since(first);
    return arguments;
}

/// Returns the number of processes along x, y and z.
std::optional<Extents> process_grid(Cursor& cursor, DmdaArguments const& arguments, Extents const& extents,
                                    std::optional<Index> ranks) {
    std::vector<std::optional<Index>> given;
    Extents complete;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        given.push_back(arguments.grid[axis]);
        if (!given.back() && !arguments.sizes[axis].empty()) given.back() = std::ssize(arguments.sizes[axis]);
        if (given.back()) complete.push_back(*given.back());
    }
    if (complete.size() == extents.size()) return complete;
    if (!ranks) {
        cursor.fail(arguments.place,
                    "dmda arranges all ranks, but their number is not known; give it with --ranks, or give m, n, p");
        return std::nullopt;
    }
    auto decided = decided_grid(given, extents, *ranks);
    if (!decided) cursor.fail(arguments.place, fmt::format("{} ranks cannot be arranged by these m, n, p", *ranks));
    return decided;
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

/// Returns the ranks row-major over the grid's dimensions. In the numbering of ranks, x varies fastest.
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
        cursor.fail(cursor.peek().place, fmt::format("dmda has 1 to 3 dimensions, but {} has {}", array.name, array.dims()));
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
        mapping.distribution.formats[dim_of_axis(axis, array)] = given.empty() ? DistFormat::even() : DistFormat::gen_block(given);
        mapping.distribution.processors.extents[dim_of_axis(axis, array)] = (*grid)[axis];
    }
    if (!cursor.failed()) mapping.distribution.processors.ranks = ranks_x_fastest(*grid, array);
    return mapping;
}

Result<std::string> write_dmda(Mapping const& mapping) {
    ArraySpec const& array = mapping.array();
    auto const table = TRY(OwnerTable::make(mapping, "dmda"));
    if (array.extents.size() > most_axes)
        return no_words("dmda", fmt::format("an array of {} dimensions: it has 1 to 3", mapping.dims()));
    if (table.copies > 1) return no_words("dmda", fmt::format("{} copies of the array", table.copies));
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
        // PETSc's default: the first parts get one element more each for the remainder (da1.c, da2.c, da3.c).
        if (dim != *DimMapping::distributed(DistFormat::even(), dim.extent(), dim.coords()))
            sizes += fmt::format(",{}=({})", size_keys[axis], fmt::join(*blocks, ","));
    }
    if (table.ranks != ranks_x_fastest(parts, array)) return no_words("dmda", "this order of ranks: its grid counts x fastest");
    Index const width = array.shadow.empty() ? 0 : array.shadow.front().low;
    bool const same = std::ranges::all_of(array.shadow, [&](auto const& each) { return each == ShadowWidth{width, width}; });
    if (!same) return no_words("dmda", "shadows of different widths: it has one stencil width for all sides");
    return fmt::format("dmda({}{}{})", grid, sizes, width > 0 ? fmt::format(",s={}", width) : "");
}

} // namespace tessera::notation
