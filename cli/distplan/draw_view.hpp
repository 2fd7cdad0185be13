// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which part of an array distplan draw shows.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/scene/ownership_grid.hpp"

#include <string>

namespace tessera::cli {

/// One picture: a state of the array, and the part of it to draw.
struct DrawnState {
    std::string heading; ///< "from", "to", "state 1", or nothing where there is only one
    Mapping mapping;
    OwnershipView view;
};

/// From --axes, --at, --section and --rank.
[[nodiscard]] Result<OwnershipView> view_of(Arguments const& arguments, ArraySpec const& array);

} // namespace tessera::cli
