// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region of a job, planned once for all values of its parameters.
#include "gui/session/region_work.hpp"

#include "libcore/base/try.hpp"
#include "libcore/region/region_profile.hpp"
#include "libcore/scene/ownership/region_scene.hpp"
#include "libcore/scene/program/profile_scene.hpp"

#include <algorithm>
#include <utility>

namespace tessera::gui {

Result<RegionWorkPointer> makeRegionWork(Job const& job, RegionChoice const& choice) {
    auto chosen = TRY(chosen_region(job, {.line = choice.line + 1}));
    auto ranges = parameter_bounds(chosen.region);
    return std::make_shared<RegionWork const>(RegionWork{std::move(chosen), std::move(ranges)});
}

RegionChoice completed(RegionChoice choice, RegionWork const& work) {
    auto const& parameters = work.chosen.region.statement().parameters;
    if (std::ranges::find(parameters, choice.varied) == parameters.end()) choice.varied.clear();
    RegionValues const wanted = std::exchange(choice.values, {});
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        auto const found = wanted.find(parameters[i]);
        ParameterBounds const& range = work.ranges[i];
        choice.values[parameters[i]] = found != wanted.end() ? found->second : range.first + (range.last - range.first) / 2;
    }
    return choice;
}

RegionChoice completed(RegionChoice const& choice, Job const& job) {
    auto const work = makeRegionWork(job, choice);
    return work ? completed(choice, **work) : choice;
}

Result<void> checkValues(RegionChoice const& choice, RegionWork const& work) {
    RegionValues all = completed(choice, work).values;
    all.insert(choice.values.begin(), choice.values.end());
    TRY(work.chosen.region.bound(all));
    if (completed(choice, work).varied != choice.varied) return fail("--vary: the region has no parameter '" + choice.varied + "'");
    return {};
}

Result<RegionPicture> regionPicture(RegionWork const& work, RegionChoice const& choice) {
    auto const& [region, mapping] = work.chosen;
    RegionChoice const whole = completed(choice, work);
    auto const values = TRY(region.bound(whole.values));
    if (!whole.varied.empty()) {
        auto const profile = TRY(region_profile(region, mapping, whole.varied, whole.values, most_profile_values));
        return RegionPicture{profile_scene(region, profile, mapping), region_shares(region, values, mapping)};
    }
    return RegionPicture{region_picture(region, values, mapping), region_shares(region, values, mapping)};
}

} // namespace tessera::gui
