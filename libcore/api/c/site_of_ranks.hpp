// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sites of the C interface, for a number of ranks.
#pragma once

#include "libcore/api/c/tessera.h"
#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"

namespace tessera::api {

/// Returns the site for so many ranks. Null: a crossbar whose rates are not known. Errors: as site_of.
[[nodiscard]] Result<Site> site_of_ranks(tessera_site const* site, int ranks);

} // namespace tessera::api
