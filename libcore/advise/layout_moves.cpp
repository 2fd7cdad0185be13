// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what it weighs to take several arrays from layouts to layouts, all at a time.
#include "libcore/advise/layout_moves.hpp"

#include <utility>

namespace tessera {
namespace {

LayoutWeight weight_of(Price const& price) {
    return {price.seconds.value_or(0), price.messages > 0 ? 1.0 : 0.0, static_cast<double>(price.messages)};
}

} // namespace

LayoutMoves::Moves LayoutMoves::moves_of(std::size_t from, std::size_t to, Moved const& moved) const {
    LayoutTuple const& before = (*tuples_)[from];
    LayoutTuple const& behind = (*tuples_)[to];
    Moves moves;
    for (std::size_t member = 0; member < before.size(); ++member)
        if (moved[member] && before[member] != behind[member]) moves.push_back({member, before[member], behind[member]});
    return moves;
}

Result<RemapTraffic> LayoutMoves::traffic_of(Moves const& moves) {
    RemapTraffic sum;
    for (Move const& move : moves) {
        auto known = traffic_.find(move);
        if (known == traffic_.end()) {
            auto const& mappings = (*candidates_)[move.member].mappings;
            auto const traffic = prices_->traffic(mappings[move.from], mappings[move.to]);
            if (!traffic) return forward_error(traffic);
            known = traffic_.emplace(move, *traffic).first;
        }
        sum += known->second;
    }
    return sum;
}

Result<std::uint32_t> LayoutMoves::number_of(Moves moves) {
    if (auto const known = numbers_.find(moves); known != numbers_.end()) return known->second;
    auto const traffic = traffic_of(moves);
    if (!traffic) return forward_error(traffic);
    auto const least = prices_->least(*traffic);
    if (!least) return forward_error(least);
    auto const number = static_cast<std::uint32_t>(known_.size());
    known_.push_back({moves, weight_of(*least), traffic->is_nothing()});
    numbers_.emplace(std::move(moves), number);
    return number;
}

Result<void> LayoutMoves::bound(std::set<std::size_t> const& from, std::set<std::size_t> const& to, Moved const& moved) {
    auto& table = tables_[moved];
    for (std::size_t const source : from)
        for (std::size_t const target : to) {
            if (table.contains(key_of(source, target))) continue;
            auto const number = number_of(moves_of(source, target, moved));
            if (!number) return forward_error(number);
            table.emplace(key_of(source, target), *number);
        }
    return {};
}

LayoutWeight LayoutMoves::weight(std::size_t from, std::size_t to, Moved const& moved) const {
    auto const table = tables_.find(moved);
    if (table == tables_.end()) return LayoutWeight::forbidden();
    auto const number = table->second.find(key_of(from, to));
    return number == table->second.end() ? LayoutWeight::forbidden() : known_[number->second].weight;
}

Result<int> LayoutMoves::settle(std::size_t from, std::size_t to, Moved const& moved) {
    Known& known = known_[tables_.at(moved).at(key_of(from, to))];
    if (known.exact) return 0;
    std::vector<MovingArray> arrays;
    for (Move const& move : known.moves) {
        auto const& mappings = (*candidates_)[move.member].mappings;
        arrays.push_back({&mappings[move.from], &mappings[move.to]});
    }
    auto const price = prices_->remap(arrays);
    if (!price) return forward_error(price);
    known.weight = weight_of(*price);
    known.exact = true;
    return 1;
}

} // namespace tessera
