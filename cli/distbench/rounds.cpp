// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how often distbench measures.
#include "cli/distbench/rounds.hpp"

#include <fmt/format.h>

namespace tessera::cli {

Result<Index> rounds_of(Arguments const& arguments, Index most) {
    constexpr Index usual = 11;
    Index const rounds = arguments.number("repeat").value_or(usual);
    if (rounds < 1 || rounds > most) return fail(fmt::format("--repeat {}: expected 1 to {} rounds", rounds, most));
    return rounds;
}

} // namespace tessera::cli
