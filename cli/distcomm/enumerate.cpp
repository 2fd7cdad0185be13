// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm enumerate and rank: numbers of elements along a dimension, in array order or in sorted order.
#include "cli/distcomm/along_axis.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/comm/axis/axis_enumeration.hpp"
#include "libcore/runtime/comm/axis/axis_ranking.hpp"
#include "libcore/runtime/comm/axis/sort_key.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr Index no_number = -1; // number of an element that does not take part

struct NumberSettings {
    CommSettings common;
    AlongAxis along;
    Mapping numbers; ///< like the array's mapping, for 64-bit integers
};

Result<NumberSettings> number_settings(Tool const& tool, int ranks) {
    auto common = TRY(comm_settings(tool, ranks));
    auto along = TRY(along_axis(tool.arguments, common.mapping));
    Mapping numbers = retyped(common.mapping, {"int64", sizeof(Index)});
    return NumberSettings{std::move(common), std::move(along), std::move(numbers)};
}

void write_number(std::byte* line, Index index, Index number) {
    std::memcpy(line + index * Index{sizeof number}, &number, sizeof number);
}

bool same_number(std::byte const* found, std::byte const* expected) {
    return std::memcmp(found, expected, sizeof(Index)) == 0;
}

/// Compares the numbers with lines counted by a single process.
Result<void> check_numbers(CommArray const& numbers, NumberSettings const& settings, CommData const& data) {
    Index const extent = settings.common.mapping.dim(settings.along.dim).extent();
    auto const make_line = [&](Index first, Index stride, std::byte* line) {
        Index next = settings.along.options.exclusive ? 0 : 1;
        settings.along.walk(extent, first, stride, [&](Index index, bool starts) {
            if (starts) next = settings.along.options.exclusive ? 0 : 1;
            write_number(line, index, data.active(first + index * stride) ? next++ : no_number);
        });
    };
    return check_lines(numbers, settings.along.dim, make_line, same_number);
}

/// Compares the numbers with lines sorted by a single process.
Result<void> check_places(CommArray const& places, NumberSettings const& settings, CommData const& data, SortKey const& key) {
    Index const extent = settings.common.mapping.dim(settings.along.dim).extent();
    bool const up = !settings.along.down();
    std::vector<std::byte> element(as_size(settings.common.mapping.array().type.bytes));
    auto const make_line = [&](Index first, Index stride, std::byte* line) {
        std::vector<std::pair<std::uint64_t, Index>> sorted;
        for (Index i = 0; i < extent; ++i) {
            write_number(line, i, no_number);
            if (!data.active(first + i * stride)) continue;
            data.write(first + i * stride, element.data());
            sorted.emplace_back(up ? key.of(element.data()) : ~key.of(element.data()), i);
        }
        std::ranges::sort(sorted);
        for (std::size_t place = 0; place < sorted.size(); ++place)
            write_number(line, sorted[place].second, static_cast<Index>(place));
    };
    return check_lines(places, settings.along.dim, make_line, same_number);
}

/// `done`: such as "numbered". `order`: such as "from 0".
CommOutcome number_outcome(NumberSettings const& settings, std::string operation, std::string const& done, std::string const& order,
                           AxisPlan const& plan, std::string how, Index active) {
    CommOutcome outcome{
        .operation = std::move(operation), .ranks = static_cast<int>(settings.common.mapping.grid().size()), .how = std::move(how)};
    outcome.rows = {{done, fmt::format("{} {}, {}; on {}", elements_text(settings.common, active), settings.along.text(), order,
                                       counted(plan.coords(), "coordinate"))}};
    outcome.entries = [&settings, active](JsonWriter& json) {
        settings.along.entries(json);
        json.entry("taking_part", active);
    };
    return outcome;
}

/// Returns the array of numbers before the operation, with no number for any element.
CommArray unnumbered(Communicator const& world, Mapping const& mapping) {
    CommArray numbers(world, mapping);
    if (numbers.layout()) std::fill_n(reinterpret_cast<Index*>(numbers.data()), numbers.layout()->allocation_size(), no_number);
    return numbers;
}

