// SPDX-License-Identifier: BSD-3-Clause
// Tessera: prices of messages: the cost on a site of the plan, schedule and collective that Tessera would execute.
#include "libcore/program/price.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/comm/halo/halo_packing.hpp"
#include "libcore/network/choice.hpp"
#include "libcore/program/largest_part.hpp"
#include "libcore/program/local_copies.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tessera {
namespace {

/// Least number of ranks for which collectives are priced by their outlines.
constexpr int many_ranks = 128;

/// If there are more messages, the choice of an algorithm examines a sample.
constexpr double looked_at_closely = 1 << 15;

/// Returns a lower bound of the messages that a rank with this number of partners starts, if other ranks may forward them. It is
/// the logarithm of the number.
Index fewest_starts(Index partners) {
    return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(partners)));
}

/// Returns the number of blocks of each length in a dimension.
std::map<Index, Index> blocks_of(DimMapping const& dim) {
    std::map<Index, Index> blocks;
    for (Index coord = 0; coord < dim.coords(); ++coord) {
        PeriodicSet const owned = dim.owned(coord);
        for (RunWalk walk(owned); !walk.done(); walk.next()) ++blocks[walk.run().size()];
    }
    return blocks;
}

/// Returns a lower bound of the bytes of every message.
Index shortest_message(RedistPlan const& plan) {
    Index bytes = plan.source().array().type.bytes;
    for (DimTransfer const& factor : plan.factors()) {
        Index least = factor.extent();
        for (Index source = 0; source < factor.source().coords(); ++source)
            for (DimTransfer::Entry const& entry : factor.row(source)) least = std::min(least, entry.count);
        bytes *= least;
    }
    return bytes;
}

/// Returns the extra hops to reach `partners` ranks with `starts` messages per rank: the sum, over the nearest partners, of the
/// hops after the first.
double hops_beyond_the_first(Index partners, Index starts) {
    double left = static_cast<double>(partners);
    double within = 1; // number of ranks that are reached with this number of hops
    double hops = 0;
    for (Index hop = 1; hop <= starts && left > 0; ++hop) {
        within = within * static_cast<double>(starts - hop + 1) / static_cast<double>(hop);
        double const reached = std::min(left, within);
        hops += reached * static_cast<double>(hop - 1);
        left -= reached;
    }
    return hops;
}

} // namespace

Price& Price::operator+=(Price const& other) {
    seconds = seconds && other.seconds ? std::optional(*seconds + *other.seconds) : std::nullopt;
    bytes = saturated_add(bytes, other.bytes);
    messages = saturated_add(messages, other.messages);
    steps = saturated_add(steps, other.steps);
    if (algorithm.empty())
        algorithm = other.algorithm;
    else if (!other.algorithm.empty() && other.algorithm != algorithm)
        algorithm = "several";
    return *this;
}

Price operator+(Price a, Price const& b) {
    return a += b;
}

Price operator*(Price price, double times) {
    if (price.seconds) *price.seconds *= times;
    for (Index Price::*const figure : {&Price::bytes, &Price::messages, &Price::steps})
        price.*figure = saturated_round(static_cast<double>(price.*figure) * times);
    return price;
}

Result<Site const*> PriceList::site_of(int ranks) {
    if (auto const known = sites_.find(ranks); known != sites_.end()) return &known->second;
    auto site = TRY(site_(ranks));
    return &sites_.emplace(ranks, std::move(site)).first->second;
}

Result<Machine const*> PriceList::machine(int ranks) {
    auto const site = TRY(site_of(ranks));
    Machine const* const machine = site->machine.get();
    return machine != nullptr && machine->has_rates() ? machine : nullptr;
}

