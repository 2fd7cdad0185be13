// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 5.1 and 5.2 of the pC* thesis: effects of merging and of kept addresses on general sends.
#include "cli/distbench/pcstar_sends.hpp"

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
std::function<void()> ended_by_all(Comm const& world, std::function<void()> work) {
    return [&world, work = std::move(work)] {
        work();
        world.barrier();
    };
}

// Table 5.1.
constexpr std::array<int, 6> collisions{0, 20, 40, 60, 80, 100}; // in per cent

struct MergingTimes {
    int ranks;
    double apart;                 // without a search for equal targets
    std::array<double, 6> looked; // with a search, by collisions
};

constexpr MergingTimes merging_times[]{{4, 3.80, {5.36, 4.68, 4.11, 3.46, 2.88, .61}},
                                       {8, 2.16, {2.80, 2.56, 2.19, 1.93, 1.64, .33}},
                                       {12, 1.57, {2.03, 1.71, 1.61, 1.38, 1.17, .24}}};

/// This rank's values: all go to other ranks, `percent` of them to the first element of a rank.
class CollidingSend {
  public:
    static constexpr Index extent = 1 << 20;
    static constexpr Index values = 100000;   // over all ranks
    static constexpr Index packet = 1400 / 8; // the thesis' packets: an address and a value of four bytes each
    static constexpr Index value_bytes = 4;

    explicit CollidingSend(Comm const& world)
        : world_(world), mapping_(line_in_blocks(extent, {"int32", value_bytes}, world.size())), addresses_(mapping_),
          array_(mapping_.owned_count(world.rank()) * value_bytes), values_(values / world.size() * value_bytes) {
        array_.clear();
        values_.clear();
        for (int const percent : collisions) indices_.push_back(indices_with(percent));
    }

