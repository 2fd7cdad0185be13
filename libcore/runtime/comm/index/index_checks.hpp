// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether indices name elements of an array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <span>

namespace tessera {

/// Error: the first that names none. Not collective.
[[nodiscard]] Result<void> check_indices(Mapping const& mapping, std::span<Index const> indices);

} // namespace tessera
