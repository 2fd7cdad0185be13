// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --steps: the synchronization between the steps of a schedule.
#include "cli/common/step_orders.hpp"

#include <algorithm>
#include <utility>

namespace tessera::cli {
namespace {

constexpr std::pair<std::string_view, StepOrder> orders[]{
    {"async", StepOrder::Async}, {"local", StepOrder::Local}, {"barrier", StepOrder::Barrier}};

} // namespace

OptionSpec steps_option(std::vector<std::string> const& subcommands) {
    OptionSpec option{.name = "steps",
                      .kind = ValueKind::Choice,
                      .help = "a step begins when its data is there, when the rank's last step is done, or when all ranks' are",
                      .group = "Options",
                      .subcommands = subcommands};
    for (auto const& [name, order] : orders) option.choices.emplace_back(name);
    return option;
}

StepOrder step_order(std::string_view typed) {
    return std::ranges::find(orders, typed, [](auto const& entry) { return entry.first; })->second;
}

std::string_view step_order_name(StepOrder order) {
    return std::ranges::find(orders, order, [](auto const& entry) { return entry.second; })->first;
}

} // namespace tessera::cli
