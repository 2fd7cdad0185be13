// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of methods.
#include "libcore/redist/methods/method.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/methods/detail/steps.hpp"
#include "libcore/redist/methods/explanation.hpp"
#include "libcore/redist/methods/partner_theorem.hpp"
#include "libcore/redist/summed_plan.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <utility>

namespace tessera {

namespace {

struct MethodRow {
    MethodInfo info;
    detail::MethodSteps (*steps)(RedistPlan const&);
    std::vector<std::string> (*explain)(RedistPlan const&); // null: the summary is enough
    bool sums = false;                                      // true: only for plans that add
};

template <IndexFormula const& formula>
std::vector<std::string> explain_by(RedistPlan const& plan) {
    return explain_formula(formula, plan);
}

// Columns: name, summary, source, formula, asks_owners, printed; steps, explanation.
constexpr std::array method_table{
    MethodRow{
        {"direct", "each element goes straight to its new owner", "Thakur, 3.6.1", nullptr, false}, detail::one_step, nullptr},
    MethodRow{{"indirect", "one dimension after the other", "Thakur, 3.6", nullptr, false, PrintedLoops::OneDimension},
              detail::indirect_steps,
              nullptr},
    MethodRow{{"gcd", "first to a smaller block size that divides the old and the new one, then to the new one",
               "Thakur, Fig. 3.16", nullptr, false, PrintedLoops::Multiples},
              detail::gcd_steps,
              nullptr},
    MethodRow{{"lcm", "first to a larger block size that the old and the new one divide, then to the new one", "Thakur, Fig. 3.16",
               nullptr, false, PrintedLoops::Multiples},
              detail::lcm_steps,
              nullptr},
    MethodRow{{"general", "cyclic(x) to cyclic(y): a formula gives the target of each element", "Thakur, 3.5.3", &general_formula,
               false, PrintedLoops::Formula},
              detail::general_steps,
              explain_by<general_formula>},
    MethodRow{{"ky-to-y", "cyclic(k*y) to cyclic(y): each block becomes k blocks, and a formula gives their targets",
               "Thakur, Fig. 3.9", &ky_to_y_formula, false, PrintedLoops::Formula},
              detail::ky_to_y_steps,
              explain_by<ky_to_y_formula>},
    MethodRow{{"x-to-kx", "cyclic(x) to cyclic(k*x): k blocks become one, and a formula gives their targets", "Thakur, Fig. 3.12",
               &x_to_kx_formula, false, PrintedLoops::Formula},
              detail::x_to_kx_steps,
              explain_by<x_to_kx_formula>},
    MethodRow{{"block-to-cyclic", "block(m) to cyclic: each rank deals its block out in turn", "Thakur, Fig. 3.5",
               &block_to_cyclic_formula, false, PrintedLoops::Formula},
              detail::block_to_cyclic_steps,
              explain_by<block_to_cyclic_formula>},
    MethodRow{{"cyclic-to-block", "cyclic to block(m): each rank collects its block in turn", "Thakur, Fig. 3.6",
               &cyclic_to_block_formula, false, PrintedLoops::Formula},
              detail::cyclic_to_block_steps,
              explain_by<cyclic_to_block_formula>},
    MethodRow{{"pitfalls", "closed forms of both patterns of owners, intersected without visiting elements", "PITFALLS, Fig. 14",
               nullptr, false},
              detail::pitfalls_steps,
              explain_pitfalls},
    MethodRow{{"tree", "each rank that has a copy sends it to another, so the number of copies doubles",
               "Thakur, Rabenseifner, Gropp 2005", nullptr, false},
              detail::tree_steps,
              nullptr},
    MethodRow{{"all-gather", "each rank that needs a copy gets a share, and sends it to the others",
               "Thakur, Rabenseifner, Gropp 2005", nullptr, false},
              detail::all_gather_steps,
              nullptr},
    MethodRow{{"halving", "shares are halved from rank to rank, then exchanged and doubled", "Thakur, Rabenseifner, Gropp 2005",
               nullptr, false},
              detail::halving_steps,
              nullptr},
    MethodRow{{"sum", "each rank adds up a share, and sends on the result", "Rabenseifner 2004", nullptr, false},
              detail::sum_steps,
              nullptr,
              true},
    MethodRow{
        {"naive", "looks up the owner of each element at run time", "PITFALLS, 1.2", nullptr, true}, detail::one_step, nullptr},
};

constexpr auto method_infos = [] {
    std::array<MethodInfo, method_table.size()> list = {};
    for (std::size_t i = 0; i < method_table.size(); ++i) list[i] = method_table[i].info;
    return list;
}();

MethodRow const* row_named(std::string_view name) {
    auto const* const found = std::ranges::find(method_table, name, [](MethodRow const& row) { return row.info.name; });
    return found == method_table.end() ? nullptr : found;
}

tl::unexpected<Error> unknown_method(std::string_view name) {
    std::vector<std::string> names{"auto"};
    for (MethodInfo const& info : method_infos) names.emplace_back(info.name);
    return fail(fmt::format("unknown method '{}'{}", name, suggestion(name, names)));
}

/// Returns the theorem of each phase that has one. Several arrays of a phase may have the same.
std::vector<std::string> theorems(CompositePlan const& plan) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < plan.phases.size(); ++i)
        for (RedistPlan const& each : plan.phases[i].plan.plans()) {
            auto const change = cyclic_change(each);
            auto const theorem = change ? partner_theorem(*change) : std::nullopt;
            if (!theorem) continue;
            std::string const phase = plan.phases.size() > 1 ? fmt::format("phase {}: ", i + 1) : "";
            if (auto line = phase + theorem->text(); std::ranges::find(lines, line) == lines.end())
                lines.push_back(std::move(line));
        }
    return lines;
}

} // namespace

