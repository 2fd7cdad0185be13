// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks of an algorithm's requirements on the ranks and the mesh.
#include "libcore/schedule/detail/requirement.hpp"

#include "libcore/base/index.hpp"
#include "libcore/base/units.hpp"
#include "libcore/schedule/binary.hpp"

#include <fmt/format.h>

namespace tessera::detail {

Result<void> require_power_of_two(std::string_view algorithm, int ranks, std::string_view instead) {
    if (is_power_of_two(ranks)) return {};
    return fail(fmt::format("{} needs a power of two of ranks, but {} take part; use {}", algorithm, ranks, instead));
}

Result<void> require_mesh(std::string_view algorithm, std::optional<MeshShape> const& mesh, int ranks, std::string_view instead) {
    if (!mesh)
        return fail(fmt::format("{} works along the rows and columns of a mesh; choose a topology mesh(rows,columns) of {}",
                                algorithm, counted(ranks, "node")));
    auto const [rows, columns] = *mesh;
    if (rows < 1 || columns < 1 || Index{rows} * columns != ranks)
        return fail(fmt::format("{} needs a mesh with as many nodes as ranks: {} ranks take part, but mesh({},{}) has {} nodes",
                                algorithm, ranks, rows, columns, Index{rows} * columns));
    if (!is_power_of_two(rows) || !is_power_of_two(columns))
        return fail(fmt::format("{} needs powers of two of rows and columns, but the mesh is mesh({},{}); use {}", algorithm, rows,
                                columns, instead));
    return {};
}

} // namespace tessera::detail
