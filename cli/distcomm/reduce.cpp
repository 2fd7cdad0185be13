// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm reduce: all elements of an array combined, on every rank.
#include "cli/common/site_loading.hpp"
#include "cli/distcomm/along_axis.hpp"
#include "cli/distcomm/collective_comparison.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_trace.hpp"
#include "cli/distcomm/line_counts.hpp"
#include "cli/distcomm/locate.hpp"
#include "cli/distcomm/rounding_bound.hpp"
#include "cli/distcomm/run_collective.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/array_collective.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/collectives/element_tally.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <array>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Memory for one element of any type that can be combined.
struct alignas(16) OneElement {
    std::array<std::byte, 16> bytes{};
    [[nodiscard]] std::byte* data() { return bytes.data(); }
    [[nodiscard]] std::byte const* data() const { return bytes.data(); }
};

/// Combines this rank's participating elements; each copy of the array counts once.
OneElement local_part(CommArray const& array, Combiner const& combiner, std::optional<Context> const& where) {
    OneElement result;
    combiner.fill_identity(result.data(), 1);
    auto const position = array.position();
    if (!position || !array.layout() || array.mapping().replica(*position) != 0) return result;
    Index const bytes = combiner.type().bytes;
    Context const active = where.value_or(Context::everywhere(array.layout()->owned().count()));
    for_each_contiguous_run(active, *array.layout(), [&](Index, Index offset, Index count) {
        combiner.fold(array.data() + offset * bytes, 1, count, result.data());
    });
    return result;
}

/// The elements of the reduction, as a single process has them.
class ReducedElements {
  public:
    /// `tally` is null if the array's own elements are reduced.
    ReducedElements(CommData const& data, ElementTally const* tally, Index element_bytes)
        : data_(data), tally_(tally), element_(as_size(element_bytes)) {}

    [[nodiscard]] bool active(Index linear) const { return data_.active(linear); }
    void write(Index linear, std::byte* to) {
        if (tally_ == nullptr) return data_.write(linear, to);
        data_.write(linear, element_.data());
        tally_->convert(element_.data(), 1, to);
    }

  private:
    CommData const& data_;
    ElementTally const* tally_;
    std::vector<std::byte> element_; // an element of the array
};

/// Combines the elements in order, as a single process would. `bound` gets every element.
OneElement reduced_by_one_process(ReducedElements& data, Index elements, Combiner const& combiner, RoundingBound& bound) {
    OneElement result;
    OneElement element;
    combiner.fill_identity(result.data(), 1);
    for (Index i = 0; i < elements; ++i) {
        if (!data.active(i)) continue;
        data.write(i, element.data());
        bound.add(element.data());
        combiner.combine(result.data(), element.data(), result.data(), 1);
    }
    return result;
}

struct ReduceSettings {
    CommSettings common;
    std::optional<ElementTally> tally; ///< for count, any and all
    std::string op;                    ///< name of the operation
    Mapping elements;                  ///< mapping of the reduced elements; a tally has other elements than the array
    Combiner combiner;
    std::optional<int> dim; ///< dimension of the reduction; nothing: reduces the whole array to one element
    CollectiveTask task;
    CollectiveChoice choice;

    /// Returns the mapping of the result.
    [[nodiscard]] Mapping result() const {
        if (dim) return without_dimension(elements, *dim);
        ArraySpec one = elements.array();
        one.lower = {one.lower.front()};
        one.extents = {1};
        return whole_on_each(one, collective_members(common.mapping.grid()));
    }
    [[nodiscard]] ReducedElements of_one_process(CommData const& data) const {
        return {data, tally ? &*tally : nullptr, common.mapping.array().type.bytes};
    }
};

/// Returns the tally that --op names, or nothing. Error: the type does not have it.
Result<std::optional<ElementTally>> load_tally(std::string const& op, ElementType const& type) {
    auto const named = tally_named(op);
    if (!named) return std::optional<ElementTally>();
    auto tally = ElementTally::make(*named, type);
    if (!tally) return fail(fmt::format("--op: {}", tally.error().message));
    return std::optional(*tally);
}

