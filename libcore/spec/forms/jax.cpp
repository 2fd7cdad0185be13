// SPDX-License-Identifier: BSD-3-Clause
// Tessera: JAX: a PartitionSpec on a named mesh (partition_spec.py, named_sharding.py).
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/detail/named_mesh.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

/// Parses None, 'x' or ('x','y').
std::vector<AxisName> partition_entry(Cursor& cursor) {
    std::vector<AxisName> axes;
    bool const spec = cursor.at_word("P") || cursor.at_word("PartitionSpec") || cursor.at_word("UNCONSTRAINED");
    if (spec)
        cursor.fail(cursor.peek().place,
                    "UNCONSTRAINED leaves the dimension to the compiler, so the owners are not known; name axes, or None");
    if (cursor.accept_word("none")) return axes;
    if (!cursor.accept("(")) return {AxisName{axis_word(cursor), 1, std::nullopt}};
    while (!cursor.failed() && !cursor.at(")")) {
        axes.push_back({axis_word(cursor), 1, std::nullopt});
        if (!cursor.accept(",")) break;
    }
    cursor.expect(")", "after the axes of a dimension");
    return axes;
}

/// Parses P('x', None, ...) after the opening parenthesis.
void partition_spec(Cursor& cursor, NamedSharding& sharding) {
    while (!cursor.failed() && !cursor.at(")")) {
        if (unreduced_axes(cursor, sharding)) {
            if (!cursor.accept(",")) break;
            continue;
        }
        sharding.dims.push_back(partition_entry(cursor));
        if (!cursor.accept(",")) break;
    }
    cursor.expect(")", "after the entries of P");
}

void jax_argument(Cursor& cursor, NamedSharding& sharding, bool& has_spec) {
    if (cursor.at_word("P") || cursor.at_word("PartitionSpec")) {
        has_spec = true;
        cursor.take();
        cursor.expect("(", "after P");
        return partition_spec(cursor, sharding);
    }
    Place const at = cursor.peek().place;
    std::string const key = argument_key(cursor);
    if (key == "mesh") {
        cursor.expect("{", "and the axes of the mesh, such as {'x':4,'y':2}");
        mesh_axes(cursor, sharding, ":", "}");
    } else if (key == "devices") {
        sharding.devices = devices_argument(cursor);
    } else {
        cursor.fail(at, fmt::format("'{}' is not an argument of jax; expected mesh={{...}}, P(...) or devices=(...)", key));
    }
}

std::string entry_text(std::vector<int> const& axes, std::size_t all) {
    if (axes.empty()) return "None";
    std::vector<std::string> names;
    for (int const axis : axes) names.push_back(fmt::format("'{}'", axis_letter(axis, all)));
    return axes.size() == 1 ? names.front() : fmt::format("({})", fmt::join(names, ","));
}

} // namespace

CompactMapping read_jax(Cursor& cursor, FormScope const& scope) {
    NamedSharding sharding;
    Place const first = cursor.peek().place;
    bool has_spec = false;
    do jax_argument(cursor, sharding, has_spec);
    while (cursor.accept(","));
    sharding.place = cursor.since(first);
    if (!has_spec || sharding.names.empty())
        cursor.fail(sharding.place, "jax needs the mesh and the spec: mesh={'x':4,'y':2}, P('x','y')");
    return mesh_mapping(cursor, resolved(cursor, sharding, scope.array), scope.array);
}

Result<std::string> write_jax(Mapping const& mapping) {
    auto const table = TRY(OwnerTable::make(mapping, "jax"));
    for (int d = 0; d < mapping.dims(); ++d)
        if (!is_block(mapping.dim(d))) return no_words("jax", dim_words(mapping.dim(d), d));
    MeshLayout const layout = mesh_layout(table);
    std::vector<std::string> axes;
    for (std::size_t axis = 0; axis < layout.extents.size(); ++axis)
        axes.push_back(fmt::format("'{}':{}", axis_letter(static_cast<int>(axis), layout.extents.size()), layout.extents[axis]));
    std::vector<std::string> entries;
    for (auto const& dim : layout.dims) entries.push_back(entry_text(dim, layout.extents.size()));
    if (!layout.addends.empty()) entries.push_back("unreduced=" + axes_text(layout.addends, layout.extents.size(), '\''));
    std::string const devices = layout.devices.empty() ? "" : fmt::format(", devices=({})", fmt::join(layout.devices, ","));
    return fmt::format("jax(mesh={{{}}}, P({}){})", fmt::join(axes, ","), fmt::join(entries, ","), devices);
}

} // namespace tessera::notation
