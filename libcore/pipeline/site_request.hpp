// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a site, in the user's words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/site.hpp"
#include "libcore/pipeline/machine_registry.hpp"
#include "libcore/spec/parse.hpp"

#include <memory>
#include <string>

namespace tessera {

/// The values of --topology, --placement and --machine, or of the window's fields.
struct SiteRequest {
    std::string
        topology{}; ///< "mesh(4,4)", "mesh" for as many nodes as ranks, or a file that ends with ".json"; empty: see site_of()
    std::string placement = "row-major"; ///< see Placement::make; a text with '.' or '/' is a file, see Placement::from_list
    std::string machine{};               ///< see find_machine; empty: none
    friend bool operator==(SiteRequest const&, SiteRequest const&) = default;
};

/// Returns only the machine, or null if none is requested. Errors: as find_machine.
[[nodiscard]] Result<std::shared_ptr<Machine const>> machine_of(SiteRequest const& request, MachineRegistry const& registry,
                                                                FileReader const& files);

/// Returns the site. A request without a topology gets the network that the machine's profile names, else that of Site::of_ranks().
/// Errors: unknown names and bad files (they name the option or the file); fewer nodes than ranks.
[[nodiscard]] Result<Site> site_of(SiteRequest const& request, int ranks, MachineRegistry const& registry, FileReader const& files);

} // namespace tessera
