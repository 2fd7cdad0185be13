// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --topology, --placement and --machine as a request, and the site it names.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"
#include "libcore/pipeline/site_request.hpp"

#include <memory>

namespace tessera::cli {

/// Options: --topology, --placement, --machine.
[[nodiscard]] SiteRequest site_request(Arguments const& arguments);

/// The site for so many ranks. Errors: see site_of.
[[nodiscard]] Result<Site> load_site(Arguments const& arguments, int ranks);

/// The same for commands that have --machine alone: on the network that site_of assumes.
[[nodiscard]] Result<Site> load_assumed_site(Arguments const& arguments, int ranks);

/// What --machine names; null where it is not given. Errors: see find_machine.
[[nodiscard]] Result<std::shared_ptr<Machine const>> load_machine(Arguments const& arguments);

} // namespace tessera::cli
