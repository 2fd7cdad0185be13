// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist --region.
#include "cli/redist/region_run.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/common/file_loading.hpp"
#include "cli/common/job_loading.hpp"
#include "cli/common/region_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/copy/array_files.hpp"
#include "libcore/region/region_plan.hpp"
#include "libcore/region/region_shares.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/run_times.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/runtime/comm/region/region_exchange.hpp"
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"
#include "libcore/runtime/mpi/agreed.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tessera::cli {
namespace {

/// The request, the same on all ranks.
struct RegionTask {
    LoadedRegion region;
    Mapping host; ///< mapping on the ranks that do the I/O
    bool collects = true;
    std::optional<FileName> in = std::nullopt;
    std::optional<FileName> out = std::nullopt;
    std::optional<FileName> old = std::nullopt; ///< initial values of the target
    bool verify = false;

    [[nodiscard]] Mapping const& source() const { return collects ? region.mapping : host; }
    [[nodiscard]] Mapping const& target() const { return collects ? host : region.mapping; }
    /// Returns whether the host must collect first, because an update may not write every element (Coelho, Fig. 7).
    [[nodiscard]] bool collects_first() const {
        return !collects && region.region.statement().approximation == RegionApproximation::May;
    }
};

Result<RegionTask> task_of(Tool const& tool, int ranks) {
    for (char const* option : {"method", "algorithm", "transport", "round-trip", "memory", "resume", "section", "op", "alpha",
                               "beta", "to-type", "relabel", "trace", "repeat", "warm-up", "transition"})
        if (tool.arguments.has(option)) return fail(fmt::format("--{} cannot be used together with --region", option));
    auto const job = TRY(load_sized_job(tool.arguments, ranks));
    auto region = TRY(load_region(tool, job));
    auto const number = tool.arguments.number("host");
    if (number && *number >= ranks) return fail(fmt::format("--host {}: the ranks are 0 to {}", *number, ranks - 1));
    auto host = TRY(io_mapping(job, region.mapping, number ? std::optional(static_cast<Rank>(*number)) : std::nullopt));
    RegionTask task{std::move(region), std::move(host)};
    task.collects = tool.arguments.text_or("region", "collect") == "collect";
    task.verify = tool.arguments.has("verify");
    for (auto const& [name, file] : std::array<std::pair<char const*, std::optional<FileName>*>, 3>{
             {{"in", &task.in}, {"out", &task.out}, {"old", &task.old}}}) {
        std::string const format_version = file == &task.out ? tool.arguments.text_or("as", "") : "";
        *file = TRY(load_file_name(tool.arguments, name, format_version));
    }
    return task;
}

/// This rank's part of the array in one mapping.
class HeldPart {
  public:
    HeldPart(Mapping mapping, Rank rank) : mapping_(std::move(mapping)) {
        if (auto const position = mapping_.grid().position(rank)) layout_.emplace(mapping_, *position);
        buffer_ = Buffer(layout_ ? layout_->allocation_size() * mapping_.array().type.bytes : 0);
        buffer_.clear();
    }

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    [[nodiscard]] std::byte* data() { return buffer_.data(); }
    [[nodiscard]] std::byte const* data() const { return buffer_.data(); }

    [[nodiscard]] Result<void> load(Communicator const& comm, std::optional<FileName> const& file) {
        if (file) return read_array(comm, place_of(*file, mapping_.array().name, false), mapping_, data());
        if (layout_) GeneratedData(mapping_.array()).fill(*layout_, data());
        return {};
    }

    /// Copies the region's elements from a part in the same mapping.
    void overlay(HeldPart const& other, RegionPlan const& plan) {
        if (!layout_) return;
        for (BoxSet const& box : boxes_within(plan.boxes(), layout_->owned()))
            direct_program(plan.whole(), box, *layout_, *layout_).run(other.data(), data());
    }

    /// Returns the first owned element that differs from the other part's.
    [[nodiscard]] std::optional<std::string> difference(HeldPart const& other) const {
        if (!layout_) return std::nullopt;
        Index const bytes = mapping_.array().type.bytes;
        std::optional<std::string> found;
        layout_->owned().for_each([&](std::span<Index const> index) {
            Index const at = layout_->offset(*layout_->global_to_local(index)) * bytes;
            if (!found && !std::equal(data() + at, data() + at + bytes, other.data() + at))
                found = element_text(mapping_.array(), index);
        });
        return found;
    }