Result<ReduceSettings> reduce_settings(Tool const& tool, int ranks) {
    auto common = TRY(comm_settings(tool, ranks));
    std::string op = tool.arguments.text_or("op", "sum");
    auto const tally = TRY(load_tally(op, common.mapping.array().type));
    Mapping elements = tally ? retyped(common.mapping, tally->result_type()) : common.mapping;
    auto combiner = TRY(tally ? Combiner::make(tally->reduce_op(), elements.array().type)
                              : load_combiner(tool.arguments, elements.array().type));
    auto const along = TRY(along_axis(tool.arguments, common.mapping));
    CollectiveTask const task = reduction_task(elements);
    auto choice = TRY(load_collective(tool.arguments, task));
    std::optional<int> const dim = tool.arguments.has("axis") ? std::optional(along.dim) : std::nullopt;
    if (dim && tool.arguments.has("compare"))
        return fail("--compare is for the whole array, and cannot be used together with --axis");
    return ReduceSettings{std::move(common),   tally, std::move(op), std::move(elements),
                          std::move(combiner), dim,   task,          std::move(choice)};
}

/// Collective over the members.
Result<void> check_reduction(CommArray const& array, ReduceSettings const& settings, CommData const& data,
                             OneElement const& found) {
    ElementType const& type = settings.combiner.type();
    if (!same_on_all(array.members(), found.data(), type.bytes)) return fail("the ranks do not agree on the result");
    if (array.members().rank() != 0) return {};
    RoundingBound bound(settings.combiner, settings.common.in.has_value());
    ReducedElements elements = settings.of_one_process(data);
    OneElement const expected = reduced_by_one_process(elements, array.mapping().volume(), settings.combiner, bound);
    if (bound.allows(found.data(), expected.data())) return {};
    return fail(fmt::format("the result is {}, but one process gets {}", element_text(type, found.data()),
                            element_text(type, expected.data())));
}

/// Compares every line of this rank with the result of a single process.
Result<void> check_axis_reduction(CommArray const& found, ReduceSettings const& settings, CommData const& data) {
    if (!found.layout()) return {};
    ReducedElements elements = settings.of_one_process(data);
    ArraySpec const& whole = settings.common.mapping.array();
    ArraySpec const& reduced = found.mapping().array();
    Combiner const& combiner = settings.combiner;
    RoundingBound bound(combiner, settings.common.in.has_value());
    Index const stride = linear_strides(whole)[as_size(*settings.dim)];
    std::optional<std::string> wrong;
    owned_elements(reduced, *found.layout()).for_each([&](Index place, Index linear) {
        if (wrong) return;
        OneElement expected;
        OneElement element;
        combiner.fill_identity(expected.data(), 1);
        bound.reset();
        Index const first = first_of_line(whole, reduced, *settings.dim, linear);
        for (Index i = 0; i < whole.extents[as_size(*settings.dim)]; ++i) {
            if (!elements.active(first + i * stride)) continue;
            elements.write(first + i * stride, element.data());
            bound.add(element.data());
            combiner.combine(expected.data(), element.data(), expected.data(), 1);
        }
        if (bound.allows(found.data() + place, expected.data())) return;
        wrong = fmt::format("element number {} of the result is {}, but one process gets {}", linear,
                            element_text(reduced.type, found.data() + place), element_text(reduced.type, expected.data()));
    });
    if (wrong) return fail(*wrong);
    return {};
}

/// Reduces the whole array to one element.
Result<ExitCode> reduce_all(Tool const& tool, Communicator const& world, ReduceSettings const& settings, CommData const& data,
                            CommArray const& array, CommOutput& output) {
    Combiner const& combiner = settings.combiner;
    auto const where = array.context_of(settings.common.where);
    if (tool.arguments.has("compare")) return compare_collectives(tool, settings.common, array, settings.task, combiner);
    CollectiveExecution collective(
        array, chosen_for_repeats(tool, world, settings.common, array, settings.task, combiner, settings.choice), settings.task,
        combiner);
    auto trace = TRY(CommTrace::make(tool, world));
    TRY(collective.record(tool, settings.common.mapping, trace));
    CommOutcome outcome{.operation = "reduce", .ranks = settings.task.ranks, .how = collective.how()};
    OneElement result;
    double local_seconds = 0;
    for (int run = 0; run < settings.common.repeat; ++run) {
        local_seconds = array.timed([&] { result = local_part(array, combiner, where); });
        outcome.seconds.push_back(array.timed([&] { collective.execute(result.data()); }));
    }
    if (settings.common.verify) outcome.wrong = array.what_is_wrong([&] { return check_reduction(array, settings, data, result); });
    std::string const text = broadcast_text(world, array.first_member(), element_text(combiner.type(), result.data()));
    Index const active = taking_part(world, settings.common);
    bool const has_result = active > 0 || settings.tally; // without elements the count is 0, any is false and all is true
    outcome.rows = {{"reduced", fmt::format("{} by {}: {}", elements_text(settings.common, active), settings.op,
                                            has_result ? text : "no result, because no element takes part")}};
    collective.report_reason(tool, outcome);
    outcome.right = "equal to one process, and the same on every rank";
    outcome.entries = [&](JsonWriter& json) {
        json.entry("op", settings.op);
        collective.entries(json);
        json.entry("taking_part", active);
        json.entry("result", has_result ? std::optional(text) : std::nullopt);
        json.entry("local_time", local_seconds);
    };
    TRY(trace.write(tool, world));
    return finish(tool, world, settings.common, outcome, output, result.data());
}