Result<Price> PriceList::exchange(MessageSet const& messages) {
    if (watch_.stopped()) return stopped_error();
    if (expected_effort_ > 0) watch_.report(saturated_round(effort_), saturated_round(expected_effort_));
    Price price;
    if (messages.messages() == 0) return price;
    auto const site = TRY(site_of(messages.size()));
    auto const count = static_cast<double>(messages.messages());
    effort_ += messages.is_all_to_all() ? messages.size() : std::min(count, looked_at_closely) + count / 8;
    auto const choice = TRY(choose_algorithm(messages, *site, watch_.silent()));
    if (site->machine != nullptr && site->machine->has_rates() && !choice.time) return fail(choice.lack);
    price.seconds = choice.time;
    price.bytes = messages.total_bytes();
    price.messages = messages.messages();
    price.steps = choice.candidates.front().steps;
    price.algorithm = choice.algorithm;
    return price;
}

/// Returns the cheapest rates over all protocols, or nothing without a machine.
Result<std::optional<PriceList::LeastRates>> PriceList::least_rates(int ranks) {
    auto const rates = TRY(machine(ranks));
    if (rates == nullptr) return std::optional<LeastRates>{};
    constexpr double infinite = std::numeric_limits<double>::infinity();
    LeastRates least{infinite, infinite};
    for (Protocol const& protocol : rates->protocols) {
        least.start = std::min(least.start, protocol.alpha);
        for (auto const& rate : {protocol.beta_ex, protocol.beta_sr, protocol.beta_s})
            if (rate) least.byte = std::min(least.byte, *rate);
    }
    if (std::isinf(least.byte)) least.byte = 0;
    return std::optional(least);
}

Result<Price> PriceList::least(int ranks, Index partners, double bytes) {
    auto const rates = TRY(least_rates(ranks));
    if (!rates) return Price{.seconds = std::nullopt};
    auto const starts = static_cast<double>(fewest_starts(partners));
    return Price{.seconds = starts * rates->start + bytes * rates->byte};
}

Result<Price> PriceList::halo(Mapping const& mapping, PhaseArray const& use, Pricing pricing) {
    HaloKey key{numbers_.number_of(mapping), {}, use.corners};
    for (ShadowWidth const& width : use.halo) std::get<1>(key).emplace_back(width.low, width.high);
    if (auto const known = halos_.find(key); known != halos_.end()) return known->second;
    Stencil const stencil = use.corners ? Stencil::box(use.halo) : Stencil::star(use.halo);
    auto const plan = TRY(HaloPlan::make(mapping, stencil));
    if (pricing == Pricing::Least) {
        auto const shares = TRY(HaloShares::make(plan, watch_.silent()));
        return least_halo(shares);
    }
    auto price = full_halo(plan);
    if (price) halos_.emplace(std::move(key), *price);
    return price;
}

/// Returns the larger of two lower bounds. Some rank sends its data in at least one message. The average rank sends its share of
/// all messages and bytes. The two ranks may differ, as for remaps. (The received data gives no bound. Many ranks may send to one
/// in the same step. While the link has capacity, this takes only as long as their longest message.)
Result<Price> PriceList::least_halo(HaloShares const& shares) {
    HaloTotals const& totals = shares.totals();
    if (totals.messages == 0) return Price{};
    Index const ranks = shares.plan().mapping().grid().size();
    double const element = static_cast<double>(totals.bytes) / static_cast<double>(totals.elements);
    Index const sent = TRY(shares.largest_known_send(watch_));
    auto const one_message = TRY(least(static_cast<int>(ranks), 1, element * static_cast<double>(sent)));
    auto price = least(RemapTraffic{.ranks = ranks, .partners = 1, .bytes = totals.bytes, .messages = totals.messages});
    if (price && price->seconds) price->seconds = std::max(*price->seconds, *one_message.seconds);
    return price;
}

Result<Price> PriceList::full_halo(HaloPlan const& plan) {
    auto const messages = TRY(messages_of(plan, watch_.silent()));
    auto price = exchange(messages);
    if (!price || price->messages == 0 || !price->seconds) return price;
    auto const rates = TRY(machine(messages.size()));
    if (rates == nullptr || rates->gather.empty()) return price;
    auto const packing = TRY(most_packing(plan, watch_.silent()));
    auto const stretches = static_cast<double>(packing.stretches);
    double const bytes = static_cast<double>(packing.elements * plan.mapping().array().type.bytes);
    if (stretches > 0) *price->seconds += stretches * rates->gather_time(bytes / stretches);
    return price;
}

