// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the reason for a choice of algorithm, in one sentence.
#pragma once

#include "libcore/network/choice.hpp"

#include <span>
#include <string>

namespace tessera::detail {

/// Returns the reason. `candidates`: the chosen one first, then by cost. Precondition: at least one, and the first is not refused.
[[nodiscard]] std::string choice_reason(std::span<Candidate const> candidates);

} // namespace tessera::detail
