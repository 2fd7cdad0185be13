// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times next to ours.
#pragma once

#include "cli/distbench/published_times.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/report/sink.hpp"

#include <array>
#include <string>

namespace tessera::cli {

struct TimesComparison {
    PublishedTimes published;
    std::string machine;
    std::array<std::array<double, 6>, 5> predicted;  ///< seconds, [length][mesh], with exact loads
    std::array<std::array<double, 6>, 5> by_formula; ///< with the paper's formula for the load, if published.formula is set
};

/// Predicts the all-to-all of every cell: its schedule is routed on its mesh and timed with the machine's rates. This is Thakur's
/// model of section 4.1.3, with exact link loads instead of the paper's formulas. Error: a needed rate is missing.
[[nodiscard]] Result<TimesComparison> compare_times(PublishedTimes const& published, Machine const& machine);

void times_text(TimesComparison const& comparison, Sink const& sink);

/// Writes JSON of schema tessera.times-table/1.
void times_json(TimesComparison const& comparison, Sink const& sink);

} // namespace tessera::cli
