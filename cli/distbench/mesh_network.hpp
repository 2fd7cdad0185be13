// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the meshes of the published tables as networks.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <array>
#include <memory>
#include <span>
#include <string>

namespace tessera::cli {

/// The meshes of tables 4.4 to 4.10; powers of two come first.
inline constexpr std::array<MeshShape, 12> delta_meshes{
    {{4, 4}, {8, 8}, {16, 8}, {8, 16}, {16, 16}, {16, 32}, {4, 5}, {6, 8}, {16, 9}, {8, 18}, {16, 14}, {16, 30}}};
inline constexpr auto power_of_two_meshes = std::span(delta_meshes).first<6>();
inline constexpr auto other_meshes = std::span(delta_meshes).last<6>();

/// Returns "mesh(16,32)".
[[nodiscard]] std::string mesh_name(MeshShape mesh);

[[nodiscard]] std::shared_ptr<Topology const> mesh_network(MeshShape mesh);

} // namespace tessera::cli
