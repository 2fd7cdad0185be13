// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm reduce: all elements of an array as one, on every rank.
#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/run_collective.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/comm/collectives/reduction_data.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <array>
#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Room for one element of any type that can be combined.
struct alignas(16) OneElement {
    std::array<std::byte, 16> bytes{};
    [[nodiscard]] std::byte* data() { return bytes.data(); }
    [[nodiscard]] std::byte const* data() const { return bytes.data(); }
};

/// What a rank contributes: its elements, each copy of the array counted once.
OneElement local_part(CommArray const& array, Combiner const& combiner) {
    OneElement result;
    combiner.fill_identity(result.data(), 1);
    auto const position = array.position();
    if (!position || !array.layout() || array.mapping().replica(*position) != 0) return result;
    Index const element_bytes = combiner.type().bytes;
    owned_elements(array.mapping().array(), *array.layout()).for_each_row([&](Index from, Index, Segment const& row) {
        combiner.fold(array.data() + from, row.from_step / element_bytes, row.count, result.data());
    });
    return result;
}

/// The elements one after the other, as one process would.
OneElement reduced_by_one_process(ArraySpec const& array, Combiner const& combiner) {
    ReductionData const data(array, combiner.op());
    Index elements = 1;
    for (Index const extent : array.extents) elements *= extent;
    OneElement result;
    OneElement element;
    combiner.fill_identity(result.data(), 1);
    for (Index i = 0; i < elements; ++i) {
        data.write(i, element.data());
        combiner.combine(result.data(), element.data(), result.data(), 1);
    }
    return result;
}

/// Collective over the members.
Result<void> check_reduction(CommArray const& array, Combiner const& combiner, OneElement const& found) {
    ElementType const& type = combiner.type();
    if (!same_on_all(array.members(), found.data(), type.bytes)) return fail("the ranks do not agree on the result");
    if (array.members().rank() != 0) return {};
    OneElement const expected = reduced_by_one_process(array.mapping().array(), combiner);
    if (std::memcmp(expected.data(), found.data(), as_size(type.bytes)) == 0) return {};
    return fail(fmt::format("the result is {}, and {} in one process", element_text(type, found.data()),
                            element_text(type, expected.data())));
}

struct ReduceSettings {
    CommSettings common;
    Combiner combiner;
    CollectiveTask task;
    CollectiveChoice choice;
};

Result<ReduceSettings> reduce_settings(Tool const& tool, int ranks) {
    auto common = comm_settings(tool, ranks);
    if (!common) return forward_error(common);
    auto const op = reduce_op_named(tool.arguments.text_or("op", "sum"));
    if (!op) return forward_error(op);
    auto combiner = Combiner::make(*op, common->mapping.array().type);
    if (!combiner) return fail(fmt::format("--op: {}", combiner.error().message));
    CollectiveTask const task{.ranks = static_cast<int>(common->mapping.grid().size()), .element_bytes = combiner->type().bytes};
    auto choice = collective_named(task, tool.arguments.text_or("algorithm", "auto"));
    if (!choice) return fail(fmt::format("--algorithm: {}", choice.error().message));
    return ReduceSettings{*std::move(common), *std::move(combiner), task, *std::move(choice)};
}

Result<ExitCode> reduce(Tool const& tool, Comm const& world) {
    auto const settings = agreed_settings(world, [&] { return reduce_settings(tool, world.size()); });
    if (!settings) return forward_error(settings);
    Combiner const& combiner = settings->combiner;
    CommArray array(world, settings->common.mapping);
    ArraySpec const& spec = array.mapping().array();
    if (array.layout()) ReductionData(spec, combiner.op()).fill(*array.layout(), array.data());
    CollectiveRun collective(array, settings->choice, settings->task, combiner);
    CommOutcome outcome{.operation = "reduce", .ranks = settings->task.ranks, .how = collective.how()};
    OneElement result;
    double local_seconds = 0;
    for (int run = 0; run < settings->common.repeat; ++run) {
        local_seconds = array.timed([&] { result = local_part(array, combiner); });
        outcome.seconds.push_back(array.timed([&] { collective.execute(result.data()); }));
    }
    if (settings->common.verify) outcome.wrong = array.what_is_wrong([&] { return check_reduction(array, combiner, result); });
    std::string const text = broadcast_text(world, array.first_member(), element_text(combiner.type(), result.data()));
    outcome.rows = {
        {"reduced", fmt::format("{} by {}: {}", counted(array.mapping().volume(), "element"), name_of(combiner.op()), text)}};
    outcome.right = "equal to one process, and the same on every rank";
    outcome.entries = [&](JsonWriter& json) {
        json.entry("op", name_of(combiner.op()));
        collective.entries(json);
        json.entry("result", text);
        json.entry("local_time", local_seconds);
    };
    return report_outcome(tool, world, settings->common, outcome);
}

} // namespace

CommSubcommand reduce_subcommand() {
    return {
        .invocation =
            {
                .name = "reduce",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "all elements of an array as one, on every rank",
                .description = "Every rank combines its own elements first; then the ranks combine what they have. Copies of an "
                               "element count once. The result is the same on every rank, to the last bit.\n\n"
                               "The elements are generated so that floats are never rounded.\n\n" +
                               algorithms_text(CollectiveKind::Reduce),
                .examples = {{"mpirun -n 4 distcomm reduce geoid.hpf --op max", "The largest."},
                             {"mpirun -n 4 distcomm reduce fft2d.hpf --verify", "Compared with one process."},
                             {"mpirun -n 8 distcomm reduce fft2d.hpf --repeat 99 --json", "Timed; JSON."}},
            },
        .run = reduce};
}

} // namespace tessera::cli