/// Reduces each line along a dimension to one element.
Result<ExitCode> reduce_lines(Tool const& tool, Communicator const& world, ReduceSettings const& settings, CommData const& data,
                              CommArray const& array, CommOutput& output) {
    auto const machine = TRY(load_machine(tool.arguments));
    auto reduction = TRY(AxisReduction::make(settings.elements, *settings.dim, settings.combiner.op(), world.handle(),
                                             tool.arguments.text_or("algorithm", "auto"), machine.get()));
    auto const where = array.context_of(settings.common.where);
    Mapping const mapping = settings.result();
    CommArray result(world, mapping);
    Buffer lines(reduction.lines() * mapping.array().type.bytes);
    CommOutcome outcome{.operation = "reduce", .ranks = settings.task.ranks, .how = "a reduction in each group"};
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(array.timed([&] { reduction.execute(array.data(), lines.data(), where ? &*where : nullptr); }));
    if (result.layout()) place_lines(*result.layout(), mapping.array().type.bytes, lines.data(), result.data());
    if (settings.common.verify) outcome.wrong = array.what_is_wrong([&] { return check_axis_reduction(result, settings, data); });
    Index const active = taking_part(world, settings.common);
    Index const empty = empty_lines(world, settings.common, *settings.dim, array);
    outcome.rows = {
        {"reduced", fmt::format("{} by {} along dimension {}; {} left{}", elements_text(settings.common, active), settings.op,
                                *settings.dim + 1, counted(mapping.volume(), "element"), empty_lines_text(empty))}};
    outcome.entries = [&](JsonWriter& json) { write_lines(json, {settings.op, *settings.dim, active, mapping.volume(), empty}); };
    return finish(tool, world, settings.common, outcome, output, result.data());
}

Result<ExitCode> reduce(Tool const& tool, Communicator const& world) {
    if (auto const extreme = extreme_named(tool.arguments.text_or("op", "sum"))) return locate(tool, world, *extreme);
    auto const settings = TRY(agreed_settings(world, [&] { return reduce_settings(tool, world.size()); }));
    ArraySpec const& array = settings.common.mapping.array();
    auto frame = TRY(CommFrame::make(world, settings.common, settings.result(),
                                     settings.tally ? own_indices(array) : combinable(array, settings.combiner.op())));
    auto const run = settings.dim ? reduce_lines : reduce_all;
    if (!settings.tally) return run(tool, world, settings, frame.data, frame.array, frame.output);
    CommArray tallied(world, settings.elements);
    if (tallied.layout()) settings.tally->convert(frame.array.data(), tallied.layout()->allocation_size(), tallied.data());
    return run(tool, world, settings, frame.data, tallied, frame.output);
}

} // namespace

CommSubcommand reduce_subcommand() {
    return {
        .invocation =
            {
                .name = "reduce",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "combine all elements of an array into one",
                .description =
                    R"(Combines all elements of the array into one, which every rank receives. Each rank first combines its own elements, then
the ranks combine their results. Copies of an element count once. The result is the same on every rank, to the last bit.

With --axis each line along that dimension becomes one element, on the ranks that hold parts of the line. --out writes
the array without that dimension.

--op selects the operation. Besides sum, product, min, max, and, or, xor it can be:

count:: The number of elements that take part.

any, all:: Whether at least one element, or each, is not 0.

maxloc, minloc:: The largest or smallest element and its position. Of equal elements the first in storage order counts.
NaNs are ignored, as by max and min. --out writes the number of the element in storage order, from 0. With --axis it
writes the index along the dimension, from 0. The number is -1 if no element takes part.

Generated elements are chosen so that sums of floats are exact. With --in, sums and products of floats are compared up
to rounding.)" + algorithms_text(CollectiveKind::Reduce),
                .examples = {{"mpirun -n 4 distcomm reduce geoid.hpf --op maxloc", "Find the largest element and its position."},
                             {"mpirun -n 8 distcomm reduce fft2d.hpf --verify", "Compare the sum with that of one process."},
                             {"mpirun -n 8 distcomm reduce fft2d.hpf --repeat 99 --json", "Time it, and report as JSON."}},
                .main_options = {"op", "algorithm", "axis", "in", "out", "verify"},
            },
        .run = reduce};
}

} // namespace tessera::cli
