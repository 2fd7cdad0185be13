// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sites of the C interface.
#include "libcore/api/c/site_of_ranks.hpp"

#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/machine_registry.hpp"
#include "libcore/spec/parse.hpp"

#include <utility>

namespace tessera::api {
namespace {

/// Errors name options of the commands; here these are parameters.
tl::unexpected<Error> without_dashes(Error error) {
    if (error.message.starts_with("--")) error.message.erase(0, 2);
    return tl::unexpected(std::move(error));
}

Result<tessera_site> checked_site(SiteRequest request) {
    auto const machine = machine_of(request, MachineFolders::usual(), DirectoryReader("."));
    if (!machine) return without_dashes(machine.error());
    return tessera_site{std::move(request)};
}

} // namespace

Result<Site> site_of_ranks(tessera_site const* site, int ranks) {
    SiteRequest const request = site == nullptr ? SiteRequest{} : site->request;
    auto made = site_of(request, ranks, MachineFolders::usual(), DirectoryReader("."));
    if (!made) return without_dashes(made.error());
    return made;
}

} // namespace tessera::api

using namespace tessera::api;

int tessera_site_make(char const* topology, char const* placement, char const* machine, tessera_site** result) {
    return guarded(__func__, {{result, "result"}}, [&] {
        tessera::SiteRequest request;
        if (topology != nullptr) request.topology = topology;
        if (placement != nullptr) request.placement = placement;
        if (machine != nullptr) request.machine = machine;
        return hand_over(checked_site(std::move(request)), result);
    });
}

void tessera_site_free(tessera_site* site) {
    delete site;
}
