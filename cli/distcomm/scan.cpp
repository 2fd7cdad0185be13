// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm scan: combines the elements before each element along a dimension.
#include "cli/distcomm/along_axis.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/rounding_bound.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

struct ScanSettings {
    CommSettings common;
    Combiner combiner;
    AlongAxis along;
};

Result<ScanSettings> scan_settings(Tool const& tool, int ranks) {
    auto common = TRY(comm_settings(tool, ranks));
    auto combiner = TRY(load_combiner(tool.arguments, common.mapping.array().type));
    auto along = TRY(along_axis(tool.arguments, common.mapping));
    return ScanSettings{std::move(common), std::move(combiner), std::move(along)};
}

/// Compares with lines scanned as a single process would. Elements that do not take part must be unchanged.
Result<void> check_scan(CommArray const& scanned, ScanSettings const& settings, CommData const& data) {
    Combiner const& combiner = settings.combiner;
    Index const bytes = combiner.type().bytes;
    RoundingBound bound(combiner, settings.common.in.has_value());
    Buffer so_far(bytes);
    Buffer own(bytes);
    Index const extent = settings.common.mapping.dim(settings.along.dim).extent();
    auto const make_line = [&](Index first, Index stride, std::byte* line) {
        combiner.fill_identity(so_far.data(), 1);
        bound.reset();
        settings.along.walk(extent, first, stride, [&](Index index, bool starts) {
            if (starts) combiner.fill_identity(so_far.data(), 1);
            data.write(first + index * stride, own.data());
            if (!data.active(first + index * stride)) {
                std::memcpy(line + index * bytes, own.data(), as_size(bytes));
                return;
            }
            if (settings.along.options.exclusive) std::memcpy(line + index * bytes, so_far.data(), as_size(bytes));
            combiner.combine(so_far.data(), own.data(), so_far.data(), 1);
            bound.add(own.data());
            if (!settings.along.options.exclusive) std::memcpy(line + index * bytes, so_far.data(), as_size(bytes));
        });
    };
    return check_lines(scanned, settings.along.dim, make_line,
                       [&](std::byte const* found, std::byte const* expected) { return bound.allows(found, expected); });
}

CommOutcome scan_outcome(ScanSettings const& settings, AxisPlan const& plan, Index active) {
    CommOutcome outcome{.operation = "scan", .ranks = static_cast<int>(settings.common.mapping.grid().size()), .how = "two passes"};
    outcome.rows = {
        {"scanned", fmt::format("{} by {} {}{}{}; {} on {}", elements_text(settings.common, active),
                                name_of(settings.combiner.op()), settings.along.text(), settings.along.down() ? ", downwards" : "",
                                settings.along.options.exclusive ? ", without its own" : "",
                                counted(std::ssize(plan.runs()), "run"), counted(plan.coords(), "coordinate"))}};
    outcome.entries = [&settings, &plan, active](JsonWriter& json) {
        json.entry("op", name_of(settings.combiner.op()));
        settings.along.entries(json);
        json.entry("taking_part", active);
        json.entry("runs", Index{std::ssize(plan.runs())});
    };
    return outcome;
}

Result<ExitCode> scan(Tool const& tool, Communicator const& world) {
    auto const settings = TRY(agreed_settings(world, [&] { return scan_settings(tool, world.size()); }));
    Mapping const& mapping = settings.common.mapping;
    auto scan = TRY(AxisScan::make(mapping, settings.along.dim, settings.combiner.op(), world.handle(), settings.along.options));
    auto frame = TRY(CommFrame::make(world, settings.common, mapping, combinable(mapping.array(), settings.combiner.op())));
    CommArray& array = frame.array;
    CommArray scanned = array.copy();
    auto const starts = settings.along.starts_of(array);
    auto const where = array.context_of(settings.common.where);
    CommOutcome outcome = scan_outcome(settings, scan.plan(), taking_part(world, settings.common));
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(
            array.timed([&] { scan.execute(array.data(), scanned.data(), starts.data(), where ? &*where : nullptr); }));
    if (settings.common.verify) outcome.wrong = array.what_is_wrong([&] { return check_scan(scanned, settings, frame.data); });
    return finish(tool, world, settings.common, outcome, frame.output, scanned.data());
}

} // namespace

CommSubcommand scan_subcommand() {
    return {
        .invocation =
            {
                .name = "scan",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "compute prefix sums along a dimension",
                .description =
                    R"(Every element becomes the combination of all elements up to it along the dimension; --op selects the operation. Any
mapping is possible. Each rank scans its own elements run by run. The ranks that hold parts of the same lines then
exchange one element for each run, and each rank scans its elements again.

--segments L starts anew after every L indices. --segments FILE reads an npy file in which numbers other than 0 mark the
first elements of segments. Elements that --where and --mask exclude change nothing and keep their values.

Generated elements are chosen so that sums of floats are exact. With --in, sums and products of floats are compared up
to rounding.)",
                .examples = {{"mpirun -n 4 distcomm scan geoid.hpf --axis 1 --verify", "Compute sums from west to east."},
                             {"mpirun -n 4 distcomm scan geoid.hpf --axis 1 --op max --down",
                              "Find the largest element to the east of each."},
                             {"mpirun -n 8 distcomm scan fft2d.hpf --exclusive --repeat 99 --json",
                              "Time it, and report as JSON."}},
                .main_options = {"op", "axis", "exclusive", "in", "out", "verify"},
            },
        .run = scan};
}

} // namespace tessera::cli
