// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes of published tables, and Thakur's formulas for the load of their busiest link.
#include "cli/distbench/tables/meshes.hpp"

#include "cli/distbench/tables/paper_table.hpp"
#include "libcore/network/grid.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr int most_mesh_side = 4096;

int side_in(std::string_view text) {
    int side = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
    return error == std::errc{} && end == text.data() + text.size() && side <= most_mesh_side ? side : 0;
}

} // namespace

Result<MeshShape> mesh_of(std::string_view text) {
    auto const sides = split_text(text, "x");
    MeshShape const mesh{side_in(sides.front()), side_in(sides.back())};
    if (sides.size() != 2 || mesh.rows < 1 || mesh.columns < 1)
        return fail(fmt::format("'{}': expected a mesh such as 16x32", text));
    return mesh;
}

std::string mesh_name(MeshShape mesh) {
    return fmt::format("mesh({},{})", mesh.rows, mesh.columns);
}

std::shared_ptr<Topology const> mesh_network(MeshShape mesh) {
    return std::make_shared<Grid>(mesh_name(mesh), std::vector{mesh.rows, mesh.columns}, Grid::Edges::Open);
}

Index pex_load(int step, MeshShape mesh) {
    int const farthest = std::max(step % mesh.columns, step / mesh.columns);
    return static_cast<Index>(std::bit_floor(static_cast<unsigned>(farthest)));
}

Index gen_load(int step, MeshShape mesh) {
    int const ranks = mesh.rows * mesh.columns;
    int const along_row = step % mesh.columns;
    return std::min(along_row, mesh.columns - along_row) + std::min(step / mesh.columns, (ranks - step) / mesh.columns);
}

Result<LoadFormula> load_formula(std::string const& name) {
    if (name == "pex") return pex_load;
    if (name == "gen") return gen_load;
    return fail(fmt::format("no load formula '{}'; expected pex or gen", name));
}

} // namespace tessera::cli
