// SPDX-License-Identifier: BSD-3-Clause
// Tessera: general send and get by random indices, against one process that has all of them.
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/comm/index/index_packets.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <rapidcheck.h>
#include <stdexcept>
#include <string_view>
#include <utility>

using namespace tessera;
using namespace tessera::oracle;

namespace {

using SentValue = std::int64_t;

Mapping random_target() {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, 9));
    MappingSpec spec = random_mapping_spec(extents, Communicator::world().size());
    spec.array.type = {"int64", 8};
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return Mapping::make(spec).value();
}

/// What each rank names, the same lists on every rank; some name nothing, some one element again and again.
std::vector<std::vector<Index>> random_indices(Mapping const& mapping) {
    auto const seed = static_cast<unsigned>(between(0, 1 << 20));
    std::vector<std::vector<Index>> lists;
    for (int rank = 0; rank < Communicator::world().size(); ++rank) {
        std::mt19937 random(seed + static_cast<unsigned>(rank));
        // Every third rank has many values for each element of a small array, more than the thousand that are merged at a time.
        bool const many = random() % 3 == 0 && mapping.volume() <= 90;
        std::vector<Index> list(random() % 40 + (many ? as_size(8 * mapping.volume() + 2000) : 0));
        Index const among = random() % 3 == 0 ? 1 : mapping.volume();
        for (Index& index : list) index = static_cast<Index>(random()) % among;
        lists.push_back(std::move(list));
    }
    return lists;
}

SentValue value_of(int rank, std::size_t i) {
    return rank * 1000 + static_cast<SentValue>(i) + 1;
}

/// Calls visit(number of the element, its place) for what this rank owns, whichever copy.
template <class Visit>
void for_each_owned(Mapping const& mapping, Visit const& visit) {
    auto const position = mapping.grid().position(Communicator::world().rank());
    if (!position || !mapping.holds(*position)) return;
    LocalLayout const layout(mapping, *position);
    layout.owned().for_each([&](std::span<Index const> index) {
        Index linear = 0;
        auto const n = static_cast<std::size_t>(mapping.dims());
        for (std::size_t k = 0; k < n; ++k) {
            std::size_t const d = mapping.array().order == StorageOrder::Fortran ? n - 1 - k : k;
            linear = linear * mapping.array().extents[d] + index[d];
        }
        visit(linear, as_size(layout.offset(*layout.global_to_local(index))));
    });
}

std::vector<SentValue> storage(Mapping const& mapping) {
    auto const position = mapping.grid().position(Communicator::world().rank());
    if (!position || !mapping.holds(*position)) return {};
    return std::vector<SentValue>(as_size(LocalLayout(mapping, *position).allocation_size()), -1);
}

Merge random_merge() {
    return *rc::gen::element(Merge::Auto, Merge::Never, Merge::Always);
}

/// Of the list in numbers of 8, 16, 32 or 64 bits, as wide as the array needs.
Result<IndexRoute> random_route(Mapping const& mapping, std::vector<Index> const& list, RouteOptions options) {
    ElementAddresses const addresses(mapping);
    auto const made_of = [&]<class T>(T) {
        std::vector<T> const narrow(list.begin(), list.end());
        return IndexRoute::make(addresses, MPI_COMM_WORLD, narrow, options);
    };
    switch (between(0, 3)) {
    case 0:
        if (mapping.volume() <= 256) return made_of(std::uint8_t{});
        [[fallthrough]];
    case 1:
        return made_of(std::uint16_t{});
    case 2:
        return made_of(std::int32_t{});
    default:
        return IndexRoute::make(addresses, MPI_COMM_WORLD, list, options);
    }
}

void sends_as_one_process_would() {
    Mapping const mapping = random_target();
    auto const lists = random_indices(mapping);
    auto const& own = lists[as_size(Communicator::world().rank())];
    auto route = random_route(mapping, own, {.merge = random_merge(), .every_copy = true});
    RC_ASSERT(everywhere(route.has_value()));
    std::vector<SentValue> values;
    for (std::size_t i = 0; i < own.size(); ++i) values.push_back(value_of(Communicator::world().rank(), i));
    bool const sums = one_in(2);
    auto const sum = Combiner::make(ReduceOp::Sum, mapping.array().type).value();
    std::map<Index, SentValue> expected;
    for (int rank = 0; rank < Communicator::world().size(); ++rank) {
        auto const& list = lists[as_size(rank)];
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto const at = expected.try_emplace(list[i], -1).first;
            at->second = sums ? at->second + value_of(rank, i) : value_of(rank, i);
        }
    }
    for (int run = 0; run < 2; ++run) {
        std::vector<SentValue> array = storage(mapping);
        route->send(values.data(), array.data(), sums ? std::optional(sum) : std::nullopt);
        bool right = true;
        for_each_owned(mapping, [&](Index linear, std::size_t place) {
            auto const found = expected.find(linear);
            right = right && array[place] == (found == expected.end() ? -1 : found->second);
        });
        RC_ASSERT(everywhere(right));
    }
}

