// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes of published tables, and Thakur's formulas for the load of their busiest link.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace tessera::cli {

/// Reads "16x32". Error: it is no mesh.
[[nodiscard]] Result<MeshShape> mesh_of(std::string_view text);
/// Returns "mesh(16,32)".
[[nodiscard]] std::string mesh_name(MeshShape mesh);
[[nodiscard]] std::shared_ptr<Topology const> mesh_network(MeshShape mesh);

/// Returns the most messages on any directed link of an r x c mesh in a step of an all-to-all. Steps are 1-based, as in the paper.
using LoadFormula = Index (*)(int step, MeshShape mesh);

/// Section 4.3.1. Exact in every step.
[[nodiscard]] Index pex_load(int step, MeshShape mesh);
/// Section 4.3.4, with integer quotients. An upper bound.
[[nodiscard]] Index gen_load(int step, MeshShape mesh);

/// Error: the name is neither "pex" nor "gen".
[[nodiscard]] Result<LoadFormula> load_formula(std::string const& name);

} // namespace tessera::cli