Result<Price> PriceList::reduction(Mapping const& mapping, PhaseArray const& use, Pricing pricing) {
    CollectiveTask task{.kind = CollectiveKind::Reduce, .element_bytes = mapping.array().type.bytes};
    for (int d = 0; d < mapping.dims(); ++d) {
        if (use.reduced[as_size(d)])
            task.ranks *= static_cast<int>(mapping.dim(d).coords());
        else
            task.elements *= detail::largest_part(mapping.dim(d));
    }
    auto const one = collective(task, pricing);
    if (!one) return one;
    Price price = *one;
    auto const groups = static_cast<double>(mapping.grid().size() / mapping.replicas()) / task.ranks;
    price.bytes = saturated_round(static_cast<double>(price.bytes) * groups);
    price.messages = saturated_round(static_cast<double>(price.messages) * groups);
    return price;
}

Result<Price> PriceList::spreading(Mapping const& mapping, PhaseArray const& use, Pricing pricing) {
    auto const rates = TRY(machine(static_cast<int>(mapping.grid().size())));
    bool const packs = pricing == Pricing::Full && rates != nullptr && !rates->gather.empty();
    Price sum;
    for (int d = 0; d < mapping.dims(); ++d) {
        if (!use.spread[as_size(d)]) continue;
        CollectiveTask task{.kind = CollectiveKind::Broadcast, .element_bytes = mapping.array().type.bytes};
        task.ranks = static_cast<int>(mapping.dim(d).coords());
        Index others = 1;
        for (int e = 0; e < mapping.dims(); ++e)
            if (e != d) others *= detail::largest_part(mapping.dim(e));
        double const groups = static_cast<double>(mapping.grid().size() / mapping.replicas()) / task.ranks;
        for (auto const& [length, count] : blocks_of(mapping.dim(d))) {
            task.elements = length * others;
            auto one = collective(task, pricing);
            if (!one) return one;
            one->bytes = saturated_round(static_cast<double>(one->bytes) * groups);
            one->messages = saturated_round(static_cast<double>(one->messages) * groups);
            if (packs && one->seconds && task.ranks > 1) *one->seconds += packing_of_panel(mapping, d, length, *rates);
            sum += *one * static_cast<double>(count);
        }
    }
    return sum;
}

Result<Price> PriceList::collective(CollectiveTask const& task, Pricing pricing) {
    if (watch_.stopped()) return stopped_error();
    if (task.ranks == 1 || task.elements == 0) return Price{};
    CollectiveKey const key{task.kind, task.ranks, task.elements, task.element_bytes};
    if (auto const known = collectives_.find(key); known != collectives_.end()) return known->second;
    // The data of one rank reaches all others, and some rank receives at least the bytes of the vector.
    if (pricing == Pricing::Least) return least(task.ranks, task.ranks - 1, static_cast<double>(task.bytes()));
    auto price = best_collective(task);
    if (price) collectives_.emplace(key, *price);
    return price;
}

/// Prices the messages alone, as an exchange. For machines that lack a rate for all collectives.
Result<Price> PriceList::as_messages(CollectiveTask const& task, std::string const& lacking) {
    std::vector<MessageSet::Triple> triples;
    for (Rank from = 0; from < task.ranks; ++from)
        for (Rank to = 0; to < task.ranks; ++to)
            if (from != to && (task.kind == CollectiveKind::Reduce || from == task.root))
                triples.push_back({from, to, task.bytes()});
    auto const messages = TRY(MessageSet::of(triples));
    auto price = exchange(messages);
    return price ? price : fail(lacking);
}