void gets_what_the_owners_have() {
    Mapping const mapping = random_target();
    auto const lists = random_indices(mapping);
    auto const& own = lists[as_size(Communicator::world().rank())];
    auto route = random_route(mapping, own, {.merge = random_merge(), .every_copy = one_in(4)});
    RC_ASSERT(everywhere(route.has_value()));
    for (SentValue run = 0; run < 2; ++run) {
        std::vector<SentValue> array = storage(mapping);
        for_each_owned(mapping, [&](Index linear, std::size_t place) { array[place] = linear * 3 + run; });
        std::vector<SentValue> values(own.size(), -1);
        route->get(array.data(), values.data());
        bool right = true;
        for (std::size_t i = 0; i < own.size(); ++i) right = right && values[i] == own[i] * 3 + run;
        RC_ASSERT(everywhere(right));
    }
}

/// The elements that `own` and the other ranks' lists make of -1 everywhere, combined in the order of ranks and values.
template <class Combine>
std::map<Index, SentValue> one_process(std::vector<std::vector<Index>> const& lists, Combine const& combine) {
    std::map<Index, SentValue> expected;
    for (int rank = 0; rank < Communicator::world().size(); ++rank) {
        auto const& list = lists[as_size(rank)];
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto const at = expected.try_emplace(list[i], -1).first;
            at->second = combine(at->second, value_of(rank, i));
        }
    }
    return expected;
}

std::vector<SentValue> own_values(std::size_t count) {
    std::vector<SentValue> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(value_of(Communicator::world().rank(), i));
    return values;
}

bool holds(Mapping const& mapping, std::vector<SentValue> const& array, std::map<Index, SentValue> const& expected) {
    bool right = true;
    for_each_owned(mapping, [&](Index linear, std::size_t place) {
        auto const found = expected.find(linear);
        right = right && array[place] == (found == expected.end() ? -1 : found->second);
    });
    return right;
}

/// x -> a x + b, composed: associative, and not commutative.
SentValue composed(SentValue first, SentValue then) {
    auto const parts = [](SentValue value) {
        return std::pair{static_cast<std::uint32_t>(value >> 32), static_cast<std::uint32_t>(value)};
    };
    auto const [a, b] = parts(first);
    auto const [c, d] = parts(then);
    return static_cast<SentValue>(std::uint64_t{c * a} << 32 | std::uint64_t{static_cast<std::uint32_t>(c * b + d)});
}

void combines_as_users_say() {
    Mapping const mapping = random_target();
    auto const lists = random_indices(mapping);
    auto const& own = lists[as_size(Communicator::world().rank())];
    auto const values = own_values(own.size());
    auto const run = [&](Merge merge, SendCombiner const& combiner) {
        auto route = random_route(mapping, own, {.merge = merge, .every_copy = true}).value();
        std::vector<SentValue> array = storage(mapping);
        route.send(values.data(), array.data(), combiner);
        return array;
    };
    auto const stated = SendCombiner::of<SentValue>(composed, true);
    RC_ASSERT(everywhere(holds(mapping, run(random_merge(), stated), one_process(lists, composed))));
    auto const halved = [](SentValue a, SentValue b) { return a / 2 - b; }; // in no other order, whatever the route merges
    RC_ASSERT(everywhere(holds(mapping, run(random_merge(), SendCombiner::of<SentValue>(halved)), one_process(lists, halved))));
    auto const sum = SendCombiner::of(MPI_SUM, MPI_INT64_T, sizeof(SentValue));
    RC_ASSERT(everywhere(holds(mapping, run(random_merge(), sum), one_process(lists, std::plus<>()))));
}

