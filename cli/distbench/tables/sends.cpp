// SPDX-License-Identifier: BSD-3-Clause
// Tessera: effects of merging and of kept addresses on general sends, measured (tables 5.1 and 5.2 of the pC* thesis).
#include "cli/distbench/tables/comparers.hpp"

#include "cli/distbench/tables/timed_table.hpp"
#include "libcore/base/try.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/comm/index/index_packets.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <utility>

namespace tessera::cli {
namespace {

constexpr int send_rounds = 3;

Mapping line_in_blocks(Index extent, ElementType const& type, int ranks) {
    MappingSpec spec;
    spec.array.type = type;
    spec.array.extents = {extent};
    spec.array.lower = {0};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {0};
    spec.processors.extents = {ranks};
    return Mapping::make(std::move(spec)).value();
}

/// All ranks begin and end together, so that rank 0's time is that of the slowest.
std::function<void()> ended_by_all(Communicator const& world, std::function<void()> work) {
    return [&world, work = std::move(work)] {
        work();
        world.barrier();
    };
}

// Table 5.1.
constexpr std::array<int, 6> collisions{0, 20, 40, 60, 80, 100}; // in per cent

std::string merged_label(int percent) {
    return fmt::format("merged, {} % meet", percent);
}

/// This rank's values: all go to other ranks, `percent` of them to the first element of a rank.
class CollidingSend {
  public:
    static constexpr Index extent = 1 << 20;
    static constexpr Index values = 100000;   // over all ranks
    static constexpr Index packet = 1400 / 8; // the thesis' packets: an address and a value of four bytes each
    static constexpr Index value_bytes = 4;

    explicit CollidingSend(Communicator const& world)
        : world_(world), mapping_(line_in_blocks(extent, {"int32", value_bytes}, world.size())), addresses_(mapping_),
          array_(mapping_.owned_count(world.rank()) * value_bytes), values_(values / world.size() * value_bytes) {
        array_.clear();
        values_.clear();
        for (int const percent : collisions) indices_.push_back(indices_with(percent));
    }

    /// Returns the seconds without a search, then with it by collisions.
    [[nodiscard]] Result<std::vector<double>> times(PacketSearch search) {
        auto apart = TRY(packets(search, Merge::Never));
        auto merging = TRY(packets(search, Merge::Always));
        std::vector<std::function<void()>> works{sending(apart, 0)};
        for (std::size_t i = 0; i < indices_.size(); ++i) works.push_back(sending(merging, i));
        return medians_in_turn(works, send_rounds);
    }

  private:
    [[nodiscard]] static Combiner sum() { return Combiner::make(ReduceOp::Sum, {"int32", value_bytes}).value(); }
    [[nodiscard]] std::vector<Index> indices_with(int percent) const {
        std::mt19937_64 random(static_cast<unsigned>(world_.rank() + 1));
        auto const below = [&](Index end) { return static_cast<Index>(random() % static_cast<std::uint64_t>(end)); };
        std::vector<Index> indices;
        for (Index i = 0; i < values / world_.size(); ++i) {
            auto const other = (world_.rank() + 1 + below(world_.size() - 1)) % world_.size();
            Run const owned = mapping_.owned(other).dims()[0].bounds();
            indices.push_back(owned.begin + (below(100) < percent ? 0 : below(owned.end - owned.begin)));
        }
        return indices;
    }
    [[nodiscard]] Result<IndexPackets> packets(PacketSearch search, Merge merge) const {
        Index const each = PacketSlots::bytes_each(search) + 2 * value_bytes + Index{sizeof(Index)};
        return IndexPackets::make(addresses_, world_.handle(),
                                  {.memory = packet * each * world_.size(), .merge = merge, .search = search, .rates = {}});
    }
    [[nodiscard]] std::function<void()> sending(IndexPackets& packets, std::size_t number) {
        return ended_by_all(world_, [this, &packets, number] {
            [[maybe_unused]] auto const sent = packets.send(indices_[number], values_.data(), array_.data(), sum());
            assert(sent);
        });
    }

