// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what operations along a dimension of a distributed array move, as text and JSON.
#pragma once

#include "libcore/comm/axis_messages.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct AxisReport {
    struct Round {
        AxisRound messages;
        std::optional<RatedSchedule> schedule = std::nullopt; ///< nothing where nobody asked for it
    };

    std::string operation; ///< "scan"
    Mapping mapping;
    std::vector<int> dims;           ///< from 0
    std::vector<Index> indices = {}; ///< of a spread, one for each dimension, from 0
    std::string note = {};           ///< a line of text more; empty: none
    std::vector<Round> rounds = {};
};

/// With a rank chosen, only its messages.
void axis_text(AxisReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Schema tessera.axis/1.
void axis_json(AxisReport const& report, RedistReportOptions const& options, Sink const& sink);

} // namespace tessera
