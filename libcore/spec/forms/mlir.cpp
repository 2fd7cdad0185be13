// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MLIR's shard dialect: a grid, the axes that split each dimension, offsets or halos.
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/detail/mesh_sharding.hpp"
#include "libcore/spec/forms/owner_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tessera::notation {

namespace {

struct MlirArguments {
    Extents grid;
    std::vector<std::vector<int>> split_axes;
    Extents offsets;
    Extents halos;
    std::vector<int> addends; ///< axes that hold addends of a pending sum
    ReduceOp op = ReduceOp::Sum;
    Place place;
};

/// Returns the typed number as an axis. Numbers above int's range become INT_MAX, which no grid has. Negative ones were refused
/// before.
int axis_number(Index typed) {
    constexpr Index none = std::numeric_limits<int>::max();
    return static_cast<int>(typed < 0 ? none : std::min(typed, none));
}

/// Parses `[[0],[1,2],[]]`.
std::vector<std::vector<int>> axis_lists(Cursor& cursor) {
    std::vector<std::vector<int>> lists;
    cursor.expect("[", "and the axes of each dimension, such as [[0],[1]]");
    while (!cursor.failed() && !cursor.at("]")) {
        auto& axes = lists.emplace_back();
        cursor.expect("[", "and the axes of a dimension");
        while (!cursor.failed() && !cursor.at("]")) {
            axes.push_back(axis_number(integer_argument(cursor, 0)));
            if (!cursor.accept(",")) break;
        }
        cursor.expect("]", "after the axes of a dimension");
        if (!cursor.accept(",")) break;
    }
    cursor.expect("]", "after the dimensions");
    return lists;
}

/// Parses `sum [1]`, after `partial =`.
void partial_axes(Cursor& cursor, MlirArguments& arguments) {
    arguments.op = pending_operation(cursor, cursor.expect_name("the reduction"), "partial = ");
    for (Index const axis : extents_argument(cursor, 0)) arguments.addends.push_back(axis_number(axis));
}

MlirArguments mlir_arguments(Cursor& cursor) {
    MlirArguments arguments;
    Place const first = cursor.peek().place;
    do {
        Place const at = cursor.peek().place;
        std::string const key = argument_key(cursor);
        if (key == "grid" || key == "shape")
            arguments.grid = grid_argument(cursor);
        else if (key == "split_axes")
            arguments.split_axes = axis_lists(cursor);
        else if (key == "sharded_dims_offsets")
            arguments.offsets = extents_argument(cursor, 0);
        else if (key == "partial")
            partial_axes(cursor, arguments);
        else if (key == "halo_sizes")
            arguments.halos = extents_argument(cursor, 0);
        else
            cursor.fail(
                at, fmt::format(
                        "'{}' is not an argument of mlir; expected grid, split_axes, partial, sharded_dims_offsets or halo_sizes",
                        key));
    } while (cursor.accept(","));
    arguments.place = cursor.since(first);
    if (arguments.grid.empty()) cursor.fail(arguments.place, "mlir needs the grid and the axes: grid=2x4, split_axes=[[0],[1]]");
    if (!arguments.offsets.empty() && !arguments.halos.empty())
        cursor.fail(arguments.place, "halo_sizes and sharded_dims_offsets exclude each other");
    return arguments;
}

/// Checks that the halos of the split dimensions equal the array's shadow.
void check_halos(Cursor& cursor, MlirArguments const& arguments, ArraySpec const& array) {
    if (arguments.halos.empty()) return;
    Extents shadow;
    for (std::size_t d = 0; d < arguments.split_axes.size(); ++d) {
        if (arguments.split_axes[d].empty()) continue;
        ShadowWidth const width = array.shadow.empty() ? ShadowWidth{} : array.shadow[d];
        shadow.push_back(width.low);
        shadow.push_back(width.high);
    }
    if (shadow != arguments.halos)
        cursor.fail(arguments.place,
                    fmt::format("the shadow of {} along its split dimensions is [{}]; halo_sizes must agree with its "
                                "declaration",
                                array.name, fmt::join(shadow, ", ")));
}

/// Assigns the offsets to the split dimensions in order. Each dimension takes one more than it has parts.
void deal_offsets(Cursor& cursor, MlirArguments const& arguments, MeshSharding& sharding) {
    auto next = arguments.offsets.begin();
    for (ShardedDim& dim : sharding.dims) {
        if (dim.axes.empty() || arguments.offsets.empty()) continue;
        Index count = 1;
        for (int const axis : dim.axes) count *= sharding.mesh[as_size(axis)];
        if (arguments.offsets.end() - next < count + 1)
            return cursor.fail(arguments.place,
                               "sharded_dims_offsets needs, for each split dimension, one offset more than it has parts");
        dim.offsets.assign(next, next + count + 1);
        next += count + 1;
    }
    if (next != arguments.offsets.end())
        cursor.fail(arguments.place, "sharded_dims_offsets has more offsets than the split dimensions have parts");
}

/// Returns "halo_sizes = [1, 1]" for the split dimensions, if the array has a shadow. Error: a shadow in another dimension.
Result<std::string> halos_text(OwnerTable const& table) {
    auto const& shadow = table.mapping.array().shadow;
    std::vector<Index> halos;
    bool any = false;
    for (std::size_t d = 0; d < shadow.size(); ++d) {
        bool const wide = shadow[d].low > 0 || shadow[d].high > 0;
        if (wide && table.parts[d] == 1)
            return no_words("mlir", fmt::format("a shadow of dimension {}, which is not split", d + 1));
        if (table.parts[d] > 1) halos.insert(halos.end(), {shadow[d].low, shadow[d].high});
        any = any || wide;
    }
    return any ? fmt::format(", halo_sizes=[{}]", fmt::join(halos, ", ")) : std::string();
}

} // namespace

