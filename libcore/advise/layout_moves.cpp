// SPDX-License-Identifier: BSD-3-Clause
// Tessera: weights of remaps of several arrays at the same time.
#include "libcore/advise/layout_moves.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <utility>

namespace tessera {
namespace {

constexpr double rounding_of_ways = 1e-9;

LayoutWeight weight_of(Price const& price, std::size_t remaps) {
    return {price.seconds.value_or(0), static_cast<double>(remaps), static_cast<double>(price.messages)};
}

} // namespace

LayoutMoves::LayoutMoves(PriceList& prices, std::vector<LayoutCandidates> const& candidates,
                         std::vector<std::vector<Index>> const& sizes, std::vector<LayoutTuple> const& tuples,
                         std::optional<Index> memory)
    : prices_(&prices), candidates_(&candidates), sizes_(&sizes), tuples_(&tuples), memory_(memory) {
    for (LayoutCandidates const& each : candidates) {
        auto& numbers = numbers_.emplace_back();
        for (Mapping const& mapping : each.mappings) numbers.push_back(prices.number_of(mapping));
    }
}

/// Returns the key with the memory that the other arrays leave. Arrays that are overwritten may have their old and new layouts one
/// after the other; they get the new one in the first step.
LayoutMoves::Key LayoutMoves::key_of(LayoutTuple const& from, LayoutTuple const& to, Kind const& kind) const {
    Moves moves;
    RemapMemory room{memory_.value_or(max_extent), memory_.value_or(max_extent)};
    for (std::size_t member = 0; member < from.size(); ++member) {
        if (kind.first[member] && from[member] != to[member]) {
            moves.push_back({member, from[member], to[member]});
            continue;
        }
        if (!memory_) continue;
        Index const behind = (*sizes_)[member][to[member]];
        room.first -= std::max((*sizes_)[member][from[member]], behind);
        room.later -= behind;
    }
    return {std::move(moves), kind.second, room};
}

std::vector<MovingArray> LayoutMoves::moving(Moves const& moves) const {
    std::vector<MovingArray> arrays;
    for (Move const& move : moves) {
        auto const& mappings = (*candidates_)[move.member].mappings;
        auto const& numbers = numbers_[move.member];
        arrays.push_back({&mappings[move.from], &mappings[move.to], numbers[move.from], numbers[move.to]});
    }
    return arrays;
}

Result<std::uint32_t> LayoutMoves::place_of(Key key) {
    if (auto const known = places_.find(key); known != places_.end()) return known->second;
    auto const& [moves, course, room] = key;
    RemapTraffic straight;
    RemapTraffic any_way;
    for (MovingArray const& array : moving(moves)) {
        auto const traffic = TRY(prices_->traffic(array));
        straight += traffic;
        any_way += traffic.on_any_way();
    }
    auto const least = TRY(prices_->least(any_way));
    auto const first = course == RemapCourse::Straight ? TRY(prices_->least(straight)) : least;
    bool const nothing = straight.is_nothing();
    Known known;
    known.weight = weight_of(first, nothing ? 0 : 1);
    known.least = least.seconds.value_or(0);
    known.bound = known.weight.cost;
    Index both = 0;
    for (Move const& move : moves) both += (*sizes_)[move.member][move.from] + (*sizes_)[move.member][move.to];
    bool const fits = both <= room.first;
    if (!fits && course == RemapCourse::Straight) known.weight = LayoutWeight::forbidden();
    known.settled = (nothing && fits) || known.weight.is_forbidden();
    auto const place = static_cast<std::uint32_t>(known_.size());
    places_.emplace(key, place);
    known_.emplace_back(std::move(key), std::move(known));
    return place;
}

Result<void> LayoutMoves::bound(std::set<std::size_t> const& from, std::set<std::size_t> const& to, Kind const& kind) {
    Places& table = tables_[kind];
    for (std::size_t const source : from)
        for (std::size_t const target : to) {
            if (table.contains(key_of(source, target))) continue;
            auto const place = TRY(place_of(key_of((*tuples_)[source], (*tuples_)[target], kind)));
            table.emplace(key_of(source, target), place);
        }
    return {};
}

LayoutMoves::Known const* LayoutMoves::find(std::size_t from, std::size_t to, Kind const& kind) const {
    auto const table = tables_.find(kind);
    if (table == tables_.end()) return nullptr;
    auto const place = table->second.find(key_of(from, to));
    return place == table->second.end() ? nullptr : &known_[place->second].second;
}

Result<int> LayoutMoves::settle(std::size_t from, std::size_t to, Kind const& kind, double limit) {
    return settle(tables_.at(kind).at(key_of(from, to)), limit);
}

Result<int> LayoutMoves::settle(std::uint32_t place, double limit) {
    auto& [key, known] = known_[place];
    if (known.settled) return 0;
    auto const& [moves, course, room] = key;
    std::vector<std::span<Mapping const>> layouts;
    LayoutTuple from, to;
    for (Move const& move : moves) {
        layouts.emplace_back((*candidates_)[move.member].mappings);
        from.push_back(move.from);
        to.push_back(move.to);
    }
    // With no effort allowed, only the straight way is considered.
    auto way = TRY(RemapPaths(*prices_, std::move(layouts), room).cheapest(from, to, course == RemapCourse::Straight ? 0 : limit));
    known.settled = true;
    if (!way) {
        known.weight = LayoutWeight::forbidden();
        bool const searched = course == RemapCourse::Straight || prices_->effort() < limit;
        if (searched) known.bound = known.weight.cost;
        inexact_ = inexact_ || !searched;
        return 1;
    }
    known.weight = weight_of(way->price, way->remaps);
    known.bound = course == RemapCourse::Straight ? known.weight.cost : way->least;
    known.stops = std::move(way->stops);
    inexact_ = inexact_ || known.bound < known.weight.cost * (1 - rounding_of_ways);
    return 1;
}

Result<LayoutMoves::Way> LayoutMoves::way(LayoutTuple const& from, LayoutTuple const& to, Moved const& moved, double limit) {
    auto const place = TRY(place_of(key_of(from, to, {moved, RemapCourse::AnyWay})));
    TRY(settle(place, limit));
    auto const& [key, known] = known_[place];
    Way way{{}, known.stops};
    for (Move const& move : std::get<Moves>(key)) way.members.push_back(move.member);
    return way;
}

} // namespace tessera
