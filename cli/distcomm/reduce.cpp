// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm reduce: all elements of an array as one, on every rank.
#include "cli/common/site_loading.hpp"
#include "cli/distcomm/along_axis.hpp"
#include "cli/distcomm/collective_comparison.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_trace.hpp"
#include "cli/distcomm/rounding_bound.hpp"
#include "cli/distcomm/run_collective.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/array_collective.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <array>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Room for one element of any type that can be combined.
struct alignas(16) OneElement {
    std::array<std::byte, 16> bytes{};
    [[nodiscard]] std::byte* data() { return bytes.data(); }
    [[nodiscard]] std::byte const* data() const { return bytes.data(); }
};

/// What a rank contributes: its elements that take part, each copy of the array counted once.
OneElement local_part(CommArray const& array, Combiner const& combiner, std::optional<Context> const& where) {
    OneElement result;
    combiner.fill_identity(result.data(), 1);
    auto const position = array.position();
    if (!position || !array.layout() || array.mapping().replica(*position) != 0) return result;
    Index const bytes = combiner.type().bytes;
    Context const active = where.value_or(Context::everywhere(array.layout()->owned().count()));
    for_each_stretch(active, *array.layout(), [&](Index, Index offset, Index count) {
        combiner.fold(array.data() + offset * bytes, 1, count, result.data());
    });
    return result;
}

/// The elements one after the other, as one process would; `bound` learns of them.
OneElement reduced_by_one_process(CommData const& data, Index elements, Combiner const& combiner, RoundingBound& bound) {
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
    Combiner combiner;
    std::optional<int> dim; ///< along which it goes; nothing: everything becomes one element
    CollectiveTask task;
    CollectiveChoice choice;

    /// Of the result.
    [[nodiscard]] Mapping result() const {
        if (dim) return without_dimension(common.mapping, *dim);
        ArraySpec one = common.mapping.array();
        one.lower = {one.lower.front()};
        one.extents = {1};
        return whole_on_each(one, collective_members(common.mapping.grid()));
    }
};

Result<ReduceSettings> reduce_settings(Tool const& tool, int ranks) {
    auto common = comm_settings(tool, ranks);
    if (!common) return forward_error(common);
    auto combiner = load_combiner(tool.arguments, common->mapping.array().type);
    if (!combiner) return forward_error(combiner);
    auto const along = along_axis(tool.arguments, common->mapping);
    if (!along) return forward_error(along);
    CollectiveTask const task = reduction_task(common->mapping);
    auto choice = load_collective(tool.arguments, task);
    if (!choice) return forward_error(choice);
    std::optional<int> const dim = tool.arguments.has("axis") ? std::optional(along->dim) : std::nullopt;
    if (dim && tool.arguments.has("compare")) return fail("--compare is for the whole array: leave --axis out");
    return ReduceSettings{*std::move(common), *std::move(combiner), dim, task, *std::move(choice)};
}

/// Collective over the members.
Result<void> check_reduction(CommArray const& array, ReduceSettings const& settings, CommData const& data,
                             OneElement const& found) {
    ElementType const& type = settings.combiner.type();
    if (!same_on_all(array.members(), found.data(), type.bytes)) return fail("the ranks do not agree on the result");
    if (array.members().rank() != 0) return {};
    RoundingBound bound(settings.combiner, settings.common.in.has_value());
    OneElement const expected = reduced_by_one_process(data, array.mapping().volume(), settings.combiner, bound);
    if (bound.allows(found.data(), expected.data())) return {};
    return fail(fmt::format("the result is {}, and {} in one process", element_text(type, found.data()),
                            element_text(type, expected.data())));
}

/// The linear index of the first element of the line that an element of the reduced array comes of.
Index first_of_line(ArraySpec const& whole, ArraySpec const& reduced, int dim, Index linear) {
    if (whole.dims() == 1) return 0;
    Extents const strides = linear_strides(whole);
    Extents const reduced_strides = linear_strides(reduced);
    Index first = 0;
    for (std::size_t d = 0; d < reduced.extents.size(); ++d)
        first += linear / reduced_strides[d] % reduced.extents[d] * strides[d < as_size(dim) ? d : d + 1];
    return first;
}

/// Every line of this rank, walked by one process.
Result<void> check_axis_reduction(CommArray const& found, ReduceSettings const& settings, CommData const& data) {
    if (!found.layout()) return {};
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
            if (!data.active(first + i * stride)) continue;
            data.write(first + i * stride, element.data());
            bound.add(element.data());
            combiner.combine(expected.data(), element.data(), expected.data(), 1);
        }
        if (bound.allows(found.data() + place, expected.data())) return;
        wrong = fmt::format("element number {} of the result is {}, and {} in one process", linear,
                            element_text(reduced.type, found.data() + place), element_text(reduced.type, expected.data()));
    });
    if (wrong) return fail(*wrong);
    return {};
}

