// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses the filters of the target's chunks.
#pragma once

#include "libcore/files/copy/array_copy_settings.hpp"

#include <string>

namespace tessera {

/// Returns the source's filters that a copy keeps by default. Filters that would round the elements again are not kept.
[[nodiscard]] ChunkFilters kept_filters(ChunkFilters const& source);

/// Sets `stored.filters` if the target has chunks. The default is the source's filters, as far as the target has them; options for
/// the variable `name` override it. Also sets `stored.lost_filters`. Errors: an option's value is invalid; the target does not have
/// a requested filter.
[[nodiscard]] Result<void> choose_filters(ArrayCopySettings& settings, std::string const& name, OptionValues const& given);

} // namespace tessera