  private:
    Mapping mapping_;
    std::optional<LocalLayout> layout_;
    Buffer buffer_;
};

/// Outcome of a region transfer.
struct RegionOutcome {
    double seconds = 0;
    std::optional<std::string> wrong;
    std::optional<DiskSpace> room = std::nullopt; ///< of --out; on rank 0
};

/// Executes the transfer once. An update collects first if the statement may leave elements unchanged.
Result<RegionOutcome> moved(Communicator const& world, RegionTask const& task, RegionPlan const& plan, HeldPart& source,
                            HeldPart& target) {
    auto exchange = TRY(RegionExchange::make(plan, world.handle()));
    if (task.collects_first()) {
        auto back = TRY(RegionPlan::make(task.region.region, task.region.values, task.target(), task.source()));
        auto collect = TRY(RegionExchange::make(back, world.handle()));
        collect.run(target.data(), source.data());
    }
    TRY(source.load(world, task.in));
    world.barrier();
    double const start = seconds_now();
    exchange.run(source.data(), target.data());
    return RegionOutcome{slowest(world, seconds_now() - start), std::nullopt};
}

/// Verifies the target: the region must equal the source, all else the initial values.
Result<void> verified(Communicator const& world, RegionTask const& task, RegionPlan const& plan, HeldPart const& target,
                      RegionOutcome& outcome) {
    HeldPart expected(task.target(), world.rank());
    HeldPart data(task.target(), world.rank());
    if (auto const loaded = data.load(world, task.in); !loaded) return loaded;
    if (task.old)
        if (auto const loaded = expected.load(world, task.old); !loaded) return loaded;
    expected.overlay(data, plan);
    auto const different = together(world, [&]() -> Result<void> {
        auto const found = target.difference(expected);
        return found ? Result<void>(fail(fmt::format("{} on rank {} does not have its expected value", *found, world.rank())))
                     : Result<void>();
    });
    if (!different) outcome.wrong = different.error().message;
    return {};
}

void report_region(Tool const& tool, RegionTask const& task, RegionPlan const& plan, RegionOutcome const& outcome) {
    RegionPlan::Totals const totals = plan.totals();
    ArraySpec const& array = task.region.region.array();
    Index const bytes = totals.elements * array.type.bytes;
    std::string_view const kind = task.collects ? "collect" : "update";
    if (!tool.arguments.has("json")) {
        if (tool.messages.quiet()) return;
        tool.out.write(fmt::format("{}\n  {}\n  {}: {} of {}, {} between ranks ({}) in {}{}\n", describe(array),
                                   describe(task.region.region.statement(), array), kind, grouped(plan.elements()),
                                   counted(task.region.mapping.volume(), "element"), counted(totals.messages, "message"),
                                   scaled_bytes(bytes), duration(outcome.seconds), plan.broadcast_root() ? ", by broadcast" : ""));
        if (outcome.room && !outcome.wrong) tool.out.write(space_line(*outcome.room, "were"));
        if (task.collects_first()) tool.out.write("  collected before, because the statement may leave elements unchanged\n");
        if (task.verify && !outcome.wrong) tool.out.write("  verified: every element has its expected value\n");
        return;
    }
    JsonWriter json([&](std::string_view text) { tool.out.write(text); });
    json.begin_object();
    json.entry("schema", "tessera.region-run/1");
    json.entry("kind", kind);
    json.entry("array", std::string_view(array.name));
    json.entry("region", std::string_view(describe(task.region.region.statement(), array)));
    json.entry("elements", plan.elements());
    json.entry("messages", totals.messages);
    json.entry("bytes", bytes);
    json.entry("collected_first", task.collects_first());
    json.entry("time", outcome.seconds);
    if (outcome.room) space_json(json, *outcome.room);
    json.key("verified");
    task.verify ? json.value(!outcome.wrong) : json.null();
    json.end_object();
}

Result<RegionTask> agreed_task(Tool const& tool, Communicator const& world) {
    auto task = TRY(agreed<RegionTask>(world, [&] { return task_of(tool, world.size()); }));
    if (task.in && task.out) {
        std::vector<std::string> const names{task.region.region.array().name};
        TRY(check_output_apart(world, {*task.in, names}, {*task.out, names}));
    }
    return task;
}

} // namespace

std::vector<OptionSpec> region_run_options() {
    std::string const group = "Options";
    return {
        {.name = "region",
         .kind = ValueKind::Choice,
         .placeholder = "KIND",
         .choices = {"collect", "update"},
         .help = "instead of a redistribution move a region of the job to the host (collect) or back (update)",
         .group = group},
        {.name = "set",
         .kind = ValueKind::Text,
         .placeholder = "M=V",
         .help = "values of the region's parameters, such as m=27,n=5",
         .group = group},
        {.name = "line",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "number of the region in the job, counted from 1",
         .group = group},
        {.name = "host",
         .kind = ValueKind::Number,
         .placeholder = "R",
         .help = "rank that does the I/O (default: the job's I/O processors, else rank 0)",
         .group = group},
    };
}

Result<ExitCode> run_region(Tool const& tool, Communicator const& world) {
    auto const task = TRY(agreed_task(tool, world));
    auto const plan = TRY(RegionPlan::make(task.region.region, task.region.values, task.source(), task.target()));
    std::optional<HeldPart> source;
    std::optional<HeldPart> target;
    all_or_none(world, [&] {
        source.emplace(task.source(), world.rank());
        target.emplace(task.target(), world.rank());
    });
    std::optional<ArrayOutput> output;
    if (task.out) {
        ArrayOutput::Array const array{.mapping = task.target(), .format_version = tool.arguments.text_or("as", "")};
        output.emplace(TRY(ArrayOutput::make(world, *task.out, std::span(&array, 1), tool.arguments.has("force"),
                                             tool.arguments.has("any-size"))));
    }
    if (task.old) TRY(target->load(world, task.old));
    auto outcome = TRY(moved(world, task, plan, *source, *target));
    if (output) outcome.room = output->room();
    if (task.verify) TRY(verified(world, task, plan, *target, outcome));
    if (output && !outcome.wrong) {
        std::byte const* const local = target->data();
        TRY(output->write(std::span(&local, 1)));
    }
    if (world.rank() == 0) {
        report_region(tool, task, plan, outcome);
        if (outcome.wrong) tool.messages.error(*outcome.wrong);
    }
    return outcome.wrong ? ExitCode::Mismatch : ExitCode::Done;
}

} // namespace tessera::cli
