// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm shift: moves every element by a distance along each dimension.
#include "cli/common/file_loading.hpp"
#include "cli/common/shift_loading.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_trace.hpp"
#include "cli/distcomm/shift_files.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/files/copy/array_files.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

struct ShiftSettings {
    CommSettings common;
    GridShift shift;
    std::optional<Combiner> op;         // nothing: elements replace those in place
    std::optional<FileName> fill_array; // fills positions that receive nothing; absent: zeros
};

Result<ShiftSettings> shift_settings(Tool const& tool, int ranks) {
    auto common = TRY(comm_settings(tool, ranks));
    auto shift = TRY(load_shift(tool.arguments, common.mapping));
    if (tool.arguments.has("memory") && tool.arguments.has("trace"))
        return fail("--trace is for shifts in memory; leave out --memory");
    auto op = TRY(load_sending(tool.arguments, common.mapping.array().type));
    auto fill_array = TRY(load_file_name(tool.arguments, "fill-array"));
    if (fill_array && shift.edge() != ShiftEdge::Fill) return fail("--fill-array needs --edge fill");
    if (fill_array && tool.arguments.has("memory"))
        return fail("--fill-array is held in memory, and cannot be used together with --memory");
    return ShiftSettings{std::move(common), std::move(shift), std::move(op), std::move(fill_array)};
}

/// Returns the index whose element belongs at an index after the shift; nothing if there is none inside the array.
std::optional<Extents> origin_of(GridShift const& shift, std::span<Index const> index) {
    Extents origin(index.begin(), index.end());
    for (std::size_t d = 0; d < origin.size(); ++d) {
        Index const extent = shift.mapping().array().extents[d];
        origin[d] -= shift.distance()[d];
        if (shift.edge() == ShiftEdge::Torus) origin[d] = floor_mod(origin[d], extent);
        if (origin[d] < 0 || origin[d] >= extent) return std::nullopt;
    }
    return origin;
}

/// Returns, by offset in memory, whether the position accepts an arriving element.
std::vector<bool> wanted_places(GridShift const& shift, LocalLayout const& layout, Index position) {
    std::vector<bool> wanted(as_size(layout.allocation_size()), !shift.wanted());
    if (shift.wanted())
        for_each_contiguous_run(shift.wanted()->context(shift.mapping(), position), layout,
                                [&](Index, Index offset, Index count) { std::fill_n(wanted.begin() + offset, count, true); });
    return wanted;
}

/// Compares every element of this rank with the result of a single process. A position without a source inside the array gets a
/// fill value with ShiftEdge::Fill. Other positions that receive nothing keep their elements. `filling`: the fill values, as an
/// array in the layout of the shifted one; null: zeros.
Result<void> check_shift(ShiftSettings const& settings, CommArray const& shifted, CommArray const* filling, CommData const& data,
                         Rank rank) {
    if (!shifted.layout()) return {};
    GridShift const& shift = settings.shift;
    ArraySpec const& array = shift.mapping().array();
    std::vector<bool> const wanted = wanted_places(shift, *shifted.layout(), *shift.mapping().grid().position(rank));
    Extents const strides = linear_strides(array);
    std::vector<std::byte> expected(as_size(array.type.bytes));
    std::vector<std::byte> arriving = expected;
    std::optional<Extents> wrong;
    shifted.layout()->owned().for_each([&](std::span<Index const> index) {
        if (wrong) return;
        Index const offset = shifted.layout()->offset(*shifted.layout()->global_to_local(index));
        auto const origin = origin_of(shift, index);
        bool const goes = origin && data.active(linear_index(*origin, strides));
        bool const fills = !origin && shift.edge() == ShiftEdge::Fill;
        data.write(linear_index(index, strides), expected.data());
        if (wanted[as_size(offset)] && (goes || fills)) {
            std::ranges::fill(arriving, std::byte{0});
            if (goes)
                data.write(linear_index(*origin, strides), arriving.data());
            else if (filling != nullptr)
                std::memcpy(arriving.data(), filling->data() + offset * array.type.bytes, arriving.size());
            if (settings.op)
                settings.op->combine(expected.data(), arriving.data(), expected.data(), 1);
            else
                expected = arriving;
        }
        if (std::memcmp(expected.data(), shifted.data() + offset * array.type.bytes, expected.size()) != 0)
            wrong = Extents(index.begin(), index.end());
    });
    if (!wrong) return {};
    return fail(fmt::format("{} differs from the result of one process", element_text(array, *wrong)));
}

CommOutcome shift_outcome(ShiftSettings const& settings) {
    RedistTotals const totals = settings.shift.totals();
    CommOutcome outcome{.operation = "shift",
                        .ranks = static_cast<int>(settings.shift.mapping().grid().size()),
                        .how = counted(totals.messages, "message")};
    outcome.rows = {{"shifted", fmt::format("by {} ({}){}{}: {} to other ranks ({}), {} within theirs, {} left the array",
                                            tuple_text(settings.shift.distance()), name_of(settings.shift.edge()),
                                            settings.op ? fmt::format(" with {}", name_of(settings.op->op())) : "",
                                            settings.shift.selects() ? " " + settings.shift.context_text() : "",
                                            counted(totals.moved, "element"), scaled_bytes(totals.bytes_moved),
                                            grouped(totals.kept), grouped(settings.shift.lost()))}};
    outcome.right = "every element is where it belongs";
    outcome.entries = [&settings, totals](JsonWriter& json) {
        json.entry("distance", std::span<Index const>(settings.shift.distance()));
        json.entry("edge", name_of(settings.shift.edge()));
        if (settings.common.where) json.entry("where", settings.common.where->text());
        if (settings.shift.wanted()) json.entry("where_target", settings.shift.wanted()->text());
        if (settings.op) json.entry("op", name_of(settings.op->op()));
        json.entry("moved", totals.moved);
        json.entry("kept", totals.kept);
        json.entry("lost", settings.shift.lost());
        json.entry("messages", totals.messages);
        json.entry("bytes", totals.bytes_moved);
    };
    return outcome;
}

