// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what came of a communication, and how it is told.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/runtime/file_copy/room.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::cli {

struct CommOutcome {
    std::string operation; ///< the subcommand
    int ranks = 1;         ///< that took part
    std::string how;       ///< "mpi", "ring, 6 steps"
    /// What was done, as rows of a word of up to nine letters and what it says.
    std::vector<std::pair<std::string, std::string>> rows = {};
    /// Further entries of the JSON document.
    std::function<void(JsonWriter&)> entries = [](JsonWriter&) {};
    std::vector<double> seconds = {};                ///< the slowest rank's, per repetition
    std::string right = "equal to one process";      ///< what was found, where nothing is wrong
    std::optional<std::string> wrong = std::nullopt; ///< what the verification found, in words
};

/// Rank 0 writes text, or schema tessera.comm/1 (share/doc/formats.md) with --json. Mismatch where something is wrong. `room`: of
/// --out, where there is one.
[[nodiscard]] ExitCode report_outcome(Tool const& tool, Comm const& world, CommSettings const& settings, CommOutcome const& outcome,
                                      std::optional<DiskRoom> const& room = std::nullopt);

} // namespace tessera::cli