    /// Returns the seconds without a search, then with it by collisions.
    [[nodiscard]] Result<std::vector<double>> times(PlaceSearch search) {
        auto apart = packets(search, Merge::Never);
        if (!apart) return forward_error(apart);
        auto merging = packets(search, Merge::Always);
        if (!merging) return forward_error(merging);
        std::vector<std::function<void()>> works{sending(*apart, 0)};
        for (std::size_t i = 0; i < indices_.size(); ++i) works.push_back(sending(*merging, i));
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
    [[nodiscard]] Result<IndexPackets> packets(PlaceSearch search, Merge merge) const {
        Index const each = PacketPlaces::bytes_each(search) + 2 * value_bytes + Index{sizeof(Index)};
        return IndexPackets::make(addresses_, world_.handle(),
                                  {.memory = packet * each * world_.size(), .merge = merge, .search = search, .rates = {}});
    }
    [[nodiscard]] std::function<void()> sending(IndexPackets& packets, std::size_t number) {
        return ended_by_all(world_, [this, &packets, number] {
            [[maybe_unused]] auto const sent = packets.send(indices_[number], values_.data(), array_.data(), sum());
            assert(sent);
        });
    }

    Comm const& world_;
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

struct SendPattern {
    char const* name;
    Index (*place)(Index element, Index block, int ranks); // target of an element, among `ranks` blocks
    std::array<KeptTimes, 4> thesis;                       // for 1, 2, 4 and 8 ranks
};

constexpr Index pattern_elements = 1 << 20;

constexpr SendPattern send_patterns[]{{"to itself",
                                       [](Index element, Index, int) { return element; },
                                       {{{2.34, 2.95, .99}, {1.44, 1.75, .49}, {.78, .92, .25}, {.45, .53, .13}}}},
                                      {"to the next rank",
                                       [](Index element, Index block, int) { return (element + block) % pattern_elements; },
                                       {{{2.35, 2.95, .99}, {4.75, 1.74, 4.59}, {2.57, .93, 2.49}, {1.29, .53, 1.26}}}},
                                      {"cyclic",
                                       [](Index element, Index block, int ranks) {
                                           return std::min(element % ranks * block + element / ranks, pattern_elements - 1);
                                       },
                                       {{{2.39, 2.95, 1.04}, {2.52, 1.72, 2.30}, {1.99, .88, 1.88}, {1.28, .49, 1.25}}}}};

/// Returns the number of sends from which keeping addresses pays; nothing if it never does.
std::optional<Index> pays_from(KeptTimes const& times) {
    if (times.kept >= times.anew) return std::nullopt;
    return std::max<Index>(static_cast<Index>(std::ceil(times.keep / (times.anew - times.kept))), 1);
}

std::string pays_text(std::optional<Index> times) {
    return times ? fmt::format("from {}", *times) : "never";
}

std::optional<KeptTimes> times_there(SendPattern const& pattern, int ranks) {
    for (std::size_t i = 0; i < pattern.thesis.size(); ++i)
        if (ranks == 1 << i) return pattern.thesis[i];
    return std::nullopt;
}

Result<KeptTimes> kept_times(Comm const& world, SendPattern const& pattern) {
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
    auto packets = IndexPackets::make(addresses, world.handle(), {.merge = Merge::Never, .rates = {}});
    if (!packets) return forward_error(packets);
    auto const route = [&] { return IndexRoute::make(addresses, world.handle(), indices, {.merge = Merge::Never}); };
    auto kept = route();
    if (!kept) return forward_error(kept);
    auto const medians = medians_in_turn(
        {ended_by_all(world,
                      [&] {
                          [[maybe_unused]] auto const sent = packets->send(indices, values.data(), array.data());
                          assert(sent);
                      }),
         ended_by_all(world, [&] { kept = route(); }), ended_by_all(world, [&] { kept->send(values.data(), array.data()); })},
        send_rounds);
    return KeptTimes{medians[0], medians[1], medians[2]};
}

} // namespace

namespace {

/// Returns the table for a single rank, which has no other rank to send to. It has the thesis' times for all its numbers of ranks,
/// and a note on how to get ours.
TimedTable published_merging() {
    TimedTable table{.name = "pcstar-5.1",
                     .title = "sends that add values to elements of other ranks, as published",
                     .about = "10^6 integers, SPARCstation 20s; a linear search in packets of 1400 bytes\n"
                              "One rank has no other to send to. For ours beside one of them: mpirun -n 4 distbench table "
                              "pcstar-5.1\n(or -n 8, -n 12; any number from 2 measures)",
                     .columns = {}};
    std::vector<std::optional<double>> apart;
    for (MergingTimes const& times : merging_times) {
        table.columns.push_back(fmt::format("{} ranks", times.ranks));
        apart.emplace_back(times.apart);
    }
    table.rows.push_back({"", "apart", std::move(apart)});
    for (std::size_t i = 0; i < collisions.size(); ++i) {
        std::vector<std::optional<double>> merged;
        for (MergingTimes const& times : merging_times) merged.emplace_back(times.looked[i]);
        table.rows.push_back({"", fmt::format("merged, {} % meet", collisions[i]), std::move(merged)});
    }
    return table;
}

} // namespace

Result<TimedTable> pcstar_table_51(Comm const& world) {
    if (world.size() < 2) return published_merging();
    TimedTable table{
        .name = "pcstar-5.1",
        .title = fmt::format("sends that add values to elements of other ranks, {} ranks", world.size()),
        .about = "thesis        10^6 integers, SPARCstation 20s; for 4, 8 and 12 ranks; a linear search in packets of 1400 bytes\n"
                 "linear, hash  10^5 integers in this job, whose ranks may share processors; packets of 175 values",
        .columns = {"thesis", "linear", "hash"}};
    CollidingSend send(world);
    auto const linear = send.times(PlaceSearch::Linear);
    if (!linear) return forward_error(linear);
    auto const hash = send.times(PlaceSearch::Hash);
    if (!hash) return forward_error(hash);
    auto const* const published = std::ranges::find(merging_times, world.size(), &MergingTimes::ranks);
    bool const known = published != std::end(merging_times);
    std::string const group = "";
    table.rows.push_back({group, "apart", {known ? std::optional(published->apart) : std::nullopt, (*linear)[0], (*hash)[0]}});
    for (std::size_t i = 0; i < collisions.size(); ++i)
        table.rows.push_back({group,
                              fmt::format("merged, {} % meet", collisions[i]),
                              {known ? std::optional(published->looked[i]) : std::nullopt, (*linear)[i + 1], (*hash)[i + 1]}});
    return table;
}

Result<TimedTable> pcstar_table_52(Comm const& world) {
    TimedTable table{.name = "pcstar-5.2",
                     .title = fmt::format("2^20 bytes sent by index, {} rank{}", world.size(), world.size() == 1 ? "" : "s"),
                     .about = "thesis  SPARCstation 20s, 10 Mbit/s Ethernet; for 1, 2, 4 and 8 ranks\n"
                              "here    in this job, whose ranks may share processors",
                     .columns = {"thesis", "here"}};
    for (SendPattern const& pattern : send_patterns) {
        auto const here = kept_times(world, pattern);
        if (!here) return forward_error(here);
        auto const thesis = times_there(pattern, world.size());
        auto const of = [&](double KeptTimes::*time) { return thesis ? std::optional((*thesis).*time) : std::nullopt; };
        table.rows.push_back({pattern.name, "places along", {of(&KeptTimes::anew), here->anew}});
        table.rows.push_back({pattern.name, "places ahead, once", {of(&KeptTimes::keep), here->keep}});
        table.rows.push_back({pattern.name, "then each time", {of(&KeptTimes::kept), here->kept}});
        table.about += fmt::format("\n{:<16}  ahead pays {} uses there, {} here", pattern.name,
                                   thesis ? pays_text(pays_from(*thesis)) : "-", pays_text(pays_from(*here)));
    }
    return table;
}

} // namespace tessera::cli
