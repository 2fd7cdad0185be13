// SPDX-License-Identifier: BSD-3-Clause
// Tessera: XLA's HloSharding, versions 1 (device list), 2 (iota) and 3 (named mesh) (hlo_sharding.cc, tile_assignment.h).
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/detail/named_mesh.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace tessera::notation {

namespace {

void refuse_manual(Cursor& cursor) {
    for (char const* const word : {"manual", "unknown"})
        if (cursor.at_word(word))
            cursor.fail(cursor.peek().place,
                        fmt::format("'{}' does not define owners; expected tiles, such as devices=[2,2]<=[4]", word));
}

/// Returns how many tile dimensions after those of the array hold copies.
std::size_t copy_dims(Cursor& cursor) {
    if (cursor.accept_word("last_tile_dim_replicate")) return 1;
    if (!cursor.accept_word("last_tile_dims")) return 0;
    cursor.expect("=", "after last_tile_dims");
    cursor.expect("{", "and what the last dimensions are");
    std::size_t dims = 0;
    do {
        refuse_manual(cursor);
        refuse_addends(cursor, "unreduced");
        cursor.expect_word("replicated", "as what the last dimensions are");
        ++dims;
    } while (cursor.accept(","));
    cursor.expect("}", "after the last dimensions");
    return dims;
}

/// Parses `devices=[2,2]0,1,2,3` or `devices=[2,2]<=[4]`.
CompactMapping tiles(Cursor& cursor, FormScope const& scope) {
    Place const first = cursor.peek().place;
    MeshSharding sharding;
    cursor.expect_word("devices", "and the tiles, such as devices=[2,2]<=[4]");
    cursor.expect("=", "after devices");
    sharding.mesh = extents_argument(cursor);
    Place const list = cursor.peek().place;
    if (cursor.accept("<")) {
        cursor.expect("=", "after '<'");
        sharding.ranks = iota_list(cursor);
    } else {
        do sharding.ranks.push_back(device_argument(cursor));
        while (cursor.accept(","));
    }
    Place const devices = cursor.since(list);
    std::size_t const copies = copy_dims(cursor);
    sharding.place = cursor.since(first);
    auto const dims = scope.array.extents.size();
    if (sharding.mesh.size() != dims + copies)
        cursor.fail(sharding.place,
                    fmt::format("{} has {}{}, but the tiles have {}", scope.array.name, counted(dims, "dimension"),
                                copies > 0 ? " and its copies are one more" : "", counted(sharding.mesh.size(), "dimension")));
    auto const size = checked_product(sharding.mesh);
    if (!size || *size != std::ssize(sharding.ranks))
        cursor.fail(devices,
                    fmt::format("[{}] are {} tiles, but {} given", fmt::join(sharding.mesh, ","), size.value_or(max_extent),
                                sharding.ranks.size() == 1 ? "1 device is" : counted(sharding.ranks.size(), "device") + " are"));
    for (std::size_t d = 0; d < dims && !cursor.failed(); ++d)
        sharding.dims.push_back(
            {sharding.mesh[d] > 1 ? std::vector{static_cast<int>(d)} : std::vector<int>{}, {}, {}, sharding.place});
    return mesh_mapping(cursor, sharding, scope.array);
}

/// Parses `{replicated}` (all ranks of the job) or `{maximal device=3}` (one rank).
CompactMapping same_everywhere(Cursor& cursor, FormScope const& scope) {
    MeshSharding sharding;
    sharding.place = cursor.peek().place;
    sharding.dims.resize(scope.array.extents.size());
    if (cursor.accept_word("maximal")) {
        cursor.expect_word("device", "and its number");
        cursor.expect("=", "after device");
        sharding.ranks = {device_argument(cursor)};
    } else {
        cursor.take();
        if (!scope.ranks) cursor.fail(sharding.place, "a copy on every rank, but their number is not known; give it with --ranks");
        sharding.mesh = {scope.ranks.value_or(1)};
    }
    return mesh_mapping(cursor, sharding, scope.array);
}

/// Parses the axes of one dimension, `'a', 'b':(2)2, ?`, up to the brace.
std::vector<AxisName> named_dim(Cursor& cursor) {
    std::vector<AxisName> axes;
    cursor.expect("{", "and the axes of a dimension");
    while (!cursor.failed() && !cursor.at("}")) {
        if (cursor.accept("?")) break; // open: the compiler may cut it further later
        axes.push_back(axis_name(cursor));
        if (!cursor.accept(",")) break;
    }
    cursor.expect("}", "after the axes of a dimension");
    return axes;
}

/// Parses `mesh['a'=2,'b'=4], device_ids=(..), [{'a'}, {}], replicated={..}`.
CompactMapping named_tiles(Cursor& cursor, FormScope const& scope) {
    NamedSharding sharding;
    Place const first = cursor.peek().place;
    cursor.expect_word("mesh", "and its axes");
    cursor.expect("[", "and the axes of the mesh");
    mesh_axes(cursor, sharding, "=", "]");
    while (cursor.accept(",")) {
        refuse_manual(cursor);
        if (unreduced_axes(cursor, sharding, true)) continue;
        if (cursor.accept("[")) {
            while (!cursor.failed() && !cursor.at("]")) {
                sharding.dims.push_back(named_dim(cursor));
                if (!cursor.accept(",")) break;
            }
            cursor.expect("]", "after the dimensions");
        } else if (cursor.accept_word("device_ids")) {
            device_list(cursor, sharding);
        } else {
            cursor.expect_word("replicated", "or the dimensions in brackets");
            cursor.expect("=", "after replicated");
            sharding.replicated = named_dim(cursor);
        }
    }
    sharding.place = cursor.since(first);
    return mesh_mapping(cursor, resolved(cursor, sharding, scope.array), scope.array);
}

/// Checks what versions 1 and 2 need: blocks, on all devices from 0 on.
Result<OwnerTable> tiled_table(Mapping const& mapping, std::string_view form) {
    auto table = OwnerTable::make(mapping, form);
    if (!table) return table;
    for (int d = 0; d < mapping.dims(); ++d)
        if (!is_block(mapping.dim(d))) return no_words(form, dim_words(mapping.dim(d), d));
    if (!table->complete()) return no_words(form, fmt::format("ranks other than 0 to {}", table->ranks.size() - 1));
    return table;
}

std::string tile_shape(OwnerTable const& table) {
    Extents tiles = table.parts;
    if (table.copies > 1) tiles.push_back(table.copies);
    return fmt::format("devices=[{}]", fmt::join(tiles, ","));
}

std::string_view copies_text(OwnerTable const& table) {
    return table.copies > 1 ? " last_tile_dim_replicate" : "";
}

/// Returns "<=[8]" or "<=[4,2]T(1,0)" for axes in the order of the list, major ones first.
std::string iota_text(std::vector<MeshAxis> const& axes, std::size_t ranks) {
    std::vector<std::size_t> order(axes.size()); // dimensions of the shape, in descending order of weight
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater<>(), [&](std::size_t axis) { return axes[axis].weight; });
    if (std::ranges::is_sorted(order)) return fmt::format("<=[{}]", ranks);
    Extents shape;
    std::vector<std::size_t> permutation(axes.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        shape.push_back(axes[order[i]].extent);
        permutation[order[i]] = i;
    }
    return fmt::format("<=[{}]T({})", fmt::join(shape, ","), fmt::join(permutation, ","));
}

} // namespace

