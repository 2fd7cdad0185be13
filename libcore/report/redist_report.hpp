// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves between two mappings.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

struct RedistReportOptions {
    bool totals_only = false;
    std::optional<Rank> rank; ///< only what this rank sends and receives
    bool all = false;         ///< every row, however many
};

/// Schema tessera.redist/1; messages by sender and receiver, written as they are computed (with `rank`: its sends, then what it
/// receives from others). Of several transitions the totals are their sum, and every message says which one it belongs to; of
/// phases of a method likewise, with "method" and "phases". Precondition: at least one transition.
void redist_json(std::span<Transition const> transitions, RedistReportOptions const& options, Sink const& sink);

/// The object "totals" of that schema, which a run has too.
void write_redist_totals(JsonWriter& json, RedistTotals const& totals);

/// The new ranks as directives, a line each; those that declare an arrangement where it takes the place of another.
[[nodiscard]] std::vector<std::string> relabelling_directives(Relabelling const& relabelling);
/// What relabelling saves, and the new ranks as directives, a line each; that nothing can be saved, where that is so.
[[nodiscard]] std::vector<std::string> relabelling_lines(Relabelling const& relabelling);

/// Of each transition the totals, for up to 16 ranks the matrix of elements, and the messages; of many the first few. Then the sum.
void redist_text(std::span<Transition const> transitions, RedistReportOptions const& options, Sink const& sink);

/// "Transition 1 of 2, state 0 to 1:"; empty where there is only one. Of a method's phases "Phase 1 of 2, ky-to-y, ...:", before
/// the first of them the method, why it was chosen and how it finds its messages. `place` counts from 0.
[[nodiscard]] std::string transition_heading(std::span<Transition const> transitions, std::size_t place);

} // namespace tessera
