// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy --repair compares a copy with its source and repairs it.
#include "cli/iocopy/repair.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/iocopy/request.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/copy/repair_settings.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/runtime/mpi/agreed.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

/// Sums over the arrays.
struct RepairSums {
    Index bytes = 0;
    Index bytes_repaired = 0;
    DamageList damage;
};

RepairSums sums_of(RepairOutcome const& outcome) {
    RepairSums sums;
    for (RepairedArray const& each : outcome.arrays) {
        sums.bytes += each.bytes;
        sums.bytes_repaired += each.bytes_repaired;
        sums.damage.add(each.damage);
    }
    return sums;
}

void repair_text(RepairPairs const& pairs, RepairOutcome const& outcome, Sink const& sink) {
    RepairSums const sums = sums_of(outcome);
    sink(fmt::format("{} -> {}\n  compared  {}, {} in {}; attributes and other objects are not compared\n", pairs.from.shown(),
                     pairs.to.shown(), counted(std::ssize(pairs.arrays), "array"), scaled_bytes(sums.bytes),
                     short_seconds(outcome.seconds)));
    if (!pairs.not_compared.empty())
        sink(fmt::format("  left out  {}: parts of their elements are stored elsewhere\n", fmt::join(pairs.not_compared, ", ")));
    if (sums.damage.empty()) return sink("  every element is equal to the source's\n");
    sink(fmt::format("  repaired  {}, read again, and now equal to the source:{}\n", scaled_bytes(sums.bytes_repaired),
                     damage_text(sums.damage)));
}

void repair_json(RepairPairs const& pairs, RepairOutcome const& outcome, bool mended, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.repair/2");
    json.entry("source", pairs.from.shown());
    json.entry("target", pairs.to.shown());
    json.key("variables");
    json.begin_list();
    for (std::size_t i = 0; i < outcome.arrays.size(); ++i) {
        RepairedArray const& array = outcome.arrays[i];
        json.begin_object();
        json.entry("name", pairs.arrays[i].from.dataset);
        json.entry("bytes", array.bytes);
        json.entry("bytes_mended", array.bytes_repaired);
        damage_json(json, array.damage);
        json.entry("checksum", checksum_text(array.checksum));
        json.end_object();
    }
    json.end_array();
    json.key("not_compared");
    json.begin_array();
    for (std::string const& name : pairs.not_compared) json.value(name);
    json.end_array();
    json.entry("mended", mended);
    json.entry("seconds", outcome.seconds);
    json.end_object();
}

/// Reports the result. With --plan nothing was written, so a difference is an error.
void report_repair(Tool const& tool, RepairPairs const& pairs, RepairOutcome const& outcome, bool look_only) {
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    DamageList const damage = sums_of(outcome).damage;
    if (look_only && !damage.empty())
        tool.messages.error(fmt::format("'{}' differs from '{}' here; without --plan it is repaired:{}",
                                        visible_name(pairs.to.shown()), visible_name(pairs.from.shown()), damage_text(damage)));
    if (tool.arguments.has("json")) return repair_json(pairs, outcome, !look_only, sink);
    if (!tool.messages.quiet() && !(look_only && !damage.empty())) repair_text(pairs, outcome, sink);
}

} // namespace

Result<ExitCode> run_repair(Tool const& tool, Communicator const& world) {
    auto const pairs = TRY(agreed<RepairPairs>(world, [&] { return repair_pairs(request_of(tool.arguments), world.size()); }));
    bool const look_only = tool.arguments.has("plan") || tool.arguments.has("dry-run");
    std::vector<RepairJob> jobs;
    for (ArrayCopySettings const& each : pairs.arrays)
        jobs.push_back({each.source, each.map, [&each] { return open_to_repair(each); }, each.options.memory});
    auto const outcome = TRY(repair_arrays(world, jobs, {look_only, copy_progress(tool)}));
    if (world.rank() == 0) report_repair(tool, pairs, outcome, look_only);
    return look_only && !sums_of(outcome).damage.empty() ? ExitCode::Mismatch : ExitCode::Done;
}

} // namespace tessera::cli
