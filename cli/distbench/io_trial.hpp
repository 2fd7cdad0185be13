// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of all plans of one file access, compared with their predictions.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/access/counted_channel.hpp"
#include "libcore/io/io_choice.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

struct IoTrialSettings {
    std::string folder = "."; ///< folder of the file; all ranks must see it
    Index rounds = 1;
    bool cached = false;                       ///< leave the file in the memory of the system; if false, reads come from the disk
    std::function<void()> after_run = nullptr; ///< called on rank 0 after each run of one method
};

/// One method. Times are those of the slowest rank, in seconds; a write includes the sync.
struct IoTrialRow {
    std::string name;
    bool chosen = false; ///< by the comparison of plans
    IoTotals planned = {};
    ChannelCounts counted = {}; ///< the first run's requests, sum over all ranks
    bool as_planned = false;    ///< every rank made the requests and moved the bytes that the plan names
    bool correct = false;       ///< every element was read, or is in the file; nothing else in the file changed
    std::optional<double> predicted = std::nullopt;
    std::vector<double> seconds = {}; ///< one per round

    [[nodiscard]] double median() const;
};

struct IoTrial {
    Index file_bytes = 0;
    std::vector<IoTrialRow> rows; ///< one per candidate, in their order

    [[nodiscard]] bool passed() const; ///< every row is correct and as planned
};

/// Makes a file of the task's layout, runs every plan of `choice` in turns, and removes the file. On the clock are only the
/// executors of the plans (plan_transfer.hpp), which out-of-core arrays use too. Errors: fewer ranks than the plans need; the disk
/// has too little room. Throws AgreedFailure if the disk fails. Collective.
[[nodiscard]] Result<IoTrial> run_io_trial(Communicator const& comm, IoTask const& task, IoChoice const& choice,
                                           IoTrialSettings const& settings);

/// Writes a table, one row per method.
void io_trial_text(IoTrial const& trial, IoTask const& task, std::string const& machine, Sink const& sink);

/// Writes JSON of schema tessera.io-times/1.
void io_trial_json(IoTrial const& trial, IoTask const& task, std::string const& machine, Sink const& sink);

} // namespace tessera::cli
