// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region of a job, as the user requests it.
#include "libcore/pipeline/region_request.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

Result<ChosenRegion> chosen_region(Job const& job, RegionRequest const& request) {
    auto const count = std::ssize(job.regions);
    if (count == 0)
        return fail(
            fmt::format("{} has no region; add a line such as !dist$ region read must A(i,j) for(m: 1<=i<=m, 1<=j<=m), or a "
                        "loop nest around a print, read or assignment",
                        job.name));
    if (request.line < 1 || request.line > count)
        return fail(
            fmt::format("--line {}: {} has {}; --line counts them from 1", request.line, job.name, counted(count, "region")));
    RegionStatement const& statement = job.regions[as_size(request.line - 1)];
    ArrayStates const& array = *job.find(statement.array);
    auto const spec = TRY(state_of(array, request.state.empty() ? fmt::to_string(statement.state_here) : request.state));
    auto mapping = TRY(Mapping::make(*spec));
    auto region = TRY(Region::make(statement, array.array));
    return ChosenRegion{std::move(region), std::move(mapping)};
}

} // namespace tessera
