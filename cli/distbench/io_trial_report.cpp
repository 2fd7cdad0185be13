// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measured file access as a table and as JSON.
#include "cli/distbench/io_trial.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

std::string verdict(IoTrialRow const& row) {
    if (!row.as_planned) return "NOT AS PLANNED";
    return row.correct ? "yes" : "WRONG";
}

} // namespace

void io_trial_text(IoTrial const& trial, IoTask const& task, std::string const& machine, Sink const& sink) {
    sink(fmt::format("{} by {}; a file of {}\n\n", describe(task.statement, task.array),
                     counted(static_cast<Index>(task.fad->members().size()), "rank"), scaled_bytes(trial.file_bytes)));
    TextTable table({{"  method", TextTable::Align::Left},
                     {"requests"},
                     {"touched"},
                     {"measured"},
                     {"x fastest"},
                     {"predicted"},
                     {"as planned", TextTable::Align::Left}},
                    sink);
    double fastest = trial.rows.front().median();
    for (IoTrialRow const& row : trial.rows) fastest = std::min(fastest, row.median());
    for (IoTrialRow const& row : trial.rows)
        table.add({fmt::format("{} {}", row.chosen ? "*" : " ", row.name), grouped(row.counted.reads + row.counted.writes),
                   scaled_bytes(row.counted.bytes_read + row.counted.bytes_written), short_seconds(row.median()),
                   fmt::format("{:.2f}", row.median() / fastest), row.predicted ? short_seconds(*row.predicted) : "-",
                   verdict(row)});
    table.finish();
    sink(fmt::format("\n* is what the plans recommend. requests, touched: counted at the file.\n"
                     "measured: median of {}, slowest rank; a write includes the sync.\n",
                     counted(static_cast<Index>(trial.rows.front().seconds.size()), "run")));
    if (!machine.empty()) sink(fmt::format("predicted: for {}.\n", machine));
}

void io_trial_json(IoTrial const& trial, IoTask const& task, std::string const& machine, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.io-times/1");
    json.entry("access", describe(task.statement, task.array));
    json.entry("ranks", static_cast<Index>(task.fad->members().size()));
    json.entry("file_bytes", trial.file_bytes);
    json.entry("machine", machine);
    json.key("methods");
    json.begin_list();
    for (IoTrialRow const& row : trial.rows) {
        json.begin_object();
        json.entry("name", row.name);
        json.entry("chosen", row.chosen);
        json.entry("reads", row.counted.reads);
        json.entry("writes", row.counted.writes);
        json.entry("bytes_read", row.counted.bytes_read);
        json.entry("bytes_written", row.counted.bytes_written);
        json.entry("as_planned", row.as_planned);
        json.entry("correct", row.correct);
        json.entry("predicted", row.predicted);
        json.entry("seconds", row.median());
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
