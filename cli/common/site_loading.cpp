// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the site that --topology, --placement and --machine name.
#include "cli/common/site_loading.hpp"

namespace tessera::cli {

SiteRequest site_request(Arguments const& arguments) {
    SiteRequest request;
    request.topology = arguments.text_or("topology", request.topology);
    request.placement = arguments.text_or("placement", request.placement);
    request.machine = arguments.text_or("machine", request.machine);
    return request;
}

Result<Site> load_site(Arguments const& arguments, int ranks) {
    return site_of(site_request(arguments), ranks, MachineFolders::usual(), DirectoryReader("."));
}

Result<Site> load_assumed_site(Arguments const& arguments, int ranks) {
    return site_of({.machine = arguments.text_or("machine", "")}, ranks, MachineFolders::usual(), DirectoryReader("."));
}

Result<std::shared_ptr<Machine const>> load_machine(Arguments const& arguments) {
    return machine_of({.machine = arguments.text_or("machine", "")}, MachineFolders::usual(), DirectoryReader("."));
}

} // namespace tessera::cli
