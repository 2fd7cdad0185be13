// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist from file to file, part by part.
#include "cli/redist/copy_in_parts.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/common/stop_signals.hpp"
#include "cli/redist/original.hpp"
#include "cli/redist/outcome.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/made_directory.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/agreed.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>

namespace tessera::cli {
namespace {

/// A copy with its source and target.
struct PartsCopy {
    FileName from;
    FileName to;
    StoredArray source = {};
    CopyMap map = {};
    std::unique_ptr<OutputFile> target = nullptr;
};

Result<std::unique_ptr<OutputFile>> target_of(PartsCopy& copy, RedistPlan const& plan, std::optional<Original> like,
                                              std::string const& format_version) {
    ArraySpec const& array = plan.target().array();
    NewArray stored{array.type, array.extents, array.order};
    stored.big_endian = copy.to.format->capabilities().big_endian_of(copy.source.big_endian);
    copy.source.byte_swapped = copy.source.big_endian != stored.big_endian;
    stored.dataset = copy.to.dataset;
    stored.copied_from = std::move(like);
    stored.mapping = plan.target();
    stored.format_version = format_version;
    stored.shares = plan.target().grid().size();
    return copy.to.format->make({copy.to.path}, {stored});
}

Result<PartsCopy> prepared(RedistSettings const& settings) {
    RedistPlan const& plan = settings.plan.plans().front();
    PartsCopy copy{place_of(*settings.in, plan.source().array().name, false),
                   place_of(*settings.out, plan.target().array().name, false)};
    auto map = normal_form(plan.map(), plan.target().array().extents);
    if (!map)
        return fail(
            fmt::format("{}; copies of files in parts write whole arrays: leave out --memory and --resume", map.error().message));
    copy.map = *std::move(map);
    auto like = original_of(settings, plan.target());
    if (like) like->keeps_type = like->file.format == copy.to.format;
    copy.source = TRY(open_declared(copy.from, plan.source().array(), like && like->keeps_type));
    if (like) like->with_elements = copy.source.parts_elsewhere;
    copy.target = TRY(target_of(copy, plan, std::move(like), settings.format_version));
    return copy;
}

CopyOptions options_of(Tool const& tool, RedistSettings const& settings) {
    CopyOptions options;
    options.memory = settings.memory.value_or(options.memory);
    options.verify = settings.verify;
    options.resume = settings.resume;
    options.force = settings.force;
    options.any_size = settings.any_size;
    options.progress = copy_progress(tool);
    options.stop = StopSignals::asked;
    return options;
}

CopyReport report_of(PartsCopy const& copy, RedistPlan const& plan, CopyJob const& job, CopyOutcome const& outcome, Index growth,
                     int ranks) {
    StoredFile const& file = copy.source.files.front();
    CopySideText const source{copy.from, plan.source().array(), file.chunked ? std::optional(file.shape.chunk) : std::nullopt,
                              file.filters, copy.source.big_endian};
    MemoryUse const memory{growth, job.options.memory + library_allowance * ranks};
    CopySideText const target{copy.to, plan.target().array(), std::nullopt, {}, copy.source.big_endian != copy.source.byte_swapped};
    return {source, target, job.options, outcome, memory, ranks, ranks, copy.target->losses()};
}

} // namespace

Result<ExitCode> copy_in_parts(Tool const& tool, Communicator const& world, RedistSettings const& settings) {
    ResidentMemory const resident;
    auto const copy = TRY(agreed<PartsCopy>(world, [&] { return prepared(settings); }));
    auto const directory = made_directory(world, copy.to);
    StopSignals const signals;
    CopyJob const job{copy.source, copy.map, *copy.target, {copy.to.path}, options_of(tool, settings)};
    auto const parts = TRY(plan_of(world, job));
    auto const outcome = TRY(copy_array(world, job, parts));
    if (world.rank() == 0 && !outcome.stopped && !outcome.unreadable) report_losses(tool, copy.to, copy.target->losses());
    Index const growth = resident.growth(world);
    if (world.rank() == 0) {
        RedistPlan const& plan = settings.plan.plans().front();
        CopyReport const report = report_of(copy, plan, job, outcome, growth, world.size());
        report_copy(tool, report, redist_heading(plan));
    }
    return with_losses(exit_code_of(outcome), copy.to, copy.target->losses());
}

} // namespace tessera::cli
