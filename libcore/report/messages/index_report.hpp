// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a general send or get, as text and JSON.
#pragma once

#include "libcore/comm/index/index_plan.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct IndexReport {
    IndexPlan plan;
    std::optional<RatedSchedule> schedule; ///< schedule of the values; nothing if there is no message
    std::optional<RatedSchedule> places;   ///< schedule of the addresses, which are sent once when the route is made
    std::optional<RatedSchedule> together; ///< schedule of values that are sent with their addresses, without a route

    /// Returns the number of uses from which a kept route takes less time than values with their addresses. Returns nothing if no
    /// time is known, or if a route never pays.
    [[nodiscard]] std::optional<Index> pays_from() const;
};

void index_text(IndexReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Writes JSON of schema tessera.index/1.
void index_json(IndexReport const& report, RedistReportOptions const& options, Sink const& sink);

} // namespace tessera
