// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every algorithm on random message sets: everything arrives, and each keeps its own promise.
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/quality.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/message_set_generator.hpp"
#include "tests/property/recorded_schedule.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

std::shared_ptr<Schedule const> made(std::string_view algorithm, MessageSet const& messages) {
    return make_schedule(algorithm, messages).value();
}

AlgorithmInfo random_algorithm() {
    return algorithms()[static_cast<std::size_t>(between(0, std::ssize(algorithms()) - 1))];
}

/// At most one send and one receive per rank and step.
bool is_one_port(Schedule const& schedule) {
    for (int step = 0; step < schedule.steps(); ++step) {
        std::set<int> sending;
        std::set<int> receiving;
        bool alone = true;
        schedule.for_each_transfer(step, [&](Transfer const& transfer) {
            alone = sending.insert(transfer.from).second && receiving.insert(transfer.to).second && alone;
        });
        if (!alone) return false;
    }
    return true;
}

bool needs_power_of_two(std::string_view name) {
    return std::ranges::count(std::vector<std::string_view>{"pex", "bex", "rex", "ipex", "rex-mesh"}, name) == 1;
}

/// What quality_of says, added up from the record with maps.
void require_quality(Schedule const& schedule, RecordedSchedule const& record) {
    ScheduleQuality const quality = quality_of(schedule);
    std::map<int, Index> foreign;
    std::map<int, Index> most_foreign;
    std::map<int, Index> buffers;
    Index cost = 0;
    Index transfers = 0;
    Index bytes = 0;
    for (std::size_t step = 0; step < record.sent.size(); ++step) {
        std::map<int, Index> sent;
        std::map<int, Index> received;
        std::set<int> busy;
        for (Sent const& s : record.sent[step]) {
            sent[s.transfer.from] += s.transfer.bytes;
            received[s.transfer.to] += s.transfer.bytes;
            busy.insert({s.transfer.from, s.transfer.to});
            transfers += 1;
            bytes += s.transfer.bytes;
            for (Block const& block : s.blocks) {
                if (block.from != s.transfer.from) foreign[s.transfer.from] -= block.bytes;
                if (block.to != s.transfer.to) foreign[s.transfer.to] += block.bytes;
            }
        }
        Index longest = 0;
        for (int const rank : busy) {
            longest = std::max({longest, sent[rank], received[rank]});
            buffers[rank] = std::max(buffers[rank], sent[rank] + received[rank]);
            most_foreign[rank] = std::max(most_foreign[rank], foreign[rank]);
        }
        cost += longest;
        RC_ASSERT(quality.idle_ranks[step] == schedule.size() - std::ssize(busy));
    }
    Index memory = 0;
    for (auto const& [rank, size] : buffers) memory = std::max(memory, size + most_foreign[rank]);
    RC_ASSERT(quality.one_port_cost == cost);
    RC_ASSERT(quality.transfers == transfers);
    RC_ASSERT(quality.bytes_sent == bytes);
    RC_ASSERT(quality.max_memory == memory);
    RC_ASSERT(quality.steps == std::ranges::count_if(record.sent, [](auto const& step) { return !step.empty(); }));
}

/// Formulas for the way of a message say what is really sent: the same hops, no more.
void require_hops(Schedule const& schedule, RecordedSchedule const& record) {
    using Way = std::vector<std::tuple<int, int, int>>; // step, at, next
    std::map<std::pair<int, int>, Way> travelled;
    for (std::size_t step = 0; step < record.sent.size(); ++step)
        for (Sent const& s : record.sent[step])
            for (Block const& block : s.blocks)
                travelled[{block.from, block.to}].emplace_back(static_cast<int>(step), s.transfer.from, s.transfer.to);
    for (auto const& [pair, way] : travelled) {
        Way told;
        bool const knows =
            schedule.visit_hops(pair.first, pair.second, [&](int step, int at, int next) { told.emplace_back(step, at, next); });
        if (!knows) return;
        RC_ASSERT(told == way);
    }
}

bool all_algorithms() {
    return rc::check("every algorithm delivers every byte once", [] {
        MessageSet const messages = random_messages(40, 5);
        MeshShape const mesh = random_mesh(messages.size());
        AlgorithmInfo const info = random_algorithm();
        auto const schedule = make_schedule(info.name, messages, mesh);
        bool const power_of_two = (messages.size() & (messages.size() - 1)) == 0;
        RC_ASSERT(schedule.has_value() == (power_of_two || !needs_power_of_two(info.name)));
        if (!schedule) return;
        RC_CLASSIFY(messages.messages() > 0, std::string(info.name));
        RC_ASSERT((*schedule)->algorithm() == info.name);
        RecordedSchedule const record(**schedule);
        RC_ASSERT(delivers(record));
        auto const valid = validate(**schedule);
        if (!valid) RC_FAIL(valid.error().message);
        require_quality(**schedule, record);
        require_hops(**schedule, record);
    });
}