/// Shifts from files to files, within `memory` bytes.
Result<ExitCode> shift_out_of_memory(Tool const& tool, Communicator const& world, ShiftSettings const& settings, Index memory) {
    auto const done = TRY(shift_files(world, settings.common, settings.shift, settings.op ? &*settings.op : nullptr, memory));
    CommOutcome outcome = shift_outcome(settings);
    outcome.seconds = {done.seconds};
    outcome.rows.push_back(
        {"memory", fmt::format("{} of {}, in the buffers of all ranks", scaled_bytes(done.peak), scaled_bytes(memory))});
    outcome.entries = [entries = outcome.entries, done, memory](JsonWriter& json) {
        entries(json);
        json.entry("memory", memory);
        json.entry("memory_used", done.peak);
    };
    return report_outcome(tool, world, settings.common, outcome, done.room);
}

Result<ExitCode> shift(Tool const& tool, Communicator const& world) {
    auto const settings = TRY(agreed_settings(world, [&] { return shift_settings(tool, world.size()); }));
    GridShift const& shift = settings.shift;
    if (shift.edge() == ShiftEdge::Warn && shift.lost() > 0 && world.rank() == 0)
        tool.messages.note(
            fmt::format("{} {} the array", counted(shift.lost(), "element"), shift.lost() == 1 ? "leaves" : "leave"));
    if (auto const memory = tool.arguments.number("memory")) return shift_out_of_memory(tool, world, settings, *memory);
    auto trace = TRY(CommTrace::make(tool, world));
    auto exchange = TRY(ShiftExchange::make(shift, world.handle(), {.trace = trace.wanted()}));
    if (trace.wanted()) {
        TRY(trace.expect(tool, messages_of(shift)));
        exchange.record(trace.recorder());
    }
    auto frame = TRY(CommFrame::make(world, settings.common, settings.common.mapping, own_indices(shift.mapping().array())));
    CommArray& source = frame.array;
    CommArray target = source.copy();
    CommOutcome outcome = shift_outcome(settings);
    std::optional<CommArray> filling;
    if (settings.fill_array) {
        Mapping const& mapping = shift.mapping();
        filling.emplace(world, mapping);
        FileName const file = place_of(*settings.fill_array, mapping.array().name, false);
        if (auto const read = read_array(world, file, mapping, filling->data()); !read)
            return fail("--fill-array: " + read.error().message);
    }
    CommArray const* const fill_array = filling ? &*filling : nullptr;
    std::vector<std::byte> const zero(as_size(shift.mapping().array().type.bytes), std::byte{0});
    ShiftOptions options{.op = settings.op};
    (filling ? options.fill_array : options.fill) = filling ? filling->data() : zero.data();
    if (settings.op) exchange.prepare_contexts();
    for (int run = 0; run < settings.common.repeat; ++run) {
        if (settings.op) target = source.copy(); // otherwise a sum would grow with every run
        outcome.seconds.push_back(source.timed_by_all([&] { exchange.execute(source.data(), target.data(), options); }));
    }
    if (settings.common.verify)
        outcome.wrong = target.what_is_wrong([&] { return check_shift(settings, target, fill_array, frame.data, world.rank()); });
    TRY(trace.write(tool, world));
    return finish(tool, world, settings.common, outcome, frame.output, target.data());
}

} // namespace

CommSubcommand shift_subcommand() {
    return {
        .invocation =
            {
                .name = "shift",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "move each element a distance along the dimensions",
                .description =
                    R"(Every element moves --by the given distance along each dimension, into an array with the same mapping. 'distplan comm
shift' shows what is sent.

--edge says what happens to places that receive no element. They keep their values, or receive zeros or the elements of
--fill-array, or the ends of the array meet (torus). With --where only elements that meet the condition move. With
--where-target only places that meet the condition receive one. --op combines an element with the value in its new
place.

--memory shifts an array that is larger than memory. The array then goes from files of its ranks to files of its ranks,
message by message, with the same plan. Such files are a directory/ or a .json manifest, as redist(1) writes them.)",
                .examples =
                    {{"mpirun -n 4 distcomm shift jacobi.hpf --by=1,-2 --verify", "Shift along both dimensions, and check."},
                     {"mpirun -n 4 distcomm shift jacobi.hpf --by=0,100 --edge torus", "Shift around the ends of dimension 2."},
                     {"mpirun -n 4 distcomm shift jacobi.hpf --by=1,0 --edge fill --json", "Fill with zeros, and report as JSON."}},
                .main_options = {"by", "edge", "in", "out", "verify", "json"},
            },
        .run = shift};
}

} // namespace tessera::cli
