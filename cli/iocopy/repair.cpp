// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy --repair compares a copy with its source and repairs it.
#include "cli/iocopy/repair.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/iocopy/agreed.hpp"
#include "cli/iocopy/file_settings.hpp"
#include "cli/iocopy/settings.hpp"
#include "libcore/base/units.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/copy/repair.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/report/json_writer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

/// The arrays to compare, and the names of those that cannot be compared.
struct RepairPairs {
    FileName from;
    FileName to;
    std::vector<IocopySettings> arrays;
    std::vector<std::string> not_compared; ///< names of arrays with parts of their elements elsewhere
};

Result<void> check_repair_options(Arguments const& arguments) {
    for (char const* const option : {"resume", "force", "salvage", "bandwidth", "all", "scratch", "threads"})
        if (arguments.has(option))
            return fail(fmt::format("--repair mends a copy that is there; --{} is for one that is made", option));
    return {};
}

Result<StoredArray> open_to_repair(IocopySettings const& settings) {
    RawArray const declared{settings.made.type, settings.made.extents, settings.made.order, std::ssize(settings.stored.raw_header),
                            settings.stored.big_endian};
    return open_array(settings.to, {.declared = declared, .as_stored = true, .to_repair = true});
}

/// Adds an array. Its target must exist, and the source is read in the target's byte order.
Result<void> add_pair(RepairPairs& pairs, IocopySettings settings) {
    if (settings.source.parts_elsewhere) {
        pairs.not_compared.push_back(settings.from.dataset);
        return {};
    }
    auto const target = open_to_repair(settings);
    if (!target) return forward_error(target);
    if (same_file(settings.source.files.front().path, target->files.front().path))
        return fail(
            fmt::format("'{}' is in the file it is compared with, which cannot be written meanwhile", settings.from.shown()));
    settings.source.byte_swapped = has_byte_order(target->type) && settings.source.big_endian != target->big_endian;
    pairs.arrays.push_back(std::move(settings));
    return {};
}

Result<void> add_variables(RepairPairs& pairs, std::vector<std::string> const& names, Arguments const& arguments, int ranks) {
    for (std::string const& name : names) {
        if (is_left_out(arguments, name)) continue;
        FileName from = pairs.from;
        FileName to = pairs.to;
        from.dataset = to.dataset = name;
        auto settings = array_settings(arguments, from, to, ranks, true);
        if (!settings && is_only_for_hdf5(from)) {
            pairs.not_compared.push_back(name);
            continue;
        }
        auto const added = settings ? add_pair(pairs, *std::move(settings)) : Result<void>(forward_error(settings));
        if (!added) return fail(fmt::format("'{}': {}; --exclude leaves it out", name, added.error().message));
    }
    if (pairs.arrays.empty()) return fail(fmt::format("'{}': no variable is left to compare", pairs.from.path));
    return {};
}

Result<RepairPairs> repair_pairs(Arguments const& arguments, int ranks) {
    if (auto const fit = check_repair_options(arguments); !fit) return forward_error(fit);
    auto const whole = whole_source(arguments);
    if (!whole) return forward_error(whole);
    RepairPairs pairs;
    if (*whole) {
        auto sides = name_pair_of(arguments);
        if (!sides) return forward_error(sides);
        pairs.from = std::move(sides->from);
        pairs.to = std::move(sides->to);
        if (auto const added = add_variables(pairs, (**whole).names, arguments, ranks); !added) return forward_error(added);
        return pairs;
    }
    auto settings = iocopy_settings(arguments, ranks);
    if (!settings) return forward_error(settings);
    pairs.from = settings->from;
    pairs.to = settings->to;
    if (auto const added = add_pair(pairs, *std::move(settings)); !added) return forward_error(added);
    if (pairs.arrays.empty())
        return fail(
            fmt::format("parts of the elements of '{}' lie elsewhere (texts, sequences, references): they cannot be compared",
                        pairs.from.shown()));
    return pairs;
}

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
    sink(fmt::format("{} -> {}\n  compared  {}, {} in {}; attributes and what else there is are not\n", pairs.from.shown(),
                     pairs.to.shown(), counted(std::ssize(pairs.arrays), "array"), scaled_bytes(sums.bytes),
                     short_seconds(outcome.seconds)));
    if (!pairs.not_compared.empty())
        sink(fmt::format("  left out  {}: parts of their elements lie elsewhere\n", fmt::join(pairs.not_compared, ", ")));
    if (sums.damage.empty()) return sink("  every element is what the source has\n");
    sink(fmt::format("  mended    {}, read again and what the source has now:{}\n", scaled_bytes(sums.bytes_repaired),
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
        tool.messages.error(fmt::format("'{}' is not what '{}' has here; without --plan it is mended:{}",
                                        visible_name(pairs.to.shown()), visible_name(pairs.from.shown()), damage_text(damage)));
    if (tool.arguments.has("json")) return repair_json(pairs, outcome, !look_only, sink);
    if (!tool.messages.quiet() && !(look_only && !damage.empty())) repair_text(pairs, outcome, sink);
}

} // namespace

Result<ExitCode> run_repair(Tool const& tool, Communicator const& world) {
    auto const pairs = agreed<RepairPairs>(world, [&] { return repair_pairs(tool.arguments, world.size()); });
    if (!pairs) return forward_error(pairs);
    bool const look_only = tool.arguments.has("plan") || tool.arguments.has("dry-run");
    std::vector<RepairJob> jobs;
    for (IocopySettings const& each : pairs->arrays)
        jobs.push_back({each.source, each.map, [&each] { return open_to_repair(each); }, each.options.memory});
    auto const outcome = repair_arrays(world, jobs, {look_only, copy_progress(tool)});
    if (!outcome) return forward_error(outcome);
    if (world.rank() == 0) report_repair(tool, *pairs, *outcome, look_only);
    return look_only && !sums_of(*outcome).damage.empty() ? ExitCode::Mismatch : ExitCode::Done;
}

} // namespace tessera::cli
