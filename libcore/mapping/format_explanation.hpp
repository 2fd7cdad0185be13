// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one sentence for beginners about each distribution format.
#pragma once

#include "libcore/mapping/dist_format.hpp"

#include <string_view>

namespace tessera {

/// Returns HPF's name of the format: "*", "block", "cyclic", "gen_block", "indirect".
[[nodiscard]] std::string_view name_of(DistFormat::Kind kind);
/// Returns one sentence that says which processor gets which indices of a dimension.
[[nodiscard]] std::string_view explanation_of(DistFormat::Kind kind);

} // namespace tessera
