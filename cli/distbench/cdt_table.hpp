// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fits and configurations of the CDT paper, sections 3.1 to 3.3, next to our values.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/report/sink.hpp"

#include <string_view>
#include <vector>

namespace tessera::cli {

inline constexpr std::string_view cdt_table_name = "cdt";
inline constexpr std::string_view cdt_table_title = "CDT 3.1 to 3.3: set-up messages, fits and configurations on the SP1";

/// A fit of equation 1 as printed in the paper: S senders and R receivers, times in microseconds.
struct CdtFit {
    std::string_view name;
    std::string_view section;
    int senders = 8;
    int receivers = 8;
    bool sets_up = true; ///< a set-up precedes every transfer
    int messages = 0;    ///< M in the paper
    double t_m = 0;      ///< us
    double t_w = 0;      ///< us per word of 4 bytes
};

/// The fit next to our values from the formulas and from the executed schedules.
struct CdtRow {
    CdtFit fit;
    int messages = 0;            ///< M by formula: R, plus the prototype's set-up, 1 + 2 max(S,R)
    int tree_messages = 0;       ///< M for a set-up along a tree, 1 + max(log2 S, log2 R), which channels use
    Index planned_messages = 0;  ///< messages of one sender in the plan from (BLOCK,*) to (*,BLOCK)
    std::vector<double> seconds; ///< equation 1, for the words of cdt_words
    std::vector<double>
        planned; ///< the same for the plan: volume of its messages and the terms of rate_coupling, with the prototype's set-up
    std::vector<double> central; ///< centralized, by equation 1
};

/// Returns array sizes in words. The arrays are square, and all processors of every configuration have equal parts.
[[nodiscard]] std::vector<Index> cdt_words();

/// Errors: those of planning, which do not occur for these configurations.
[[nodiscard]] Result<std::vector<CdtRow>> compare_cdt();

void cdt_text(std::vector<CdtRow> const& rows, Sink const& sink);
/// Writes JSON of schema tessera.cdt-table/1.
void cdt_json(std::vector<CdtRow> const& rows, Sink const& sink);

} // namespace tessera::cli
