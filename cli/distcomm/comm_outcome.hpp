// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the outcome of a communication, and its report.
#pragma once

#include "cli/common/tool.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/files/copy/disk_space.hpp"
#include "libcore/report/json_writer.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::cli {

struct CommOutcome {
    std::string operation; ///< name of the subcommand
    int ranks = 1;         ///< number of participating ranks
    std::string how;       ///< algorithm: "mpi", "ring, 6 steps"
    /// Rows of the report: a word of up to nine letters and its text.
    std::vector<std::pair<std::string, std::string>> rows = {};
    /// Writes further entries of the JSON document.
    std::function<void(JsonWriter&)> entries = [](JsonWriter&) {};
    std::vector<double> seconds = {};                ///< time of the slowest rank, per repetition
    std::string right = "equal to one process";      ///< result of the verification if it found no error
    std::optional<std::string> wrong = std::nullopt; ///< error that the verification found
};

/// Rank 0 writes text, or schema tessera.comm/1 (share/doc/formats.md) with --json. Mismatch where something is wrong. `room`: of
/// --out, where there is one.
[[nodiscard]] ExitCode report_outcome(Tool const& tool, Communicator const& world, CommSettings const& settings,
                                      CommOutcome const& outcome, std::optional<DiskSpace> const& room = std::nullopt);

} // namespace tessera::cli
