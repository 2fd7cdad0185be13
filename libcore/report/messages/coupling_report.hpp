// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange between two coupled programs, and a comparison of the algorithms, as text and JSON.
#pragma once

#include "libcore/pipeline/coupling.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <string>
#include <vector>

namespace tessera {

/// The figures of a coupling before it is executed.
struct CouplingReport {
    Coupling coupling;
    std::vector<RatedCoupling> algorithms; ///< in the paper's order
    std::string algorithm;                 ///< the algorithm that is used
    std::string reason;                    ///< reason if the algorithm was chosen automatically; else empty
    std::string machine;                   ///< name of the machine; empty: no rates
    int setup_messages = 0;                ///< consecutive messages that exchange the mappings of both sides: 1 + max(log2 S, log2
                                           ///< R)
};

/// Among all ranks, senders come first, then receivers, unless some ranks are both.
void coupling_text(CouplingReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Writes JSON of schema tessera.coupling/1. Uses only totals_only of the options.
void coupling_json(CouplingReport const& report, RedistReportOptions const& options, Sink const& sink);

/// Returns 1 + max(log2 S, log2 R), rounded up (CDT, section 2.3).
[[nodiscard]] int coupling_setup_messages(int senders, int receivers);

} // namespace tessera
