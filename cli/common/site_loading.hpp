// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the site that --topology, --placement and --machine name.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"
#include "libcore/pipeline/site_request.hpp"

#include <memory>

namespace tessera::cli {

/// Returns a request with the values of --topology, --placement and --machine.
[[nodiscard]] SiteRequest site_request(Arguments const& arguments);

/// Returns the site for `ranks` ranks. Errors: see site_of.
[[nodiscard]] Result<Site> load_site(Arguments const& arguments, int ranks);

/// Returns the site for commands with only --machine, on the network that site_of assumes.
[[nodiscard]] Result<Site> load_assumed_site(Arguments const& arguments, int ranks);

/// Returns the machine that --machine names, or null if it is not given. Errors: see find_machine.
[[nodiscard]] Result<std::shared_ptr<Machine const>> load_machine(Arguments const& arguments);

} // namespace tessera::cli
