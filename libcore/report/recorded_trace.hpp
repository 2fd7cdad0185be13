// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what redist --trace recorded (schema tessera.trace/1), summed up to be held against predictions.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/cost_scene.hpp"
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
    Index bytes = 0;   ///< of all transfers; forwarded data again
    double seconds = 0;
};

/// Errors begin with the name of the file: it is no trace, or of another operation than a redistribution, lacks
/// a field, or nothing was sent.
[[nodiscard]] Result<RecordedTrace> read_trace(std::string_view json, std::string_view name);

/// Could the run have delivered these messages? Its ranks are theirs, and it sent no fewer bytes.
[[nodiscard]] bool fits(RecordedTrace const& trace, MessageSet const& messages);

/// One point per trace, over the length of its longest transfer.
[[nodiscard]] std::vector<ObservedTimes> observed_times(std::span<RecordedTrace const> traces);

} // namespace tessera