void packets_bring_what_a_route_brings() {
    Mapping const mapping = random_target();
    auto const lists = random_indices(mapping);
    auto const& own = lists[as_size(Communicator::world().rank())];
    auto const values = own_values(own.size());
    PacketOptions options{.memory = between(0, 3000) * Communicator::world().size(),
                          .merge = random_merge(),
                          .search = *rc::gen::element(PacketSearch::Linear, PacketSearch::Tree, PacketSearch::Hash),
                          .rates = {}};
    if (one_in(2)) options.rates = MergeRates{.threshold = one_in(2) ? 0.05 : 0.6, .skipped = between(1, 3)};
    ElementAddresses const addresses(mapping);
    auto packets = IndexPackets::make(addresses, MPI_COMM_WORLD, options).value();
    auto const sum = Combiner::make(ReduceOp::Sum, mapping.array().type).value();
    for (int run = 0; run < 2; ++run) {
        std::vector<SentValue> array = storage(mapping);
        RC_ASSERT(everywhere(packets.send(own, values.data(), array.data(), sum).has_value()));
        RC_ASSERT(everywhere(holds(mapping, array, one_process(lists, std::plus<>()))));
        PacketCosts const costs = packets.costs();
        Index const one_each = Communicator::world().size() * (PacketSlots::bytes_each(options.search) + 24);
        RC_ASSERT(everywhere(costs.buffer_bytes <= std::max(options.memory, one_each)));
        RC_ASSERT(everywhere(costs.packed + costs.merged == costs.values * mapping.replicas()));
    }
    // Without an operation one of the values for an element stays, the same in all copies and in every run.
    std::vector<SentValue> array = storage(mapping);
    std::vector<SentValue> again = storage(mapping);
    RC_ASSERT(everywhere(packets.send(own, values.data(), array.data()).has_value()));
    RC_ASSERT(everywhere(packets.send(own, values.data(), again.data()).has_value()));
    bool right = array == again;
    for_each_owned(mapping, [&](Index linear, std::size_t place) {
        bool sent = array[place] == -1 && one_process(lists, std::plus<>()).count(linear) == 0;
        for (int rank = 0; rank < Communicator::world().size(); ++rank)
            for (std::size_t i = 0; i < lists[as_size(rank)].size(); ++i)
                sent = sent || (lists[as_size(rank)][i] == linear && array[place] == value_of(rank, i));
        right = right && sent;
    });
    RC_ASSERT(everywhere(right));
}

void packets_refuse_indices_beyond_the_array() {
    Mapping const mapping = random_target();
    ElementAddresses const addresses(mapping);
    auto packets = IndexPackets::make(addresses, MPI_COMM_WORLD).value();
    std::vector<Index> own(3, 0);
    if (Communicator::world().rank() == Communicator::world().size() - 1) own[2] = mapping.volume();
    std::vector<SentValue> const values(3, 0);
    std::vector<SentValue> array = storage(mapping);
    RC_ASSERT(everywhere(!packets.send(own, values.data(), array.data()).has_value()));
}

void refuses_indices_beyond_the_array() {
    Mapping const mapping = random_target();
    int const culprit = static_cast<int>(between(0, Communicator::world().size() - 1));
    std::vector<Index> own(one_in(2) ? 3 : as_size(8 * mapping.volume()) + 3, 0);
    if (Communicator::world().rank() == culprit) own[1] = one_in(2) ? mapping.volume() : -1;
    auto const route = IndexRoute::make(ElementAddresses(mapping), MPI_COMM_WORLD, own);
    auto const who = "rank " + std::to_string(culprit) + ": index ";
    RC_ASSERT(everywhere(!route.has_value() && route.error().message.find(who) != std::string::npos));
}

/// Numbers from 2^63 on are told as they are, not as negative ones.
void tells_large_unsigned_indices() {
    Mapping const mapping = random_target();
    std::vector<std::uint64_t> const own{0, std::uint64_t{1} << 63};
    auto const route = IndexRoute::make(ElementAddresses(mapping), MPI_COMM_WORLD, own);
    RC_ASSERT(everywhere(!route.has_value() && route.error().message.find("index 9223372036854775808 ") != std::string::npos));
}

/// 100 - 1 - 20 and not 100 - (1 - 20), in every build.
void subtracts_value_by_value() {
    MappingSpec spec = random_mapping_spec({4}, Communicator::world().size());
    spec.array.type = {"int64", 8};
    Mapping const mapping = Mapping::make(spec).value();
    auto const minus = SendCombiner::of<SentValue>(std::minus<>());
    for (std::size_t const count : {std::size_t{2}, std::size_t{64}}) { // sparse and dense
        std::vector<Index> const own(Communicator::world().rank() == 0 ? count : 0, 3);
        auto route = random_route(mapping, own, {.merge = Merge::Always, .every_copy = true}).value();
        std::vector<SentValue> array = storage(mapping);
        for (int run = 0; run < 2; ++run) route.send(own_values(own.size()).data(), array.data(), minus);
        auto const sum = static_cast<SentValue>(count * (count + 1));
        RC_ASSERT(everywhere(holds(mapping, array, {{3, -1 - sum}})));
    }
}