/// The transfers of a step with their blocks in order.
std::map<std::pair<int, int>, std::vector<Block>> contents(Schedule const& schedule, int step) {
    std::map<std::pair<int, int>, std::vector<Block>> all;
    schedule.for_each_transfer(step, [&](Transfer const& transfer) {
        auto blocks = schedule.blocks(transfer, step);
        std::ranges::sort(blocks, {}, [](Block const& block) { return std::pair(block.from, block.to); });
        all[{transfer.from, transfer.to}] = std::move(blocks);
    });
    return all;
}

/// An all-to-all written out message by message is scheduled as the one given by its number.
bool formula_and_table() {
    return rc::check("an all-to-all is the same by formula and by table", [] {
        int const ranks = static_cast<int>(between(1, 40));
        MessageSet const uniform = MessageSet::all_to_all(ranks, 3).value();
        std::vector<MessageSet::Triple> triples;
        uniform.for_each([&](int from, int to, Index bytes) { triples.push_back({from, to, bytes}); });
        std::vector<Rank> all(static_cast<std::size_t>(ranks));
        std::iota(all.begin(), all.end(), 0);
        MessageSet const listed = MessageSet::of(triples, all).value();
        MeshShape const mesh = random_mesh(ranks);
        AlgorithmInfo const info = random_algorithm();
        auto const by_formula = make_schedule(info.name, uniform, mesh);
        auto const by_table = make_schedule(info.name, listed, mesh);
        RC_ASSERT(by_formula.has_value() == by_table.has_value());
        if (!by_formula) return;
        RC_ASSERT((*by_formula)->steps() == (*by_table)->steps());
        for (int step = 0; step < (*by_formula)->steps(); ++step) {
            RC_ASSERT((*by_formula)->kind(step) == (*by_table)->kind(step));
            RC_ASSERT(contents(**by_formula, step) == contents(**by_table, step));
        }
    });
}

bool colouring() {
    return rc::check("colouring needs exactly max-degree steps, largest-first less than twice as many, both one port", [] {
        MessageSet const messages = random_messages(40, 1000);
        auto const coloured = made("coloured", messages);
        RC_ASSERT(coloured->steps() == messages.max_degree());
        RC_ASSERT(is_one_port(*coloured));
        auto const greedy = made("largest-first", messages);
        RC_ASSERT(greedy->steps() <= std::max<Index>(2 * messages.max_degree() - 1, 0));
        RC_ASSERT(is_one_port(*greedy));
    });
}

bool splitting() {
    return rc::check("split meets the lower bound, in steps of one length", [] {
        MessageSet const messages = random_messages(40, between(1, 4) == 1 ? Index{1} << 40 : 1000);
        auto const schedule = made("split", messages);
        ScheduleQuality const quality = quality_of(*schedule);
        RC_ASSERT(quality.one_port_cost == messages.busiest_port());
        RC_ASSERT(quality.bytes_sent == messages.total_bytes());
        RC_ASSERT(is_one_port(*schedule));
        // Each step but the last uses up an entry of the padded table.
        RC_ASSERT(schedule->steps() <= messages.messages() + 2 * messages.size());
        auto const valid = validate(*schedule);
        if (!valid) RC_FAIL(valid.error().message);
        for (int step = 0; step < schedule->steps(); ++step) {
            std::set<Index> lengths;
            schedule->for_each_transfer(step, [&](Transfer const& transfer) { lengths.insert(transfer.bytes); });
            RC_ASSERT(lengths.size() == 1);
        }
    });
}

/// Senders and receivers apart, everybody to everybody: the hybrid never has two messages at a port, crosses once, and saves steps.
bool hybrid_steps() {
    return rc::check("hybrid", [] {
        int const senders = static_cast<int>(between(1, 60));
        int const receivers = static_cast<int>(between(1, 60));
        int const larger = std::max(senders, receivers);
        int const smaller = std::min(senders, receivers);
        MessageSet const messages = bipartite(senders, receivers, 8);
        auto const schedule = made("hybrid", messages);
        RC_ASSERT(is_one_port(*schedule));
        RC_ASSERT(validate(*schedule).has_value());
        RC_ASSERT(schedule->steps() <= larger);
        if (larger > smaller + 1) RC_ASSERT(schedule->steps() < larger);
        if (larger <= 2 * smaller && larger > smaller) RC_ASSERT(schedule->steps() == smaller + 1);
        Index crossing = 0;
        Index crossing_messages = 0;
        for (int step = 0; step < schedule->steps(); ++step)
            schedule->for_each_transfer(step, [&](Transfer const& transfer) {
                if (transfer.from < senders && transfer.to >= senders) {
                    crossing += transfer.bytes;
                    crossing_messages += 1;
                }
            });
        RC_ASSERT(crossing == messages.total_bytes());
        RC_ASSERT(crossing_messages <= Index{schedule->steps()} * smaller);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=4000");
    return exit_code({all_algorithms(), formula_and_table(), colouring(), splitting(), hybrid_steps()});
}