/// Returns the cheapest of the algorithms that MPI implementations use. Without rates, the one with the fewest bytes on any rank.
Result<Price> PriceList::best_collective(CollectiveTask const& task) {
    auto const site = TRY(site_of(task.ranks));
    bool const timed = site->machine != nullptr && site->machine->has_rates();
    Price best;
    double least = std::numeric_limits<double>::infinity();
    std::string lacking;
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.kind != task.kind || each.make == nullptr || each.multicasts || !each.mpi_has_it) continue;
        CollectivePlan const plan = task.ranks < many_ranks ? make_collective(each, task) : outline_collective(each, task);
        auto const cost = timed ? cost_of(plan, task.element_bytes, *site) : Result<CollectiveCost>(CollectiveCost{});
        if (!cost) lacking = cost.error().message;
        if (!cost) continue;
        CollectiveTotals const totals = totals_of(plan);
        double const figure = timed ? cost->time : static_cast<double>(totals.most_sent);
        if (figure >= least) continue;
        least = figure;
        best = {timed ? std::optional(cost->time) : std::nullopt, totals.elements_sent * task.element_bytes, totals.messages,
                totals.steps, std::string(each.name)};
    }
    return std::isinf(least) ? as_messages(task, lacking) : Result<Price>(best);
}

RemapTraffic& RemapTraffic::operator+=(RemapTraffic const& other) {
    if (other.is_nothing()) return *this;
    if (is_nothing()) return *this = other;
    ranks = std::max(ranks, other.ranks);
    partners = std::max(partners, other.partners);
    bytes = saturated_add(bytes, other.bytes);
    messages = std::max(messages, other.messages);
    shortest = std::min(shortest, other.shortest);
    from_copies = from_copies || other.from_copies;
    to_copies = to_copies || other.to_copies;
    return *this;
}

/// Several exchanges are like one schedule that forwards messages, so the bounds still hold. Exceptions: if the source has copies,
/// other ranks may send on another way; if the target has copies, forwarded data may serve several ranks.
RemapTraffic RemapTraffic::on_any_way() const {
    RemapTraffic sure = *this;
    if (from_copies && !is_nothing()) sure.partners = sure.messages = 1;
    if (from_copies || to_copies) sure.shortest = 0;
    return sure;
}

PriceList::NumberedMove PriceList::numbered(MovingArray const& array) {
    return {array.from_number ? *array.from_number : number_of(*array.from),
            array.to_number ? *array.to_number : number_of(*array.to)};
}

Result<RemapTraffic> PriceList::traffic(MovingArray const& array) {
    NumberedMove const move = numbered(array);
    if (move.first == move.second) return RemapTraffic{};
    if (auto const known = traffic_.find(move); known != traffic_.end()) return known->second;
    auto const plan = TRY(RedistPlan::make(*array.from, *array.to));
    RedistTotals const totals = plan.totals();
    RemapTraffic traffic{std::max(array.from->grid().size(), array.to->grid().size()), totals.max_sends, totals.bytes_moved,
                         totals.messages, shortest_message(plan)};
    traffic.from_copies = array.from->replicas() > 1;
    traffic.to_copies = array.to->replicas() > 1;
    if (!traffic.from_copies && !traffic.to_copies) { // the reverse remap has the same messages in the other direction
        RemapTraffic back = traffic;
        back.partners = totals.max_receives;
        traffic_.emplace(NumberedMove{move.second, move.first}, back);
    }
    return traffic_.emplace(move, traffic).first->second;
}

/// Returns the larger of two lower bounds. First: the rank that sends to the most partners starts at least the logarithm of their
/// number. (Many may send to one in the same step.) Second: the average rank has its share of bytes and messages. A rank that
/// starts s messages reaches others by chains of messages: s ranks in one hop, s(s-1)/2 in two, and so on. So few starts make bytes
/// travel far (after Bruck, Ho, Kipnis, Upfal and Weathersby 1997). The bound is the time for the best number of starts. The two
/// ranks may differ, so their times do not add up.
Result<Price> PriceList::least(RemapTraffic const& traffic) {
    if (traffic.is_nothing()) return Price{};
    auto const rates = TRY(least_rates(static_cast<int>(traffic.ranks)));
    Price price{.seconds = std::nullopt, .bytes = traffic.bytes, .messages = traffic.messages};
    if (!rates) return price;
    auto const [start, byte] = *rates;
    double const share = static_cast<double>(traffic.bytes) / static_cast<double>(traffic.ranks);
    Index const partners = traffic.messages / traffic.ranks;
    double least = std::numeric_limits<double>::infinity();
    for (Index starts = fewest_starts(partners); static_cast<double>(starts) * start < least; ++starts) {
        double const forwarded = static_cast<double>(traffic.shortest) * hops_beyond_the_first(partners, starts);
        least = std::min(least, static_cast<double>(starts) * start + (share + forwarded) * byte);
        if (starts >= partners) break; // nothing has to be forwarded
    }
    price.seconds = std::max(least, static_cast<double>(fewest_starts(traffic.partners)) * start);
    return price;
}

