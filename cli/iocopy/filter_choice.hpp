// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which filters chunks of the target pass through.
#pragma once

#include "cli/iocopy/settings.hpp"

#include <string>

namespace tessera::cli {

/// The source's filters that a copy keeps without being asked: not those that would round its elements once more.
[[nodiscard]] ChunkFilters kept_filters(ChunkFilters const& source);

/// Sets `stored.filters`, where there are chunks: the source's, as far as options say nothing else of the variable `name` and the
/// target has them. What is left out is among `notes`. Errors: of the options' values; a filter that the target does not have.
[[nodiscard]] Result<void> choose_filters(IocopySettings& settings, std::string const& name, Arguments const& arguments);

} // namespace tessera::cli
