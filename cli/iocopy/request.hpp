// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the request of a copy that a command line makes.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/files/copy/option_values.hpp"

namespace tessera::cli {

[[nodiscard]] OptionValues option_values_of(Arguments const& arguments);

/// Returns the copy of the first positional to the last, with all options.
[[nodiscard]] CopyRequest request_of(Arguments const& arguments);

} // namespace tessera::cli