    Communicator const& world_;
    Mapping mapping_;
    ElementAddresses addresses_;
    Buffer array_;
    Buffer values_;
    std::vector<std::vector<Index>> indices_; // one list per percentage of collisions
};

// Table 5.2.
struct KeptTimes {
    double anew; // for each send
    double keep; // once
    double kept; // for each send
};

constexpr char const* along_label = "places along";
constexpr char const* ahead_label = "places ahead, once";
constexpr char const* each_label = "then each time";

struct SendPattern {
    std::string_view name;
    Index (*place)(Index element, Index block, int ranks); // target of an element, among `ranks` blocks
};

constexpr Index pattern_elements = 1 << 20;

constexpr SendPattern send_patterns[]{
    {"to itself", [](Index element, Index, int) { return element; }},
    {"to the next rank", [](Index element, Index block, int) { return (element + block) % pattern_elements; }},
    {"cyclic", [](Index element, Index block, int ranks) {
         return std::min(element % ranks * block + element / ranks, pattern_elements - 1);
     }}};

/// Returns the number of sends from which keeping addresses pays; nothing if it never does.
std::optional<Index> pays_from(KeptTimes const& times) {
    if (times.kept >= times.anew) return std::nullopt;
    return std::max<Index>(static_cast<Index>(std::ceil(times.keep / (times.anew - times.kept))), 1);
}

std::string pays_text(std::optional<Index> times) {
    return times ? fmt::format("from {}", *times) : "never";
}

std::optional<KeptTimes> times_there(PaperTable const& paper, SendPattern const& pattern, int ranks) {
    auto const time = [&](char const* label) { return paper.number({pattern.name, fmt::to_string(ranks)}, label); };
    auto const anew = time(along_label);
    auto const keep = time(ahead_label);
    auto const kept = time(each_label);
    return anew && keep && kept ? std::optional(KeptTimes{*anew, *keep, *kept}) : std::nullopt;
}

Result<KeptTimes> kept_times(Communicator const& world, SendPattern const& pattern) {
    Mapping const mapping = line_in_blocks(pattern_elements, {"int8", 1}, world.size());
    ElementAddresses const addresses(mapping);
    Index const block = mapping.owned_count(0);
    std::vector<Index> indices;
    mapping.owned(world.rank()).for_each([&](std::span<Index const> index) {
        indices.push_back(pattern.place(index[0], block, world.size()));
    });
    Buffer values(std::ssize(indices));
    Buffer array(std::ssize(indices));
    values.clear();
    array.clear();
    auto packets = TRY(IndexPackets::make(addresses, world.handle(), {.merge = Merge::Never, .rates = {}}));
    auto const route = [&] { return IndexRoute::make(addresses, world.handle(), indices, {.merge = Merge::Never}); };
    auto kept = TRY(route());
    auto const medians = medians_in_turn({ended_by_all(world,
                                                       [&] {
                                                           [[maybe_unused]] auto const sent =
                                                               packets.send(indices, values.data(), array.data());
                                                           assert(sent);
                                                       }),
                                          ended_by_all(world, [&] { kept = route().value(); }),
                                          ended_by_all(world, [&] { kept.send(values.data(), array.data()); })},
                                         send_rounds);
    return KeptTimes{medians[0], medians[1], medians[2]};
}

/// Returns the table for a single rank, which has no other rank to send to. It has the thesis' times for all its numbers of ranks,
/// and a note on how to get ours.
TableReport published_merging(PaperTable const& paper) {
    TimedTable table{.paper = paper, .title = paper.fact("title alone"), .note = paper.fact("note alone"), .columns = {}};
    for (std::string const& label : paper.figures()) {
        auto& row = table.rows.emplace_back(TimedTable::Row{"", label, {}});
        for (std::size_t i = 0; i < paper.rows(); ++i) row.seconds.push_back(paper.number(i, label));
    }
    for (std::size_t i = 0; i < paper.rows(); ++i) table.columns.push_back(paper.text(i, "ranks") + " ranks");
    return timed_report(table);
}

} // namespace

Result<TableReport> measure_merged_sends(PaperTable const& paper, TableInputs const& inputs) {
    Communicator const& world = *inputs.ranks;
    if (world.size() < 2) return published_merging(paper);
    TimedTable table = timed_table(paper, world.size());
    table.columns = {"thesis", "linear", "hash"};
    CollidingSend send(world);
    auto const linear = TRY(send.times(PacketSearch::Linear));
    auto const hash = TRY(send.times(PacketSearch::Hash));
    auto const add = [&](std::string const& label, std::size_t i) {
        table.rows.push_back({"", label, {paper.number({fmt::to_string(world.size())}, label), linear[i], hash[i]}});
    };
    add("apart", 0);
    for (std::size_t i = 0; i < collisions.size(); ++i) add(merged_label(collisions[i]), i + 1);
    return timed_report(table);
}

Result<TableReport> measure_kept_sends(PaperTable const& paper, TableInputs const& inputs) {
    Communicator const& world = *inputs.ranks;
    TimedTable table = timed_table(paper, world.size());
    for (SendPattern const& pattern : send_patterns) {
        auto const here = TRY(kept_times(world, pattern));
        auto const thesis = times_there(paper, pattern, world.size());
        auto const add = [&](char const* label, double KeptTimes::*time) {
            table.rows.push_back(
                {std::string(pattern.name), label, {thesis ? std::optional((*thesis).*time) : std::nullopt, here.*time}});
        };
        add(along_label, &KeptTimes::anew);
        add(ahead_label, &KeptTimes::keep);
        add(each_label, &KeptTimes::kept);
        table.note += fmt::format("\n{:<16}  ahead pays {} uses there, {} here", pattern.name,
                                  thesis ? pays_text(pays_from(*thesis)) : "-", pays_text(pays_from(here)));
    }
    return timed_report(table);
}

} // namespace tessera::cli
