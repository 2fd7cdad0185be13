// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Shardy's tensor shardings (sharding_representation.md).
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/detail/named_mesh.hpp"
#include "libcore/spec/forms/owner_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

/// Parses `mesh<["x"=2,"y"=4], device_ids=[..]>`, after the word.
void shardy_mesh(Cursor& cursor, NamedSharding& sharding) {
    cursor.expect("<", "and the axes of the mesh");
    cursor.expect("[", "and the axes of the mesh");
    mesh_axes(cursor, sharding, "=", "]");
    if (cursor.accept(",")) {
        cursor.expect_word("device_ids", "after the axes of the mesh");
        device_list(cursor, sharding);
    }
    cursor.expect(">", "after the mesh");
}

/// Parses `{"x", "y":(1)2, ?}p1`. Priorities and openness control Shardy's propagation and do not affect the current owners.
std::vector<AxisName> shardy_axes(Cursor& cursor) {
    std::vector<AxisName> axes;
    cursor.expect("{", "and the axes of a dimension");
    while (!cursor.failed() && !cursor.at("}")) {
        if (cursor.accept("?")) break;
        axes.push_back(axis_name(cursor));
        if (!cursor.accept(",")) break;
    }
    cursor.expect("}", "after the axes of a dimension");
    bool const priority = cursor.at_name() && cursor.peek().text.starts_with('p');
    if (priority) cursor.take();
    return axes;
}

void shardy_dims(Cursor& cursor, NamedSharding& sharding) {
    cursor.expect("[", "and the dimensions");
    while (!cursor.failed() && !cursor.at("]")) {
        sharding.dims.push_back(shardy_axes(cursor));
        if (!cursor.accept(",")) break;
    }
    cursor.expect("]", "after the dimensions");
}

} // namespace

CompactMapping read_shardy(Cursor& cursor, FormScope const& scope) {
    NamedSharding sharding;
    Place const first = cursor.peek().place;
    if (cursor.peek().kind == Token::Kind::File)
        cursor.fail(first, "a mesh by its name is not known here; write it out, such as mesh<[\"x\"=4,\"y\"=2]>");
    cursor.expect_word("mesh", "and its axes, such as mesh<[\"x\"=4,\"y\"=2]>");
    shardy_mesh(cursor, sharding);
    cursor.expect(",", "and the dimensions");
    shardy_dims(cursor, sharding);
    while (cursor.accept(",")) {
        if (unreduced_axes(cursor, sharding)) continue;
        cursor.expect_word("replicated", "or the end");
        cursor.expect("=", "after replicated");
        sharding.replicated = shardy_axes(cursor);
    }
    sharding.place = cursor.since(first);
    return mesh_mapping(cursor, resolved(cursor, sharding, scope.array), scope.array);
}

Result<std::string> write_shardy(Mapping const& mapping) {
    auto const table = TRY(OwnerTable::make(mapping, "sdy"));
    for (int d = 0; d < mapping.dims(); ++d)
        if (!is_block(mapping.dim(d))) return no_words("sdy", dim_words(mapping.dim(d), d));
    if (!table.complete()) return no_words("sdy", fmt::format("ranks other than 0 to {}", table.ranks.size() - 1));
    MeshLayout const layout = mesh_layout(table);
    auto const names = [&](std::vector<int> const& axes) { return axes_text(axes, layout.extents.size(), '"'); };
    std::vector<std::string> mesh, dims;
    for (std::size_t axis = 0; axis < layout.extents.size(); ++axis)
        mesh.push_back(fmt::format("\"{}\"={}", axis_letter(static_cast<int>(axis), layout.extents.size()), layout.extents[axis]));
    for (auto const& dim : layout.dims) dims.push_back(names(dim));
    std::string const devices = layout.devices.empty() ? "" : fmt::format(", device_ids=[{}]", fmt::join(layout.devices, ", "));
    std::string const copies = layout.replicated.empty() ? "" : ", replicated=" + names(layout.replicated);
    std::string const addends = layout.addends.empty() ? "" : ", unreduced=" + names(layout.addends);
    return fmt::format("#sdy.sharding<mesh<[{}]{}>, [{}]{}{}>", fmt::join(mesh, ", "), devices, fmt::join(dims, ", "), copies,
                       addends);
}

} // namespace tessera::notation
