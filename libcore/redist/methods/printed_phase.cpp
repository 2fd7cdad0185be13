// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of Thakur's chapter 3 as they are printed: the order in which a local array is sent and received.
#include "libcore/redist/methods/printed_phase.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/methods/detail/dealt_loops.hpp"
#include "libcore/redist/methods/method.hpp"

#include <array>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace tessera {

namespace {

template <class Loop>
DealtOrder order_of(CyclicChange const& change, Index p, Index elements) {
    Index const cycle = Loop::cycle(change);
    DealtOrder order{{}, elements, cycle != detail::every_run_computed};
    Loop::deal(change, p, [&](DealtRun const& run) {
        bool const continues = !order.repeats && !order.runs.empty() && order.runs.back().partner == run.partner;
        if (continues)
            order.runs.back().count += run.count;
        else
            order.runs.push_back(run);
        return !order.repeats || std::ssize(order.runs) < cycle;
    });
    return order;
}

template <class Loop>
DealtOrder send_order(CyclicChange const& change, Index p) {
    return order_of<Loop>(change, p, change.source_count(p));
}

template <class Loop>
DealtOrder receive_order(CyclicChange const& change, Index p) {
    return order_of<Loop>(change, p, change.target_count(p));
}

PrintedAlgorithm const ky_to_y_algorithm{"KY_TO_Y", "Fig. 3.9", &ky_to_y_formula, send_order<detail::KyToYSends>,
                                         receive_order<detail::KyToYReceives>};
PrintedAlgorithm const x_to_kx_algorithm{"X_TO_KX", "Fig. 3.12", &x_to_kx_formula, send_order<detail::XToKxSends>,
                                         receive_order<detail::XToKxReceives>};
PrintedAlgorithm const block_to_cyclic_algorithm{"Block to Cyclic", "Fig. 3.5", &block_to_cyclic_formula,
                                                 send_order<detail::BlockToCyclicSends>,
                                                 receive_order<detail::BlockToCyclicReceives>};
PrintedAlgorithm const cyclic_to_block_algorithm{"Cyclic to Block", "Fig. 3.6", &cyclic_to_block_formula,
                                                 send_order<detail::CyclicToBlockSends>,
                                                 receive_order<detail::CyclicToBlockReceives>};
PrintedAlgorithm const general_algorithm{"General", "3.5.3", &general_formula, send_order<detail::GeneralSends>,
                                         receive_order<detail::GeneralReceives>};

constexpr std::array printed_algorithms{&ky_to_y_algorithm, &x_to_kx_algorithm, &block_to_cyclic_algorithm,
                                        &cyclic_to_block_algorithm, &general_algorithm};

/// Returns the algorithm of a phase of the GCD, LCM or Indirect Method.
PrintedAlgorithm const& algorithm_of(CyclicChange const& c, PrintedLoops loops) {
    bool const any_formats = loops == PrintedLoops::OneDimension;
    bool const from_block = ceil_div(c.extent, c.x) <= c.processors;
    bool const to_block = ceil_div(c.extent, c.y) <= c.processors;
    if (any_formats && from_block && c.y == 1) return block_to_cyclic_algorithm;
    if (any_formats && to_block && c.x == 1) return cyclic_to_block_algorithm;
    if (c.x % c.y == 0) return ky_to_y_algorithm;
    return c.y % c.x == 0 ? x_to_kx_algorithm : general_algorithm;
}

bool is_packed(Mapping const& mapping) {
    auto const has_planes = [](ShadowWidth const& width) { return width.low > 0 || width.high > 0; };
    return std::ranges::none_of(mapping.array().shadow, has_planes) && !mapping.spec().leading;
}

Result<void> check_printed(RedistPlan const& plan) {
    Extents const& extents = plan.source().array().extents;
    if (extents != plan.target().array().extents || plan.map() != CopyMap::identity(extents))
        return fail("the paper redistributes whole arrays in place, but here the elements change their indices");
    if (plan.source().replicas() > 1 || plan.target().replicas() > 1)
        return fail("the paper has one owner for each element, but here there are copies");
    if (!is_packed(plan.source()) || !is_packed(plan.target()))
        return fail("the paper's local arrays have no gaps, but here they have a shadow or padding");
    return {};
}

Result<PrintedPhase> printed_phase(MethodInfo const& method, RedistPlan const& plan) {
    TRY(check_printed(plan));
    auto const change = TRY(cyclic_change(plan));
    if (method.printed != PrintedLoops::Formula) return PrintedPhase{&algorithm_of(change, method.printed), change, plan};
    auto const* const found = std::ranges::find(printed_algorithms, method.formula, &PrintedAlgorithm::formula);
    return PrintedPhase{*found, change, plan};
}

} // namespace

Index DealtOrder::period() const {
    Index sum = 0;
    for (DealtRun const& run : runs) sum += run.count;
    return sum;
}

std::vector<Index> DealtOrder::counts(Index processors) const {
    std::vector<Index> counts(as_size(processors), 0);
    Index const period = this->period();
    if (period == 0) return counts;
    Index left = elements % period;
    for (DealtRun const& run : runs) {
        counts[as_size(run.partner)] += elements / period * run.count + std::min(left, run.count);
        left -= std::min(left, run.count);
    }
    return counts;
}

bool DealtOrder::allows_async() const {
    if (!repeats) return false;
    std::vector<Index> partners;
    for (DealtRun const& run : runs) partners.push_back(run.partner);
    std::ranges::sort(partners);
    return std::ranges::adjacent_find(partners) == partners.end();
}

Result<std::vector<PrintedPhase>> printed_phases(CompositePlan const& plan) {
    MethodInfo const& method = *plan.method;
    if (method.printed == PrintedLoops::None)
        return fail(fmt::format("the paper prints no algorithm for method {}; take general, ky-to-y, x-to-kx, block-to-cyclic, "
                                "cyclic-to-block, gcd, lcm or indirect",
                                method.name));
    if (plan.whole.plans().size() > 1) return fail("the paper moves one array, but here several travel together");
    std::vector<PrintedPhase> phases;
    for (CompositePhase const& phase : plan.phases) phases.push_back(TRY(printed_phase(method, phase.plan.plans().front())));
    return phases;
}

Result<void> check_async(PrintedPhase const& phase) {
    CyclicChange const& c = phase.change;
    if (phase.algorithm != &x_to_kx_algorithm || c.y / c.x <= c.processors) return {};
    return fail(
        fmt::format("the Asynchronous Method of Fig. 3.12 places one block of each packet in a block of size y, so it needs "
                    "k <= P; here k = {} and P = {}",
                    c.y / c.x, c.processors));
}

} // namespace tessera