/// Everything as one element.
Result<ExitCode> reduce_all(Tool const& tool, Comm const& world, ReduceSettings const& settings, CommData const& data,
                            CommArray const& array, CommOutput& output) {
    Combiner const& combiner = settings.combiner;
    auto const where = array.context_of(settings.common.where);
    if (tool.arguments.has("compare")) return compare_collectives(tool, settings.common, array, settings.task, combiner);
    CollectiveRun collective(array,
                             chosen_for_repeats(tool, world, settings.common, array, settings.task, combiner, settings.choice),
                             settings.task, combiner);
    auto trace = CommTrace::make(tool, world);
    if (!trace) return forward_error(trace);
    if (auto const recorded = collective.record(tool, settings.common.mapping, *trace); !recorded) return forward_error(recorded);
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
    outcome.rows = {{"reduced", fmt::format("{} by {}: {}", elements_text(settings.common, active), name_of(combiner.op()),
                                            active > 0 ? text : "no result, as no element takes part")}};
    collective.tell_reason(tool, outcome);
    outcome.right = "equal to one process, and the same on every rank";
    outcome.entries = [&](JsonWriter& json) {
        json.entry("op", name_of(combiner.op()));
        collective.entries(json);
        json.entry("taking_part", active);
        json.entry("result", active > 0 ? std::optional(text) : std::nullopt);
        json.entry("local_time", local_seconds);
    };
    if (auto const traced = trace->write(tool, world); !traced) return forward_error(traced);
    return finish(tool, world, settings.common, outcome, output, result.data());
}

/// Each line along a dimension as one element.
Result<ExitCode> reduce_lines(Tool const& tool, Comm const& world, ReduceSettings const& settings, CommData const& data,
                              CommArray const& array, CommOutput& output) {
    auto const machine = load_machine(tool.arguments);
    if (!machine) return forward_error(machine);
    auto reduction = AxisReduction::make(settings.common.mapping, *settings.dim, settings.combiner.op(), world.handle(),
                                         tool.arguments.text_or("algorithm", "auto"), machine->get());
    if (!reduction) return forward_error(reduction);
    auto const where = array.context_of(settings.common.where);
    Mapping const mapping = settings.result();
    CommArray result(world, mapping);
    Buffer lines(reduction->lines() * mapping.array().type.bytes);
    CommOutcome outcome{.operation = "reduce", .ranks = settings.task.ranks, .how = "a reduction in each group"};
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(array.timed([&] { reduction->execute(array.data(), lines.data(), where ? &*where : nullptr); }));
    if (result.layout()) place_lines(*result.layout(), mapping.array().type.bytes, lines.data(), result.data());
    if (settings.common.verify) outcome.wrong = array.what_is_wrong([&] { return check_axis_reduction(result, settings, data); });
    Index const active = taking_part(world, settings.common);
    outcome.rows = {
        {"reduced", fmt::format("{} by {} along dimension {}; {} left", elements_text(settings.common, active),
                                name_of(settings.combiner.op()), *settings.dim + 1, counted(mapping.volume(), "element"))}};
    outcome.entries = [&](JsonWriter& json) {
        json.entry("op", name_of(settings.combiner.op()));
        json.entry("axis", Index{*settings.dim + 1});
        json.entry("taking_part", active);
        json.entry("elements", mapping.volume());
    };
    return finish(tool, world, settings.common, outcome, output, result.data());
}

Result<ExitCode> reduce(Tool const& tool, Comm const& world) {
    auto const settings = agreed_settings(world, [&] { return reduce_settings(tool, world.size()); });
    if (!settings) return forward_error(settings);
    auto frame = CommFrame::make(world, settings->common, settings->result(),
                                 combinable(settings->common.mapping.array(), settings->combiner.op()));
    if (!frame) return forward_error(frame);
    return (settings->dim ? reduce_lines : reduce_all)(tool, world, *settings, frame->data, frame->array, frame->output);
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
                               "element count once. The result is the same on every rank, to the last bit. With --axis each line "
                               "along that dimension becomes one element, on the ranks that hold parts of it, and --out writes the "
                               "array without the dimension.\n\n"
                               "Generated elements are made so that floats are never rounded. With --in, sums and products of "
                               "floats are compared up to rounding.\n\n" +
                               algorithms_text(CollectiveKind::Reduce),
                .examples = {{"mpirun -n 4 distcomm reduce geoid.hpf --op max", "The largest."},
                             {"mpirun -n 4 distcomm reduce fft2d.hpf --verify", "Compared with one process."},
                             {"mpirun -n 8 distcomm reduce fft2d.hpf --repeat 99 --json", "Timed; JSON."}},
            },
        .run = reduce};
}

} // namespace tessera::cli
