// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm send and get: every rank writes or reads elements by index, anywhere in the array.
#include "cli/common/index_loading.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_trace.hpp"
#include "cli/distcomm/named_elements.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

struct IndexSettings {
    CommSettings common;
    IndexLists lists;
    std::optional<Combiner> combiner;
    Merge merge = Merge::Auto;
    std::vector<std::byte> values = {}; ///< values of --values; empty: the elements' own values, or generated ones
};

/// Errors: both --in and --values give the values to send; --in names a file of elements, and the values belong to no element.
Result<void> check_sent(CommSettings const& common, IndexLists const& lists, bool has_values) {
    if (!common.in) return {};
    if (has_values) return fail("--values and --in cannot be used together");
    if (lists.of_elements()) return {};
    return fail(fmt::format("--in has one value for each element, and --indices is a list: give the values with --values, or "
                            "the indices in the shape of {}",
                            common.mapping.array().name));
}

Result<IndexSettings> index_settings(Tool const& tool, int ranks, bool sends) {
    auto common = TRY(comm_settings(tool, ranks));
    auto lists = TRY(load_indices(tool.arguments, common.mapping, common.where));
    if (lists.ranks() > ranks) return too_few_ranks(lists.ranks(), ranks);
    auto values = TRY(load_values(tool.arguments, lists, common.mapping.array()));
    bool const has_values = tool.arguments.has("values");
    TRY(sends ? check_sent(common, lists, has_values) : Result<void>{});
    auto combiner = TRY(sends ? load_sending(tool.arguments, common.mapping.array().type) : std::optional<Combiner>());
    return IndexSettings{std::move(common), std::move(lists), std::move(combiner), load_merge(tool.arguments), std::move(values)};
}

/// Totals of all ranks.
struct RouteTotals {
    Index values = 0;
    Index travel = 0;
    Index messages = 0;
    Index merging_ranks = 0;
};

RouteTotals totals_of(Communicator const& world, IndexRoute const& route) {
    IndexRouteCosts const costs = route.costs();
    std::array<Index, 4> sums{costs.values, costs.travel, costs.messages, costs.merged ? 1 : 0};
    sum_entries<Index>(world, sums);
    return {sums[0], sums[1], sums[2], sums[3]};
}

CommOutcome index_outcome(IndexSettings const& settings, RouteTotals const& totals, bool sends, double planning) {
    Index const bytes = totals.travel * settings.common.mapping.array().type.bytes;
    CommOutcome outcome{.operation = sends ? "send" : "get",
                        .ranks = static_cast<int>(settings.common.mapping.grid().size()),
                        .how = counted(totals.messages, "message")};
    std::string const by = settings.combiner ? fmt::format(", combined by {}", name_of(settings.combiner->op())) : std::string();
    outcome.rows = {
        {sends ? "sent" : "got",
         fmt::format("{} by index ({}){}; {} between ranks ({})", counted(totals.values, "value"), settings.lists.description(), by,
                     counted(totals.travel, "value"), scaled_bytes(bytes))},
        {"planned", fmt::format("in {}; {}", short_seconds(planning),
                                totals.merging_ranks > 0 ? fmt::format("values for the same element are combined first on {}",
                                                                       counted(totals.merging_ranks, "rank"))
                                                         : std::string("each value is sent by itself"))}};
    outcome.right = sends ? "equal to one process" : "every value is that of its element";
    outcome.entries = [=, indices = settings.lists.description()](JsonWriter& json) {
        json.entry("indices", indices);
        json.entry("values", totals.values);
        json.entry("travel", totals.travel);
        json.entry("bytes", bytes);
        json.entry("messages", totals.messages);
        json.entry("merging_ranks", totals.merging_ranks);
        json.entry("plan_time", planning);
    };
    return outcome;
}

/// Returns a generator for the elements' values. If they are combined, sums of floats are exact.
CommData::Generator generator_of(ArraySpec const& array, std::optional<Combiner> const& combiner) {
    return combiner ? combinable(array, combiner->op()) : own_indices(array);
}

/// A route made from every rank's indices, and the time for making it.
struct TimedRoute {
    IndexRoute route;
    double planning = 0;
};

Result<TimedRoute> timed_route(Communicator const& world, IndexSettings const& settings, std::vector<Index> const& indices,
                               bool sends) {
    world.barrier();
    double const start = seconds_now();
    auto route = TRY(IndexRoute::make(ElementAddresses(settings.common.mapping), world.handle(), indices,
                                      {.merge = settings.merge, .every_copy = sends}));
    return TimedRoute{std::move(route), slowest(world, seconds_now() - start)};
}

/// Returns the bytes from each rank to each other rank. Collective.
Result<MessageSet> messages_of(Communicator const& world, IndexRoute const& route, Index bytes_each, bool sends) {
    std::vector<Index> const mine = route.travelling();
    std::vector<Index> all(mine.size() * mine.size());
    int const ranks = world.size();
    check_mpi(MPI_Allgather(mine.data(), ranks, MPI_INT64_T, all.data(), ranks, MPI_INT64_T, world.handle()), "MPI_Allgather");
    std::vector<MessageSet::Triple> triples;
    std::vector<Rank> everybody;
    for (Rank rank = 0; rank < ranks; ++rank) {
        everybody.push_back(rank);
        for (Rank owner = 0; owner < ranks; ++owner) {
            Index const bytes = all[as_size(rank) * mine.size() + as_size(owner)] * bytes_each;
            if (bytes > 0) triples.push_back({sends ? rank : owner, sends ? owner : rank, bytes});
        }
    }
    return MessageSet::of(triples, everybody);
}

