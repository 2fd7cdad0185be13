// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what two coupled programs exchange, and the algorithms side by side, as text and JSON.
#pragma once

#include "libcore/pipeline/coupling.hpp"
#include "libcore/report/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <string>
#include <vector>

namespace tessera {

/// All that is known of a coupling before it is made.
struct CouplingReport {
    Coupling coupling;
    std::vector<RatedCoupling> algorithms; ///< in the paper's order
    std::string algorithm;                 ///< the one that is used
    std::string reason;                    ///< why, where it was chosen; else empty
    std::string machine;                   ///< its name; empty: no rates
    int setup_messages = 0;                ///< one after the other, to exchange what each side maps: 1 + max(log2 S, log2 R)
};

/// Senders come first among all ranks, then receivers, unless some ranks are both.
void coupling_text(CouplingReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Schema tessera.coupling/1. Of the options, totals_only counts.
void coupling_json(CouplingReport const& report, RedistReportOptions const& options, Sink const& sink);

/// 1 + max(log2 S, log2 R), rounded up (CDT, section 2.3).
[[nodiscard]] int coupling_setup_messages(int senders, int receivers);

} // namespace tessera
