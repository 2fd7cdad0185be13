// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --steps: the synchronization between the steps of a schedule.
#pragma once

#include "cli/common/command_table.hpp"
#include "libcore/runtime/move/step_order.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

[[nodiscard]] OptionSpec steps_option(std::vector<std::string> const& subcommands = {});

/// Returns the order for a value of --steps: "async", "local", "barrier". Precondition: it is one of these.
[[nodiscard]] StepOrder step_order(std::string_view typed);
[[nodiscard]] std::string_view step_order_name(StepOrder order);

} // namespace tessera::cli
