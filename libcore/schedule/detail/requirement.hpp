// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an algorithm asks of the ranks and of the mesh.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <optional>
#include <string_view>

namespace tessera::detail {

/// Error: `ranks` is no power of two; recommends `instead`.
[[nodiscard]] Result<void> require_power_of_two(std::string_view algorithm, int ranks, std::string_view instead);

/// Errors: there is no mesh, it has another size than the ranks, a side is no power of two; then it recommends `instead`.
[[nodiscard]] Result<void> require_mesh(std::string_view algorithm, std::optional<MeshShape> const& mesh, int ranks,
                                        std::string_view instead);

} // namespace tessera::detail
