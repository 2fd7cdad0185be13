// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of operations along a dimension of a distributed array, as text and JSON.
#pragma once

#include "libcore/comm/axis_messages.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct AxisReport {
    struct Round {
        AxisRound messages;
        std::optional<RatedSchedule> schedule = std::nullopt; ///< nothing if it was not requested
    };

    std::string operation; ///< "scan"
    Mapping mapping;
    std::vector<int> dims;           ///< 0-based
    std::vector<Index> indices = {}; ///< for a spread: one index per dimension, 0-based
    std::string note = {};           ///< an additional line of text; empty: none
    std::vector<Round> rounds = {};
};

/// With a selected rank, writes only its messages.
void axis_text(AxisReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Writes JSON of schema tessera.axis/1.
void axis_json(AxisReport const& report, RedistReportOptions const& options, Sink const& sink);

} // namespace tessera
