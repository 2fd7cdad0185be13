// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm broadcast: one rank's part of an array, on every rank.
#include "cli/distcomm/collective_comparison.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_trace.hpp"
#include "cli/distcomm/run_collective.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/array_collective.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

struct BroadcastSettings {
    CommSettings common;
    Rank root = 0;           ///< rank in the job
    LocalLayout root_layout; ///< layout of the root's elements
    CollectiveTask task;
    CollectiveChoice choice;

    /// Returns the mapping of the packed part, as an array of one dimension on every rank.
    [[nodiscard]] Mapping part() const {
        ArraySpec array = common.mapping.array();
        array.lower = {array.lower.front()};
        array.extents = {task.elements};
        return whole_on_each(array, collective_members(common.mapping.grid()));
    }
};

Result<BroadcastSettings> broadcast_settings(Tool const& tool, int ranks) {
    auto common = TRY(comm_settings(tool, ranks));
    Mapping const& mapping = common.mapping;
    auto const task = broadcast_task(mapping, tool.arguments.number("root"));
    if (!task) return fail(fmt::format("--root: {}", task.error().message));
    Rank const root = collective_members(mapping.grid())[as_size(task->root)];
    LocalLayout const layout(mapping, *mapping.grid().position(root));
    auto choice = TRY(load_collective(tool.arguments, *task));
    return BroadcastSettings{std::move(common), root, layout, *task, std::move(choice)};
}

/// Packs the elements of a rank in ascending order of their offsets in its memory. This is the message.
void pack_part(ArraySpec const& array, LocalLayout const& layout, std::byte const* data, std::byte* packed) {
    Index const bytes = array.type.bytes;
    owned_elements(array, layout).for_each([&](Index from, Index) {
        std::memcpy(packed, data + from, as_size(bytes));
        packed += bytes;
    });
}

/// Compares every element of the part with one generated on this rank.
Result<void> check_part(ArraySpec const& array, LocalLayout const& root_layout, CommData const& data, std::byte const* packed) {
    std::vector<std::byte> expected(as_size(array.type.bytes));
    Index number = 0;
    Index wrong = -1;
    owned_elements(array, root_layout).for_each([&](Index, Index linear) {
        data.write(linear, expected.data());
        if (wrong < 0 && std::memcmp(expected.data(), packed + number * array.type.bytes, expected.size()) != 0) wrong = number;
        ++number;
    });
    if (wrong < 0) return {};
    return fail(fmt::format("element {} of the part, counted from 0, is {}, which differs from the root's", wrong,
                            element_text(array.type, packed + wrong * array.type.bytes)));
}

Result<ExitCode> broadcast(Tool const& tool, Communicator const& world) {
    auto const settings = TRY(agreed_settings(world, [&] { return broadcast_settings(tool, world.size()); }));
    ArraySpec const& spec = settings.common.mapping.array();
    CollectiveTask const& task = settings.task;
    auto trace = TRY(CommTrace::make(tool, world));
    auto frame = TRY(CommFrame::make(world, settings.common, settings.part(), own_indices(spec)));
    CommArray& array = frame.array;
    if (tool.arguments.has("compare")) return compare_collectives(tool, settings.common, array, task, std::nullopt);
    Buffer packed;
    all_or_none(world, [&] { packed = Buffer(task.bytes()); });
    CollectiveExecution collective(
        array, chosen_for_repeats(tool, world, settings.common, array, task, std::nullopt, settings.choice), task);
    TRY(collective.record(tool, settings.common.mapping, trace));
    CommOutcome outcome{.operation = "broadcast", .ranks = task.ranks, .how = collective.how()};
    for (int run = 0; run < settings.common.repeat; ++run) {
        packed.clear();
        if (world.rank() == settings.root && array.layout()) pack_part(spec, *array.layout(), array.data(), packed.data());
        outcome.seconds.push_back(array.timed([&] { collective.execute(packed.data()); }));
    }
    if (settings.common.verify)
        outcome.wrong = array.what_is_wrong([&] { return check_part(spec, settings.root_layout, frame.data, packed.data()); });
    outcome.rows = {
        {"sent", fmt::format("{} ({}) of rank {}", counted(task.elements, "element"), scaled_bytes(task.bytes()), settings.root)}};
    collective.report_reason(tool, outcome);
    outcome.right = "every rank has every element of the part";
    outcome.entries = [&](JsonWriter& json) {
        json.entry("root", Index{settings.root});
        collective.entries(json);
    };
    TRY(trace.write(tool, world));
    return finish(tool, world, settings.common, outcome, frame.output, packed.data());
}

} // namespace

CommSubcommand broadcast_subcommand() {
    return {
        .invocation =
            {
                .name = "broadcast",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "send one rank's part of an array to every rank",
                .description =
                    R"(Packs the elements that the root owns and sends them to every rank of the processor arrangement. --out writes them as
an array of one dimension.)" +
                    algorithms_text(CollectiveKind::Broadcast),
                .examples = {{"mpirun -n 4 distcomm broadcast geoid.hpf --verify",
                              "Compare each copy with the elements of the root."},
                             {"mpirun -n 4 distcomm broadcast geoid.hpf --root 2", "Send the part of rank 2."},
                             {"mpirun -n 8 distcomm broadcast fft2d.hpf --repeat 99 --json", "Time it, and report as JSON."}},
                .main_options = {"root", "algorithm", "in", "out", "verify", "json"},
            },
        .run = broadcast};
}

} // namespace tessera::cli
