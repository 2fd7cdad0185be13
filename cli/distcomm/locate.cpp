// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm reduce --op maxloc and minloc: the index of the largest or smallest element.
#include "cli/distcomm/locate.hpp"

#include "cli/distcomm/along_axis.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/line_counts.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/array_collective.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/runtime/comm/axis/axis_extremum.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/collectives/array_extremum.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {
namespace {

constexpr Index no_place = -1; // result if no element takes part

struct LocateSettings {
    CommSettings common;
    CandidateMaker maker;
    std::string op;
    std::optional<int> dim; ///< dimension of the search; nothing: the whole array
    Mapping result;         ///< mapping of the resulting indices: 64-bit integers
};

Mapping places_of(Mapping const& mapping, std::optional<int> dim) {
    Mapping const numbers = retyped(mapping, {"int64", sizeof(Index)});
    if (dim) return without_dimension(numbers, *dim);
    ArraySpec one = numbers.array();
    one.lower = {one.lower.front()};
    one.extents = {1};
    return whole_on_each(one, collective_members(mapping.grid()));
}

Result<LocateSettings> locate_settings(Tool const& tool, int ranks, Extreme extreme) {
    auto common = TRY(comm_settings(tool, ranks));
    std::string op = tool.arguments.text_or("op", "");
    for (char const* option : {"algorithm", "machine", "compare", "trace"})
        if (tool.arguments.has(option))
            return fail(fmt::format("--{} is for operations that combine elements; {} uses a reduction of MPI", option, op));
    auto const maker = CandidateMaker::make(extreme, common.mapping.array().type);
    if (!maker) return fail(fmt::format("--op: {}", maker.error().message));
    auto const along = TRY(along_axis(tool.arguments, common.mapping));
    std::optional<int> const dim = tool.arguments.has("axis") ? std::optional(along.dim) : std::nullopt;
    Mapping result = places_of(common.mapping, dim);
    return LocateSettings{std::move(common), *maker, std::move(op), dim, std::move(result)};
}

/// Returns the position of the best of `count` elements from `first` on, `stride` apart, as a single process finds it. The unit is
/// strides from the first.
Index found_by_one_process(LocateSettings const& settings, CommData const& data, Index first, Index stride, Index count) {
    std::vector<std::byte> element(as_size(settings.common.mapping.array().type.bytes));
    ExtremeCandidate best;
    for (Index i = 0; i < count; ++i) {
        if (!data.active(first + i * stride)) continue;
        data.write(first + i * stride, element.data());
        ExtremeCandidate const each = settings.maker.of(element.data(), i);
        if (each.beats(best)) best = each;
    }
    return best.place == ExtremeCandidate::none ? no_place : best.place;
}

Result<void> check_place(LocateSettings const& settings, CommData const& data, Index found) {
    Index const expected = found_by_one_process(settings, data, 0, 1, settings.common.mapping.volume());
    if (found == expected) return {};
    return fail(fmt::format("the element found is number {}, but one process finds number {}", found, expected));
}

Result<void> check_line_places(LocateSettings const& settings, CommData const& data, CommArray const& found) {
    if (!found.layout()) return {};
    ArraySpec const& whole = settings.common.mapping.array();
    auto const d = as_size(*settings.dim);
    Index const stride = linear_strides(whole)[d];
    std::optional<std::string> wrong;
    owned_elements(found.mapping().array(), *found.layout()).for_each([&](Index place, Index linear) {
        if (wrong) return;
        Index const first = first_of_line(whole, found.mapping().array(), *settings.dim, linear);
        Index const expected = found_by_one_process(settings, data, first, stride, whole.extents[d]);
        Index index = 0;
        std::memcpy(&index, found.data() + place, sizeof index);
        if (index != expected)
            wrong = fmt::format("element number {} of the result is {}, but one process gets {}", linear, index, expected);
    });
    if (wrong) return fail(*wrong);
    return {};
}

/// Returns the 0-based indices of an element.
Extents indices_of(ArraySpec const& array, Index number) {
    Extents indices = linear_strides(array);
    for (std::size_t d = 0; d < indices.size(); ++d) indices[d] = number / indices[d] % array.extents[d];
    return indices;
}

Result<ExitCode> locate_one(Tool const& tool, Communicator const& world, LocateSettings const& settings, Extreme extreme,
                            CommFrame& frame) {
    ArraySpec const& spec = settings.common.mapping.array();
    auto const extremum = TRY(ArrayExtremum::make(settings.common.mapping, extreme, world.handle()));
    auto const where = frame.array.context_of(settings.common.where);
    CommOutcome outcome{.operation = "reduce", .ranks = static_cast<int>(settings.common.mapping.grid().size()), .how = "mpi"};
    std::optional<ArrayExtremum::Found> found;
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(
            frame.array.timed_by_all([&] { found = extremum.execute(frame.array.data(), where ? &*where : nullptr); }));
    Index const number = found ? found->number : no_place;
    if (settings.common.verify)
        outcome.wrong = frame.array.what_is_wrong([&] { return check_place(settings, frame.data, number); });
    Index const active = taking_part(world, settings.common);
    std::string const value = found ? element_text(spec.type, found->element.data()) : "";
    Extents const indices = found ? indices_of(spec, number) : Extents{};
    outcome.rows = {{"located", fmt::format("{} by {}: {}", elements_text(settings.common, active), settings.op,
                                            found        ? fmt::format("{} at {}", value, element_text(spec, indices))
                                            : active > 0 ? "no result, as only NaNs take part"
                                                         : "no result, because no element takes part")}};
    outcome.right = "equal to one process, and the same on every rank";
    outcome.entries = [&](JsonWriter& json) {
        json.entry("op", settings.op);
        json.entry("taking_part", active);
        json.entry("result", found ? std::optional(value) : std::nullopt);
        json.key("index");
        Extents shown = indices;
        for (std::size_t d = 0; d < shown.size(); ++d) shown[d] += spec.lower[d];
        found ? json.value(std::span<Index const>(shown)) : json.null();
        json.entry("number", found ? std::optional(number) : std::nullopt);
    };
    return finish(tool, world, settings.common, outcome, frame.output, reinterpret_cast<std::byte const*>(&number));
}

Result<ExitCode> locate_lines(Tool const& tool, Communicator const& world, LocateSettings const& settings, Extreme extreme,
                              CommFrame& frame) {
    auto const extremum = TRY(AxisExtremum::make(settings.common.mapping, *settings.dim, extreme, world.handle()));
    auto const where = frame.array.context_of(settings.common.where);
    CommArray result(world, settings.result);
    std::vector<Index> indices(as_size(extremum.lines()));
    CommOutcome outcome{.operation = "reduce",
                        .ranks = static_cast<int>(settings.common.mapping.grid().size()),
                        .how = "a reduction in each group"};
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(
            frame.array.timed([&] { extremum.execute(frame.array.data(), indices.data(), where ? &*where : nullptr); }));
    if (result.layout())
        place_lines(*result.layout(), sizeof(Index), reinterpret_cast<std::byte const*>(indices.data()), result.data());
    if (settings.common.verify)
        outcome.wrong = frame.array.what_is_wrong([&] { return check_line_places(settings, frame.data, result); });
    Index const active = taking_part(world, settings.common);
    Index const lines = settings.result.volume();
    Index const empty = count_of_all(world, settings.result, std::ranges::count(indices, no_place));
    std::string const without =
        empty == 0 ? "" : fmt::format(", {} of them -1, because no number takes part there", grouped(empty));
    outcome.rows = {
        {"located", fmt::format("{} by {} along dimension {}; {} left{}", elements_text(settings.common, active), settings.op,
                                *settings.dim + 1, lines == 1 ? "1 index" : grouped(lines) + " indices", without)}};
    outcome.entries = [&](JsonWriter& json) { write_lines(json, {settings.op, *settings.dim, active, lines, empty}); };
    return finish(tool, world, settings.common, outcome, frame.output, result.data());
}

} // namespace

Result<ExitCode> locate(Tool const& tool, Communicator const& world, Extreme extreme) {
    auto const settings = TRY(agreed_settings(world, [&] { return locate_settings(tool, world.size(), extreme); }));
    // The generated elements are unordered, and some are equal.
    auto const generated = own_indices(settings.common.mapping.array());
    auto const values = static_cast<std::uint64_t>(std::max<Index>(settings.common.mapping.volume() / 2, 1));
    auto frame = TRY(CommFrame::make(world, settings.common, settings.result, [&](Index k, std::byte* to) {
        generated(static_cast<Index>(mixed_bits(static_cast<std::uint64_t>(k)) % values), to);
    }));
    return (settings.dim ? locate_lines : locate_one)(tool, world, settings, extreme, frame);
}

} // namespace tessera::cli
