// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a trace of redist --trace (schema tessera.trace/1), for comparison with predictions.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/report/run_times.hpp"
#include "libcore/scene/program/cost_scene.hpp"
#include "libcore/schedule/message_set.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct RecordedTrace {
    std::string algorithm;
    Index ranks = 0;
    Index transfers = 0;
    Index longest = 0; ///< bytes
    Index bytes = 0;   ///< sum over all transfers; forwarded data counts again
    TimeSummary times; ///< of one execution, unless the trace has those of several
};

/// Parses a trace. Errors begin with the name of the file: it is no trace, or of another operation than a redistribution, lacks a
/// field, or nothing was sent.
[[nodiscard]] Result<RecordedTrace> read_trace(std::string_view json, std::string_view name);

/// Returns whether the run could have delivered these messages: it had at least as many ranks, and sent at least as many bytes.
[[nodiscard]] bool fits(RecordedTrace const& trace, MessageSet const& messages);

/// Returns one point per trace, at the length of its longest transfer and at its median time.
[[nodiscard]] std::vector<ObservedTimes> observed_times(std::span<RecordedTrace const> traces);

} // namespace tessera
