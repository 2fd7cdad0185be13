// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods for one cyclic dimension: in one phase by formula, or in two through cyclic(gcd) or cyclic(lcm) (Fig. 3.16).
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/redist/methods/cyclic_change.hpp"
#include "libcore/redist/methods/detail/distributed_axis.hpp"
#include "libcore/redist/methods/detail/steps.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace tessera::detail {

namespace {

std::string ky_to_y_text(Index x, Index y) {
    return fmt::format("ky-to-y, cyclic({}) to cyclic({}), k = {}", x, y, x / y);
}

std::string x_to_kx_text(Index x, Index y) {
    return fmt::format("x-to-kx, cyclic({}) to cyclic({}), k = {}", x, y, y / x);
}

/// Returns the mapping before the change, with the changed dimension set to cyclic(m).
Result<Mapping> intermediate(RedistPlan const& plan, CyclicChange const& change, Index m) {
    Mapping const& before = plan.source();
    int const dim = plan.map().axes[as_size(change.axis)].source->dim;
    std::vector<DistributedAxis> distributed_axes = distributed_axes_of(before.spec());
    if (auto const processor_dim = before.processor_dim(dim))
        distributed_axes[as_size(*processor_dim)] = DistributedAxis::plain(before.array(), dim, DistFormat::cyclic(m));
    return mapping_of(before.spec(), distributed_axes);
}

Result<CyclicChange> change_through(RedistPlan const& plan) {
    if (!stays_in_place(plan))
        return fail("it redistributes an array in place, but here the elements change their indices or bounds");
    auto const change = cyclic_change(plan);
    if (change && change->extent != plan.source().dim(plan.map().axes[as_size(change->axis)].source->dim).extent())
        return fail("it redistributes whole dimensions, but here a section of one moves");
    return change;
}

/// Makes two phases through cyclic(m), or one phase if cyclic(m) is already one of the ends.
MethodSteps two_steps(RedistPlan const& plan, CyclicChange const& change, Index m, std::string first, std::string second) {
    if (m == change.x) return std::vector<MethodStep>{{plan, std::move(second)}};
    if (m == change.y) return std::vector<MethodStep>{{plan, std::move(first)}};
    auto const between = TRY(intermediate(plan, change, m));
    auto there = TRY(RedistPlan::make(plan.source(), between, plan.map()));
    auto on = TRY(RedistPlan::make(between, plan.target(), plan.map()));
    return std::vector<MethodStep>{{std::move(there), std::move(first)}, {std::move(on), std::move(second)}};
}

/// Returns whether block(m) is legal, so that cyclic(m) never wraps.
bool never_wraps(Index m, CyclicChange const& c) {
    return ceil_div(c.extent, m) <= c.processors;
}

std::string format_text(CyclicChange const& c, Index m) {
    return never_wraps(m, c) ? fmt::format("block({})", std::min(m, c.extent)) : fmt::format("cyclic({})", m);
}

/// Makes one phase by formula. Error: the change does not satisfy the formula's condition; the message says why.
MethodSteps by_formula(RedistPlan const& plan, bool covered, CyclicChange const& c, std::string_view condition, std::string how) {
    if (!covered)
        return fail(fmt::format("it needs {}, but here {} indices go from {} to {} over {}", condition, grouped(c.extent),
                                format_text(c, c.x), format_text(c, c.y), counted(c.processors, "coordinate")));
    return std::vector<MethodStep>{{plan, std::move(how)}};
}

} // namespace

MethodSteps one_step(RedistPlan const& plan) {
    return std::vector<MethodStep>{{plan, ""}};
}

MethodSteps general_steps(RedistPlan const& plan) {
    auto const c = TRY(cyclic_change(plan));
    return std::vector<MethodStep>{{plan, fmt::format("cyclic({}) to cyclic({})", c.x, c.y)}};
}

MethodSteps ky_to_y_steps(RedistPlan const& plan) {
    auto const c = TRY(cyclic_change(plan));
    return by_formula(plan, c.x % c.y == 0, c, "a block size that is a multiple of the new one", ky_to_y_text(c.x, c.y));
}

MethodSteps x_to_kx_steps(RedistPlan const& plan) {
    auto const c = TRY(cyclic_change(plan));
    return by_formula(plan, c.y % c.x == 0, c, "a new block size that is a multiple of the old one", x_to_kx_text(c.x, c.y));
}

MethodSteps block_to_cyclic_steps(RedistPlan const& plan) {
    auto const c = TRY(cyclic_change(plan));
    return by_formula(plan, c.processors == 1 || (never_wraps(c.x, c) && c.y == 1), c, "block before and cyclic after",
                      fmt::format("block({}) to cyclic", c.x));
}

MethodSteps cyclic_to_block_steps(RedistPlan const& plan) {
    auto const c = TRY(cyclic_change(plan));
    return by_formula(plan, c.processors == 1 || (c.x == 1 && never_wraps(c.y, c)), c, "cyclic before and block after",
                      fmt::format("cyclic to block({})", c.y));
}

MethodSteps gcd_steps(RedistPlan const& plan) {
    auto const c = TRY(change_through(plan));
    Index const m = std::gcd(c.x, c.y);
    return two_steps(plan, c, m, ky_to_y_text(c.x, m), x_to_kx_text(m, c.y));
}

MethodSteps lcm_steps(RedistPlan const& plan) {
    auto const c = TRY(change_through(plan));
    Index const m = lcm_up_to(c.x, c.y, std::max<Index>(c.extent, 1)); // a longer block holds all indices as well
    bool const between = m != c.x && m != c.y;
    Index const blocks = ceil_div(c.extent, m);
    if (between && blocks < c.processors)
        return fail(fmt::format("it goes through cyclic(lcm({}, {})), where the {} indices are {}, too few for {}", c.x, c.y,
                                grouped(c.extent), counted(blocks, "block"), counted(c.processors, "coordinate")));
    return two_steps(plan, c, m, x_to_kx_text(c.x, m), ky_to_y_text(m, c.y));
}

} // namespace tessera::detail