/// Without .every_copy a send would leave the copies different from each other.
void refuses_to_send_to_one_copy_of_several() {
    Mapping const mapping = random_target();
    std::vector<Index> const own(3, 0);
    auto const values = own_values(own.size());
    auto route = IndexRoute::make(ElementAddresses(mapping), MPI_COMM_WORLD, own).value();
    std::vector<SentValue> array = storage(mapping);
    bool refused = false;
    try {
        route.send(values.data(), array.data());
    } catch (std::logic_error const& error) {
        refused = std::string_view(error.what()).find(".every_copy") != std::string_view::npos;
    }
    RC_ASSERT(everywhere(refused == (mapping.replicas() > 1)));
}

/// By storage number, the ranks that hold an element, copies too.
std::vector<std::vector<Rank>> holders(Mapping const& mapping) {
    std::vector<std::vector<Rank>> ranks(as_size(mapping.volume()));
    auto const n = static_cast<std::size_t>(mapping.dims());
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        mapping.owned(position).for_each([&](std::span<Index const> index) {
            Index linear = 0;
            for (std::size_t k = 0; k < n; ++k) {
                std::size_t const d = mapping.array().order == StorageOrder::Fortran ? n - 1 - k : k;
                linear = linear * mapping.array().extents[d] + index[d];
            }
            ranks[as_size(linear)].push_back(mapping.grid().rank(position));
        });
    }
    return ranks;
}

/// Each value, or each element that a rank names, goes to every other rank that holds its element: nothing else is recorded.
void records_what_travels() {
    Mapping const mapping = random_target();
    auto const lists = random_indices(mapping);
    auto const& own = lists[as_size(Communicator::world().rank())];
    bool const merges = one_in(2);
    auto route = random_route(mapping, own, {.merge = merges ? Merge::Always : Merge::Never, .every_copy = true});
    RC_ASSERT(everywhere(route.has_value()));
    auto const ranks_of = holders(mapping);
    bool const gets = mapping.replicas() == 1 && one_in(2);
    std::map<std::pair<Rank, Rank>, Index> expected;
    for (Rank rank = 0; rank < Communicator::world().size(); ++rank) {
        std::vector<Index> list = lists[as_size(rank)];
        std::ranges::sort(list);
        if (merges) list.erase(std::unique(list.begin(), list.end()), list.end());
        for (Index const element : list)
            for (Rank const holder : ranks_of[as_size(element)])
                if (holder != rank) expected[gets ? std::pair(holder, rank) : std::pair(rank, holder)] += Index{sizeof(SentValue)};
    }
    TraceRecorder trace;
    route->record(&trace);
    std::vector<SentValue> array = storage(mapping);
    std::vector<SentValue> values(own.size(), 1);
    for (int run = 0; run < 2; ++run) gets ? route->get(array.data(), values.data()) : route->send(values.data(), array.data());
    std::map<std::pair<Rank, Rank>, Index> recorded;
    auto const transfers = trace.gather(Communicator::world());
    for (TracedTransfer const& each : transfers) recorded[{each.from, each.to}] += each.bytes;
    bool const here = Communicator::world().rank() == 0;
    RC_ASSERT(everywhere(!here || (recorded == expected && transfers.size() == expected.size())));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases =
        std::to_string(400 / (Communicator::world().size() + 2)); // a case costs the more, the more ranks share a core
    try_many_cases(("seed=5 max_success=" + cases).c_str());
    return exit_code({rc::check("send does what one process would", sends_as_one_process_would),
                      rc::check("get gets what the owners have", gets_what_the_owners_have),
                      rc::check("a trace holds what travels", records_what_travels),
                      rc::check("users combine as they say", combines_as_users_say),
                      rc::check("values are subtracted one by one", subtracts_value_by_value),
                      rc::check("a send to one copy of several is refused", refuses_to_send_to_one_copy_of_several),
                      rc::check("packets bring what a route brings", packets_bring_what_a_route_brings),
                      rc::check("packets refuse indices beyond the array", packets_refuse_indices_beyond_the_array),
                      rc::check("large unsigned indices are told", tells_large_unsigned_indices),
                      rc::check("indices beyond the array are refused", refuses_indices_beyond_the_array)});
}
