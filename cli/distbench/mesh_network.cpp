// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the meshes of the published tables as networks.
#include "cli/distbench/mesh_network.hpp"

#include "libcore/network/grid.hpp"

#include <fmt/format.h>

namespace tessera::cli {

std::string mesh_name(MeshShape mesh) {
    return fmt::format("mesh({},{})", mesh.rows, mesh.columns);
}

std::shared_ptr<Topology const> mesh_network(MeshShape mesh) {
    return std::make_shared<Grid>(mesh_name(mesh), std::vector{mesh.rows, mesh.columns}, Grid::Edges::Open);
}

} // namespace tessera::cli
