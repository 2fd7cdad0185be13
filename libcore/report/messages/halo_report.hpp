// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a halo exchange, as text and JSON.
#pragma once

#include "libcore/comm/halo/halo_totals.hpp"
#include "libcore/comm/halo/wide_halo.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One row of the comparison of wide halos.
struct WideHaloRow {
    WideHalo halo;
    std::optional<double> time; ///< seconds per exchange; nothing without a machine
};

struct HaloReport {
    HaloPlan plan;
    HaloShares shares;
    Index steps = 1; ///< number of steps per exchange
    std::optional<RatedSchedule> schedule;
    std::vector<WideHaloRow> wide;           ///< empty: not requested
    HaloDirection way = HaloDirection::Fill; ///< direction of the messages; the shares are those of the halos
};

struct HaloReportOptions {
    bool totals_only = false;
    std::optional<Rank> rank; ///< only the messages of this rank
    bool all = false;         ///< all rows, without a limit
};

void halo_text(HaloReport const& report, HaloReportOptions const& options, Sink const& sink);
/// Writes JSON of schema tessera.halo/1: what each rank receives (HaloDirection::Add: sends) in one exchange, and from (to) how
/// many partners. It lists every message with its elements per dimension. For elements from beyond a periodic edge it adds the
/// distance to the halo elements that they fill.
void halo_json(HaloReport const& report, HaloReportOptions const& options, Sink const& sink);

} // namespace tessera