std::span<MethodInfo const> methods() {
    return method_infos;
}

MethodInfo const* find_method(std::string_view name) {
    auto const* const found = std::ranges::find(method_infos, name, &MethodInfo::name);
    return found == method_infos.end() ? nullptr : found;
}

Result<CompositePlan> compose(std::string_view method, MultiPlan const& plan) {
    MethodRow const* const row = row_named(method);
    if (row == nullptr) return unknown_method(method);
    if (row->sums != adds(plan))
        return fail(fmt::format("method {} does not apply: {}", method,
                                row->sums ? "it adds up elements, but here none are added up"
                                          : "it moves elements, but here they are added up; use sum"));
    std::vector<std::vector<MethodStep>> steps;
    bool const reshapes = std::ranges::any_of(plan.plans(), [](RedistPlan const& each) { return each.map().reshapes(); });
    if (reshapes && row->steps != detail::one_step)
        return fail(fmt::format("method {} does not apply: a reshape takes direct or naive", method));
    for (RedistPlan const& each : plan.plans()) {
        auto of_array = row->steps(each);
        std::string const whose = plan.plans().size() > 1 ? " to array " + each.source().array().name : "";
        if (!of_array) return fail(fmt::format("method {} does not apply{}: {}", method, whose, of_array.error().message));
        steps.push_back(*std::move(of_array));
    }
    auto phases = TRY(joined_phases(steps));
    return CompositePlan{find_method(method), plan, std::move(phases)};
}

std::vector<std::string> explain(CompositePlan const& plan) {
    MethodRow const* const row = row_named(plan.method->name);
    std::vector<std::string> lines;
    for (RedistPlan const& each : plan.whole.plans()) {
        if (row->explain == nullptr) break;
        if (plan.whole.plans().size() > 1) lines.push_back("array " + each.source().array().name);
        std::ranges::move(row->explain(each), std::back_inserter(lines));
    }
    std::ranges::move(theorems(plan), std::back_inserter(lines));
    return lines;
}

} // namespace tessera