Result<ExitCode> enumerate(Tool const& tool, Communicator const& world) {
    auto const settings = TRY(agreed_settings(world, [&] { return number_settings(tool, world.size()); }));
    auto enumeration =
        TRY(AxisEnumeration::make(settings.common.mapping, settings.along.dim, world.handle(), settings.along.options));
    auto output = TRY(CommOutput::make(world, settings.common, settings.numbers));
    auto const data = TRY(CommData::make(world, settings.common, [](Index, std::byte*) {}));
    CommArray numbers = unnumbered(world, settings.numbers);
    auto const starts = settings.along.starts_of(numbers);
    auto const where = numbers.context_of(settings.common.where);
    std::string const order =
        fmt::format("from {}{}", settings.along.options.exclusive ? 0 : 1, settings.along.down() ? ", downwards" : "");
    CommOutcome outcome = number_outcome(settings, "enumerate", "numbered", order, enumeration.plan(), "two passes",
                                         taking_part(world, settings.common));
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(numbers.timed(
            [&] { enumeration.execute(reinterpret_cast<Index*>(numbers.data()), starts.data(), where ? &*where : nullptr); }));
    if (settings.common.verify) outcome.wrong = numbers.what_is_wrong([&] { return check_numbers(numbers, settings, data); });
    return finish(tool, world, settings.common, outcome, output, numbers.data());
}

Result<ExitCode> rank(Tool const& tool, Communicator const& world) {
    auto const settings = TRY(agreed_settings(world, [&] { return number_settings(tool, world.size()); }));
    Mapping const& mapping = settings.common.mapping;
    auto const key = TRY(SortKey::make(mapping.array().type));
    auto ranking = TRY(AxisRanking::make(mapping, settings.along.dim, world.handle(), settings.along.options.direction));
    auto const generated = own_indices(mapping.array());
    auto const volume = static_cast<std::uint64_t>(mapping.volume());
    auto frame = TRY(CommFrame::make(world, settings.common, settings.numbers, [&](Index k, std::byte* to) {
        generated(static_cast<Index>(mixed_bits(static_cast<std::uint64_t>(k)) % volume), to);
    }));
    CommArray& array = frame.array;
    CommArray places = unnumbered(world, settings.numbers);
    auto const where = array.context_of(settings.common.where);
    std::string const order = settings.along.down() ? "the largest first" : "the smallest first";
    CommOutcome outcome =
        number_outcome(settings, "rank", "ranked", order, ranking.plan(), "a sample sort", taking_part(world, settings.common));
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(array.timed(
            [&] { ranking.execute(array.data(), reinterpret_cast<Index*>(places.data()), where ? &*where : nullptr); }));
    if (settings.common.verify)
        outcome.wrong = array.what_is_wrong([&] { return check_places(places, settings, frame.data, key); });
    return finish(tool, world, settings.common, outcome, frame.output, places.data());
}

} // namespace

CommSubcommand enumerate_subcommand() {
    return {
        .invocation =
            {
                .name = "enumerate",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "number the elements along a dimension",
                .description =
                    R"(Every element receives its number, a 64-bit integer, among the elements of its line that take part. Numbers begin at 1,
or at 0 with --exclusive; these are the positions if the elements are packed. Elements that --where excludes receive -1.

--segments L starts anew after every L indices. --segments FILE reads an npy file in which numbers other than 0 mark the
first elements of segments.)",
                .examples = {{"mpirun -n 4 distcomm enumerate jacobi.hpf --exclusive --verify", "Number from 0, and check."},
                             {"mpirun -n 4 distcomm enumerate jacobi.hpf --where '(i+j) % 2 == 0'", "Number every other element."},
                             {"mpirun -n 4 distcomm enumerate jacobi.hpf --out numbers.npy", "Write the numbers to a file."}},
                .main_options = {"axis", "exclusive", "in", "out", "verify", "json"},
            },
        .run = enumerate};
}

CommSubcommand rank_subcommand() {
    return {
        .invocation =
            {
                .name = "rank",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "find the position of each element in sorted order",
                .description =
                    R"(Every element receives its position in ascending order, or with --down in descending order, among the elements of its
line that take part. Positions are 64-bit integers from 0. Of equal elements the one with the lower index comes first.
NaNs count as the largest. Elements that --where excludes receive -1. The ranks that hold parts of the same lines sort
all of these lines together.)",
                .examples = {{"mpirun -n 4 distcomm rank jacobi.hpf --axis 2 --verify",
                              "Rank the elements along dimension 2, and check."},
                             {"mpirun -n 4 distcomm rank geoid.hpf --in geoid.h5 --down", "Give 0 to the largest element."},
                             {"mpirun -n 4 distcomm rank jacobi.hpf --out places.npy", "Write the positions to a file."}},
                .main_options = {"axis", "down", "in", "out", "verify", "json"},
            },
        .run = rank};
}

} // namespace tessera::cli
