// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fits and configurations of the CDT paper, sections 3.1 to 3.3, beside ours.
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

/// A fit of equation 1 as the paper prints it: S senders and R receivers, times in microseconds.
struct CdtFit {
    std::string_view name;
    std::string_view section;
    int senders = 8;
    int receivers = 8;
    bool sets_up = true; ///< before every transfer
    int messages = 0;    ///< the paper's M
    double t_m = 0;      ///< us
    double t_w = 0;      ///< us per word of 4 bytes
};

/// The same beside what follows from the formulas, and from the schedules that are run here.
struct CdtRow {
    CdtFit fit;
    int messages = 0;            ///< M by formula: R, and the prototype's set-up, 1 + 2 max(S,R)
    int tree_messages = 0;       ///< M with a set-up along a tree, 1 + max(log2 S, log2 R), as channels make it
    Index planned_messages = 0;  ///< of one sender in the plan of (BLOCK,*) to (*,BLOCK)
    std::vector<double> seconds; ///< equation 1, by the words of cdt_words
    std::vector<double>
        planned; ///< the same of the plan: volume by messages and the terms of rate_coupling, with the prototype's set-up
    std::vector<double> central; ///< centralized, by equation 1
};

/// Array sizes in words: squares, of which every processor of every configuration has an equal part.
[[nodiscard]] std::vector<Index> cdt_words();

/// Errors: none in practice; those of planning.
[[nodiscard]] Result<std::vector<CdtRow>> compare_cdt();

void cdt_text(std::vector<CdtRow> const& rows, Sink const& sink);
/// Schema tessera.cdt-table/1.
void cdt_json(std::vector<CdtRow> const& rows, Sink const& sink);

} // namespace tessera::cli
