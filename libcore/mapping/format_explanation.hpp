// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what each distribution format does, in a sentence for those who have never heard of it.
#pragma once

#include "libcore/mapping/dist_format.hpp"

#include <string_view>

namespace tessera {

/// "*", "block", "cyclic", "gen_block", "indirect": as HPF calls it.
[[nodiscard]] std::string_view name_of(DistFormat::Kind kind);
/// One sentence: who gets what of a dimension.
[[nodiscard]] std::string_view explanation_of(DistFormat::Kind kind);

} // namespace tessera
