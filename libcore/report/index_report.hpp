// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a general send or get moves, as text and JSON.
#pragma once

#include "libcore/comm/index/index_plan.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct IndexReport {
    IndexPlan plan;
    std::optional<RatedSchedule> schedule; ///< of the values; nothing where there is no message
    std::optional<RatedSchedule> places;   ///< of what is sent once, when the route is made: where each value goes
    std::optional<RatedSchedule> together; ///< of values that carry their places along, without a route

    /// From how many uses on a route that is kept takes less time than values that carry their places along; nothing where no time
    /// is known or that never happens.
    [[nodiscard]] std::optional<Index> pays_from() const;
};

void index_text(IndexReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Schema tessera.index/1.
void index_json(IndexReport const& report, RedistReportOptions const& options, Sink const& sink);

} // namespace tessera