CompactMapping read_mlir(Cursor& cursor, FormScope const& scope) {
    MlirArguments const arguments = mlir_arguments(cursor);
    MeshSharding sharding{arguments.grid, {}, {}, arguments.place};
    check_mesh_size(cursor, arguments.grid, arguments.place);
    std::vector<bool> used(arguments.grid.size(), false);
    auto const use = [&](std::vector<int> const& axes) {
        for (int const axis : axes) {
            bool const known = axis < std::ssize(arguments.grid);
            if (!known || used[as_size(axis)])
                cursor.fail(arguments.place,
                            known ? fmt::format("axis {} splits twice", axis)
                                  : fmt::format("the grid has no axis {}; it has {}, counted from 0", axis, arguments.grid.size()));
            if (known) used[as_size(axis)] = true;
        }
    };
    for (auto const& axes : arguments.split_axes) {
        sharding.dims.push_back({axes, {}, {}, arguments.place});
        use(axes);
    }
    use(arguments.addends);
    sharding.addends = arguments.addends;
    sharding.op = arguments.op;
    if (sharding.dims.size() > scope.array.extents.size())
        cursor.fail(arguments.place, fmt::format("{} has {} dimensions, but {} are split", scope.array.name, scope.array.dims(),
                                                 sharding.dims.size()));
    if (cursor.failed()) return {};
    check_halos(cursor, arguments, scope.array);
    deal_offsets(cursor, arguments, sharding);
    sharding.dims.resize(scope.array.extents.size());
    return mesh_mapping(cursor, sharding, scope.array);
}

Result<std::string> write_mlir(Mapping const& mapping) {
    auto const table = TRY(OwnerTable::make(mapping, "mlir"));
    MeshLayout const layout = mesh_layout(table);
    if (!layout.devices.empty()) return no_words("mlir", "this order of ranks: a grid counts them row by row");
    ReduceOp const op = mapping.array().addends.value_or(ReduceOp::Sum);
    std::vector<Index> offsets;
    bool even = true;
    for (int d = 0; d < static_cast<int>(layout.dims.size()); ++d) {
        if (mapping.dim(d).coords() == 1) continue;
        auto const sizes = block_sizes(mapping.dim(d));
        if (!sizes) return no_words("mlir", dim_words(mapping.dim(d), d));
        Index end = 0;
        offsets.push_back(0);
        for (Index const size : *sizes) offsets.push_back(end += size);
        even = even && std::ranges::adjacent_find(*sizes, std::not_equal_to<>()) == sizes->end();
    }
    auto const halos = halos_text(table);
    if (!halos) return halos;
    if (!even && !halos->empty()) return no_words("mlir", "a shadow together with blocks of different lengths");
    std::vector<std::string> splits;
    for (auto const& dim : layout.dims) splits.push_back(fmt::format("[{}]", fmt::join(dim, ",")));
    std::string const addends =
        layout.addends.empty() ? "" : fmt::format(", partial={} [{}]", name_of(op), fmt::join(layout.addends, ","));
    return fmt::format("mlir(grid={}, split_axes=[{}]{}{}{})", fmt::join(layout.extents, "x"), fmt::join(splits, ","), addends,
                       even ? "" : fmt::format(", sharded_dims_offsets=[{}]", fmt::join(offsets, ", ")), *halos);
}

} // namespace tessera::notation
