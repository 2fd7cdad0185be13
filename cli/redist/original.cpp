// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array of the input that an array of the output is a copy of.
#include "cli/redist/original.hpp"

#include "libcore/io/copy_plan.hpp"

namespace tessera::cli {

std::optional<Original> original_of(RedistSettings const& settings, RedistPlan const& plan) {
    ArraySpec const& from = plan.source().array();
    ArraySpec const& to = plan.target().array();
    if (!settings.in || from.name != to.name) return std::nullopt;
    Original original{place_of(*settings.in, from.name, settings.plan.plans().size() > 1), {}, from.order};
    if (auto map = normal_form(plan.map(), to.extents))
        original.map = *std::move(map);
    else
        original.map.axes.resize(to.extents.size()); // a part of it: no dimension is the whole of an old one
    return original;
}

} // namespace tessera::cli