Result<Price> PriceList::least_of_ways(std::span<MovingArray const> arrays) {
    RemapTraffic sum;
    for (MovingArray const& array : arrays) {
        auto const one = TRY(traffic(array));
        sum += one.on_any_way();
    }
    return least(sum);
}

Result<double> PriceList::least_in_company(MovingArray const& array, std::size_t company) {
    auto const least = TRY(least_of_ways({&array, 1}));
    if (least.messages == 0) return 0.0;
    auto const alone = TRY(traffic(array));
    auto const rates = TRY(least_rates(static_cast<int>(alone.ranks)));
    if (!rates || !least.seconds) return 0.0;
    double const bytes = static_cast<double>(alone.bytes) / static_cast<double>(alone.ranks) * rates->byte;
    return bytes + (*least.seconds - bytes) / static_cast<double>(company);
}

Result<Price> PriceList::remap(Mapping const& from, Mapping const& to, Pricing pricing) {
    MovingArray const array{&from, &to};
    return remap({&array, 1}, pricing);
}

Result<Price> PriceList::remap(std::span<MovingArray const> arrays, Pricing pricing) {
    RemapTraffic traffic_of_all;
    std::vector<NumberedMove> moves;
    std::vector<MovingArray> moving;
    for (MovingArray const& array : arrays) {
        auto const one = TRY(traffic(array));
        if (one.is_nothing()) continue;
        traffic_of_all += one;
        moves.push_back(numbered(array));
        moving.push_back(array);
    }
    if (moving.empty()) return Price{};
    std::ranges::sort(moves);
    if (auto const known = remaps_.find(moves); known != remaps_.end()) return known->second;
    if (pricing == Pricing::Least) return least(traffic_of_all);
    auto price = moves.front() == moves.back() ? several_alike(moving) : several(moving);
    if (price) remaps_.emplace(std::move(moves), *price);
    return price;
}

/// Arrays with equal moves are treated as one array of larger elements.
Result<Price> PriceList::several_alike(std::span<MovingArray const> moving) {
    auto const enlarged = [&](Mapping const& mapping) {
        MappingSpec spec = mapping.spec();
        spec.array.type.bytes *= std::ssize(moving);
        return Mapping::make(std::move(spec));
    };
    auto const from = TRY(enlarged(*moving.front().from));
    auto const to = TRY(enlarged(*moving.front().to));
    MovingArray const array{&from, &to};
    return several({&array, 1});
}

Result<Price> PriceList::several(std::span<MovingArray const> moving) {
    std::vector<RedistPlan> plans;
    for (MovingArray const& array : moving) plans.push_back(TRY(RedistPlan::make(*array.from, *array.to)));
    return full_remap(std::move(plans));
}

Result<Price> PriceList::full_remap(std::vector<RedistPlan> plans) {
    auto price = exchange_of(plans);
    if (!price || !price->seconds) return price;
    Index ranks = 0;
    for (RedistPlan const& plan : plans) ranks = std::max(ranks, plan.ranks());
    auto const rates = TRY(machine(static_cast<int>(ranks)));
    if (rates != nullptr && !rates->gather.empty()) *price->seconds += local_copies(plans, *rates);
    return price;
}

Result<Price> PriceList::exchange_of(std::vector<RedistPlan> plans) {
    auto multi = TRY(MultiPlan::make(std::move(plans)));
    auto const messages = TRY(MessageSet::of(multi));
    return exchange(messages);
}

} // namespace tessera
