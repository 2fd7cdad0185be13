// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what redist --trace recorded (schema tessera.trace/1), as far as the window shows it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/cost_scene.hpp"
#include "libcore/schedule/message_set.hpp"

#include <QString>
#include <string>
#include <vector>

namespace tessera::gui {

struct RecordedRun {
    std::string algorithm;
    Index ranks = 0;
    Index transfers = 0;
    Index longest = 0; ///< bytes
    Index bytes = 0;   ///< of all transfers; forwarded data again
    double seconds = 0;
};

/// Errors name the file: it cannot be read, is no trace, lacks a field.
[[nodiscard]] Result<RecordedRun> readTrace(QString const& path);

/// Could the run have delivered these messages? Its ranks are theirs, and it sent no fewer bytes.
[[nodiscard]] bool fits(RecordedRun const& run, MessageSet const& messages);

/// One point per run, over the length of its longest transfer.
[[nodiscard]] std::vector<ObservedTimes> observedTimes(std::vector<RecordedRun> const& runs);

} // namespace tessera::gui