/// `source` has the elements; `target` gets the result.
void run_route(IndexSettings const& settings, NamedElements const& named, IndexRoute& route, bool sends, CommArray& source,
               CommArray& target, std::vector<std::byte>& packed, CommOutcome& outcome) {
    for (int run = 0; run < settings.common.repeat; ++run) {
        if (sends) named.prepare_to_receive(target, settings.combiner);
        outcome.seconds.push_back(source.timed_by_all([&] {
            if (sends)
                route.send(packed.data(), target.data(), settings.combiner);
            else
                route.get(source.data(), packed.data());
        }));
    }
}

/// Returns the initial values of a get: for elements, their own values; for lists, zeros.
std::vector<std::byte> what_elements_keep(IndexLists const& lists, Rank rank, CommArray const& array) {
    std::vector<std::byte> values(as_size(lists.room(rank) * array.mapping().array().type.bytes));
    if (lists.of_elements()) std::copy_n(array.data(), values.size(), values.begin());
    return values;
}

Result<ExitCode> move_named(Tool const& tool, Communicator const& world, bool sends) {
    auto const settings = TRY(agreed_settings(world, [&] { return index_settings(tool, world.size(), sends); }));
    CommSettings const& common = settings.common;
    Mapping const result = sends ? common.mapping : settings.lists.values_mapping();
    auto frame = TRY(CommFrame::make(world, common, result, generator_of(common.mapping.array(), settings.combiner)));
    CommArray& source = frame.array;
    CommArray target = source.copy();
    NamedElements const named(common, settings.lists, settings.values);
    std::vector<Index> const indices = settings.lists.elements_of(world.rank());
    auto made = TRY(timed_route(world, settings, indices, sends));
    auto trace = TRY(CommTrace::make(tool, world));
    if (trace.wanted()) {
        auto messages = messages_of(world, made.route, common.mapping.array().type.bytes, sends);
        TRY(trace.expect(tool, std::move(messages)));
        made.route.record(trace.recorder());
    }
    CommOutcome outcome = index_outcome(settings, totals_of(world, made.route), sends, made.planning);
    std::vector<std::byte> packed = named.own_values(world.rank(), source, frame.data);
    run_route(settings, named, made.route, sends, source, target, packed, outcome);
    std::vector<std::byte> got;
    if (!sends && common.out) {
        got = what_elements_keep(settings.lists, world.rank(), target);
        named.put_values(world.rank(), packed, got.data());
    }
    if (common.verify)
        outcome.wrong = source.what_is_wrong([&] {
            return sends ? named.check_array(target, frame.data, settings.combiner)
                         : named.check_values(packed, indices, frame.data);
        });
    TRY(trace.write(tool, world));
    return finish(tool, world, common, outcome, frame.output, sends ? target.data() : got.data());
}

Result<ExitCode> send(Tool const& tool, Communicator const& world) {
    return move_named(tool, world, true);
}

Result<ExitCode> get(Tool const& tool, Communicator const& world) {
    return move_named(tool, world, false);
}

constexpr char const* common_text =
    R"(Every element of the array has a value, and an index that names another element. --pattern generates the indices:

permuted:: Each element is named once.

random:: Elements are drawn at random, so some are named several times and some never.

few:: Only the first hundredth of the elements is named.

--indices reads the indices from a file instead. The file has the shape of the array, or holds one list, which is
divided into equal parts, or one row for each rank. An index of -1 names no element.

tessera::IndexRoute finds the owners of the named elements and sends the positions once; this is the planning time in
the report. --merge combines values for the same element before they travel. auto does so if a sample finds enough such
values to pay off, on shared memory or on a network. 'distplan comm send' and 'distplan comm get' show what moves.)";

} // namespace

CommSubcommand send_subcommand() {
    return {.invocation =
                {
                    .name = "send",
                    .arguments = "[JOB]",
                    .max_arguments = 1,
                    .summary = "send values to elements named by index",
                    .description = std::string(common_text) +
                                   R"(

Without --op an element keeps the last value that is sent to it. --out writes the array that receives the values. Elements
that receive none are 0; with --op they are its neutral element, such as 1 for a product. If an element has copies,
each copy receives the value.)",
                    .examples = {{"mpirun -n 4 distcomm send jacobi.hpf --verify", "Permute the elements, and check."},
                                 {"mpirun -n 4 distcomm send jacobi.hpf --pattern few --op sum", "Compute a histogram."},
                                 {"mpirun -n 4 distcomm send jacobi.hpf --pattern random --json",
                                  "Send to random elements, and report as JSON."}},
                    .main_options = {"indices", "in", "out", "op", "verify", "json"},
                },
            .run = send};
}

CommSubcommand get_subcommand() {
    return {.invocation =
                {
                    .name = "get",
                    .arguments = "[JOB]",
                    .max_arguments = 1,
                    .summary = "fetch elements named by index",
                    .description = std::string(common_text) +
                                   R"(

--out writes an array that holds what each element fetched. Elements that fetch nothing keep their values.)",
                    .examples = {{"mpirun -n 4 distcomm get jacobi.hpf --verify", "Fetch a permutation, and check."},
                                 {"mpirun -n 4 distcomm get jacobi.hpf --pattern few --repeat 9",
                                  "Time the case that all read the same few elements."},
                                 {"mpirun -n 4 distcomm get jacobi.hpf --merge never --json",
                                  "Send each value by itself, and report as JSON."}},
                    .main_options = {"indices", "in", "out", "verify", "repeat", "json"},
                },
            .run = get};
}

} // namespace tessera::cli
