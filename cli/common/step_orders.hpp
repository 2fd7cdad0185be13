// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --steps: how strictly the steps of a schedule follow one another.
#pragma once

#include "cli/common/command_table.hpp"
#include "libcore/runtime/move/step_order.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

[[nodiscard]] OptionSpec steps_option(std::vector<std::string> const& subcommands = {});

/// "async", "local", "barrier", as --steps takes it. Precondition: one of them.
[[nodiscard]] StepOrder step_order(std::string_view typed);
[[nodiscard]] std::string_view step_order_name(StepOrder order);

} // namespace tessera::cli
