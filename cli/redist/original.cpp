// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array of the input that an output array is a copy of.
#include "cli/redist/original.hpp"

#include "libcore/io/copy_plan.hpp"

#include <algorithm>

namespace tessera::cli {

std::optional<Original> original_of(RedistSettings const& settings, Mapping const& target) {
    ArraySpec const& to = target.array();
    auto const plans = settings.plan.plans();
    auto const read = std::ranges::find(plans, to.name, [](RedistPlan const& plan) { return plan.source().array().name; });
    if (!settings.in || read == plans.end() || !settings.is_input(to.name)) return std::nullopt;
    Original original{settings.input_file(to.name), {}, read->source().array().order};
    if (settings.makes_copies())
        original.map = CopyMap::identity(to.extents); // the same array, partly changed
    else if (auto map = normal_form(read->map(), to.extents); map && !read->map().reshapes())
        original.map = *std::move(map);
    else
        original.map.axes.resize(to.extents.size()); // a part of the array: no dimension equals a whole old one
    return original;
}

} // namespace tessera::cli