CompactMapping read_xla(Cursor& cursor, FormScope const& scope) {
    refuse_manual(cursor);
    if (cursor.at_word("replicated") || cursor.at_word("maximal")) return same_everywhere(cursor, scope);
    if (cursor.at_word("mesh")) return named_tiles(cursor, scope);
    return tiles(cursor, scope);
}

Result<std::string> write_xla_list(Mapping const& mapping) {
    auto const table = TRY(tiled_table(mapping, "v1"));
    return fmt::format("{{{}{}{}}}", tile_shape(table), fmt::join(table.ranks, ","), copies_text(table));
}

Result<std::string> write_xla_iota(Mapping const& mapping) {
    auto const table = TRY(tiled_table(mapping, "v2"));
    std::vector<MeshAxis> axes;
    if (auto const dims = axes_of_dims(table)) {
        for (auto const& dim : *dims) axes.insert(axes.end(), dim.begin(), dim.end());
    } else if (auto whole = axes_of_list(table.ranks)) {
        axes = *std::move(whole);
    } else {
        return no_words("v2", "an order of ranks that is not a transposed count (v1 lists them)");
    }
    return fmt::format("{{{}{}{}}}", tile_shape(table), iota_text(axes, table.ranks.size()), copies_text(table));
}

Result<std::string> write_xla_named(Mapping const& mapping) {
    auto const table = TRY(tiled_table(mapping, "v3"));
    MeshLayout const layout = mesh_layout(table);
    ReduceOp const op = mapping.array().addends.value_or(ReduceOp::Sum);
    auto const names = [&](std::vector<int> const& axes) { return axes_text(axes, layout.extents.size(), '\''); };
    std::vector<std::string> mesh, dims;
    for (std::size_t axis = 0; axis < layout.extents.size(); ++axis)
        mesh.push_back(fmt::format("'{}'={}", axis_letter(static_cast<int>(axis), layout.extents.size()), layout.extents[axis]));
    for (auto const& dim : layout.dims) dims.push_back(names(dim));
    std::string const devices = layout.devices.empty() ? "" : fmt::format(", device_ids=({})", fmt::join(layout.devices, ","));
    std::string const copies = layout.replicated.empty() ? "" : ", replicated=" + names(layout.replicated);
    std::string const addends =
        layout.addends.empty() ? ""
                               : fmt::format(", unreduced={}{}", op == ReduceOp::Sum ? "" : name_of(op), names(layout.addends));
    return fmt::format("{{mesh[{}]{}, [{}]{}{}}}", fmt::join(mesh, ","), devices, fmt::join(dims, ", "), copies, addends);
}

} // namespace tessera::notation
