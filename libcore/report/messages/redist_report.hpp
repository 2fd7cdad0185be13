// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages between two mappings, as text and JSON.
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
    std::optional<Rank> rank;                   ///< only the messages of this rank
    bool all = false;                           ///< all rows, without a limit
    std::optional<Index> memory = std::nullopt; ///< bytes that a rank may hold in the steps of a sequence of collectives
};

/// Writes JSON of schema tessera.redist/1, with messages by sender and receiver, while it computes them. With `rank`: its sends,
/// then its receives from others. For several transitions the totals are their sum, and every message names its transition. The
/// phases of a method are treated likewise, with "method" and "phases". Precondition: at least one transition.
void redist_json(std::span<Transition const> transitions, RedistReportOptions const& options, Sink const& sink);

/// Writes the object "totals" of this schema, which is also in the report of a run.
void write_redist_totals(JsonWriter& json, RedistTotals const& totals);

/// Returns the new ranks as directives, one per line. If a new arrangement replaces another, the directives also declare it.
[[nodiscard]] std::vector<std::string> relabelling_directives(Relabelling const& relabelling);
/// Returns lines on the savings of a relabelling, and the new ranks as directives. If nothing can be saved, returns a line that
/// says so.
[[nodiscard]] std::vector<std::string> relabelling_lines(Relabelling const& relabelling);

/// Writes for each transition the totals, the matrix of elements (up to 16 ranks), and the messages or the first few of many. Then
/// the sum follows.
void redist_text(std::span<Transition const> transitions, RedistReportOptions const& options, Sink const& sink);

/// Returns "Transition 1 of 2, state 0 to 1:"; empty if there is only one. For the phases of a method, returns "Phase 1 of 2,
/// ky-to-y, ...:". Before the first phase it gives the method, the reason for it, and how the method finds its messages. `place` is
/// 0-based.
[[nodiscard]] std::string transition_heading(std::span<Transition const> transitions, std::size_t place);

} // namespace tessera
