// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks of an algorithm's requirements on the ranks and the mesh.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <optional>
#include <string_view>

namespace tessera::detail {

/// Checks the number of ranks. Error: `ranks` is not a power of two; the message recommends `instead`.
[[nodiscard]] Result<void> require_power_of_two(std::string_view algorithm, int ranks, std::string_view instead);

/// Checks the mesh. Errors: there is no mesh; its size is not the number of ranks; a side is not a power of two (recommends
/// `instead`).
[[nodiscard]] Result<void> require_mesh(std::string_view algorithm, std::optional<MeshShape> const& mesh, int ranks,
                                        std::string_view instead);

} // namespace tessera::detail
