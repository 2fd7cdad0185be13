// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a context as it is asked for, by words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"

#include <optional>
#include <string>

namespace tessera {

/// What --where says, and nothing where it is not said. Errors, which name the option: as Mask::parse.
[[nodiscard]] Result<std::optional<Mask>> mask_of(std::optional<std::string> const& text, ArraySpec const& array);

} // namespace tessera
