// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a halo exchange moves, as text and JSON.
#pragma once

#include "libcore/comm/halo/halo_totals.hpp"
#include "libcore/comm/halo/wide_halo.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// One line of the comparison of wide halos.
struct WideHaloRow {
    WideHalo halo;
    std::optional<double> time; ///< seconds of one exchange; nothing without a machine
};

struct HaloReport {
    HaloPlan plan;
    HaloShares shares;
    Index steps = 1; ///< that one exchange serves
    std::optional<RatedSchedule> schedule;
    std::vector<WideHaloRow> wide; ///< empty: not asked for
    HaloWay way = HaloWay::Fill;   ///< of the messages; the shares are those of the halos
};

struct HaloReportOptions {
    bool totals_only = false;
    std::optional<Rank> rank; ///< only what this rank receives and sends
    bool all = false;         ///< every row, however many
};

void halo_text(HaloReport const& report, HaloReportOptions const& options, Sink const& sink);
/// Schema tessera.halo/1: what each rank receives (HaloWay::Add: sends) in one exchange from (to) how many partners; and every
/// message, with its elements per dimension and, where they come from beyond a periodic edge, the distance to the places they fill.
void halo_json(HaloReport const& report, HaloReportOptions const& options, Sink const& sink);

} // namespace tessera
