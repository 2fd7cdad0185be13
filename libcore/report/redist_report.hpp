// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves between two mappings.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct RedistReportOptions {
    bool totals_only = false;
    std::optional<Rank> rank; ///< only what this rank sends and receives
    bool all = false;         ///< every row, however many
};

/// Schema tessera.redist/1; messages by sender and receiver, written as they are computed (with `rank`: its sends, then what it
/// receives from others). Precondition: at least one plan.
void redist_json(MultiPlan const& plan, RedistReportOptions const& options, Sink const& sink);

/// Totals, for up to 16 ranks the matrix of elements, and the messages; of many the first few.
void redist_text(MultiPlan const& plan, RedistReportOptions const& options, Sink const& sink);

} // namespace tessera
