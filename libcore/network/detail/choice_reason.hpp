// SPDX-License-Identifier: BSD-3-Clause
// Tessera: why an algorithm was chosen, in one sentence.
#pragma once

#include "libcore/network/choice.hpp"

#include <span>
#include <string>

namespace tessera::detail {

/// `candidates`: the chosen one first, then by cost. Precondition: at least one, not refused.
[[nodiscard]] std::string choice_reason(std::span<Candidate const> candidates);

} // namespace tessera::detail
