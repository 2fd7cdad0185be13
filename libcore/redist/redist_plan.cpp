// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of one redistribution, kept as one factor per dimension.
#include "libcore/redist/redist_plan.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/detail/class_receivers.hpp"
#include "libcore/redist/detail/plan_side.hpp"
#include "libcore/redist/detail/row_product.hpp"
#include "libcore/redist/detail/totals_sweep.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unordered_map>
#include <utility>

namespace tessera {

using namespace detail;

struct RedistPlan::State {
    CopyMap map;
    PlanSide source;
    PlanSide target;
    std::vector<DimTransfer> factors;
};

namespace {

using Row = std::vector<DimTransfer::Entry>;

PlanSide side_of(Mapping mapping, CopyMap const& map, std::optional<CopySide> CopyAxis::*side) {
    std::vector<std::optional<CopySide>> axes;
    for (CopyAxis const& axis : map.axes) axes.push_back(axis.*side);
    return {std::move(mapping), std::move(axes)};
}

std::vector<DimTransfer> factors_of(CopyMap const& map, PlanSide const& source, PlanSide const& target) {
    std::vector<DimTransfer> factors;
    int k = 0;
    for (CopyAxis const& axis : map.axes) {
        factors.emplace_back(source.along(k, axis.extent), target.along(k, axis.extent));
        ++k;
    }
    return factors;
}

/// Checks that the elements of the space times the copies of the target times the size of an element fit 64 bits.
Result<void> check_volume(Mapping const& target, CopyMap const& map) {
    auto const volume = checked_product(map.extents());
    auto const delivered = volume ? checked_mul(*volume, target.replicas()) : std::nullopt;
    if (delivered && checked_mul(*delivered, target.array().type.bytes)) return {};
    return fail(
        fmt::format("{} elements of {} bytes for {} copies of array {} are more bytes than fit 64 bits; move fewer elements "
                    "or keep fewer copies",
                    fmt::join(map.extents(), " x "), target.array().type.bytes, target.replicas(), target.array().name));
}

Result<void> check_types(ArraySpec const& source, ArraySpec const& target) {
    if (source.type.bytes == target.type.bytes) return {};
    return fail(
        fmt::format("elements of {} have {} bytes ({}), those of {} have {} ({}); a copy does not convert, so declare both with "
                    "the same size",
                    source.name, source.type.bytes, source.type.name, target.name, target.type.bytes, target.type.name));
}

/// Returns the mapping in the shape that the sides of a copy map name.
Result<Mapping> in_shape(Mapping mapping, DimGroups const& groups) {
    if (grouped_extents(mapping.spec().array.extents, groups) == mapping.array().extents) return mapping;
    return groups.empty() ? mapping.declared() : mapping.merged(groups);
}

std::vector<Row> columns_at(std::span<DimTransfer const> factors, std::span<Index const> target_coords) {
    std::vector<Row> columns;
    for (std::size_t axis = 0; axis < factors.size(); ++axis) columns.push_back(factors[axis].column(target_coords[axis]));
    return columns;
}

/// Caches factor rows while the source ranks are visited in turn. Ranks of a grid share coordinates, so a row is computed once for
/// all of them. The cache is cleared if it grows large.
class SharedRows {
  public:
    explicit SharedRows(std::span<DimTransfer const> factors) : factors_(factors), rows_(factors.size()) {}

    /// Returns one row per axis. The rows are valid until the next call.
    [[nodiscard]] std::vector<FactorRow> at(std::span<Index const> source_coords) {
        constexpr std::size_t most_entries = 1 << 16; // 1 MiB
        if (entries_ > most_entries) {
            for (auto& axis : rows_) axis.clear();
            entries_ = 0;
        }
        std::vector<FactorRow> rows;
        for (std::size_t axis = 0; axis < factors_.size(); ++axis) {
            auto const [found, is_new] = rows_[axis].try_emplace(source_coords[axis]);
            if (is_new) found->second = factors_[axis].row(source_coords[axis]);
            if (is_new) entries_ += found->second.size();
            rows.emplace_back(found->second);
        }
        return rows;
    }

  private:
    std::span<DimTransfer const> factors_;
    std::vector<std::unordered_map<Index, Row>> rows_; // indexed by axis and coordinate
    std::size_t entries_ = 0;
};

/// Returns the messages that the rank at this position sends, by the number of the receiver.
std::vector<Message> messages_from(PlanSide const& source, PlanSide const& target, Index position, SharedRows& rows) {
    std::vector<Message> messages;
    Rank const rank = source.grid().rank(position);
    Extents const coords = source.coords(position);
    for (auto const& receiver : ClassReceivers(source, target, coords, RowProduct(rows.at(coords))).served_by(position))
        messages.push_back({rank, target.grid().rank(receiver.position), receiver.elements, position, receiver.position});
    std::ranges::sort(messages, {}, &Message::to);
    return messages;
}

/// Finds the senders of a source class to one receiver. The classes come from the columns of that receiver. With one copy nothing
/// has to be searched. With several, the rows of all classes are computed once per axis.
class SenderSearch {
  public:
    SenderSearch(PlanSide const& source, PlanSide const& target, std::span<DimTransfer const> factors, std::span<Row const> columns,
                 Index target_position)
        : source_(source), target_(target), columns_(columns), target_position_(target_position) {
        if (source_.mapping().replicas() == 1) return;
        for (std::size_t axis = 0; axis < factors.size(); ++axis) {
            auto& rows = rows_.emplace_back();
            for (auto const& entry : columns_[axis]) rows.push_back(factors[axis].row(entry.coord));
        }
    }

    [[nodiscard]] Index sender_of(Extents const& class_coords) const {
        if (source_.mapping().replicas() == 1) return source_.position_of(class_coords, 0);
        std::vector<FactorRow> rows;
        for (std::size_t axis = 0; axis < columns_.size(); ++axis) {
            auto const entry = std::ranges::lower_bound(columns_[axis], class_coords[axis], {}, &DimTransfer::Entry::coord);
            rows.emplace_back(rows_[axis][as_size(entry - columns_[axis].begin())]);
        }
        return ClassReceivers(source_, target_, class_coords, RowProduct(std::move(rows))).server_of(target_position_);
    }

  private:
    PlanSide const& source_;
    PlanSide const& target_;
    std::span<Row const> columns_;
    std::vector<std::vector<Row>> rows_; // indexed by axis and entry of the column
    Index target_position_;
};

} // namespace

Result<RedistPlan> RedistPlan::make(Mapping source, Mapping target, CopyMap map) {
    TRY(map.validate(source.spec().array.extents, target.spec().array.extents));
    TRY(check_types(source.array(), target.array()));
    source = TRY(in_shape(std::move(source), map.source_groups));
    target = TRY(in_shape(std::move(target), map.target_groups));
    TRY(check_volume(target, map));
    PlanSide from = side_of(std::move(source), map, &CopyAxis::source);
    PlanSide to = side_of(std::move(target), map, &CopyAxis::target);
    auto factors = factors_of(map, from, to);
    return RedistPlan(std::make_shared<State const>(State{std::move(map), std::move(from), std::move(to), std::move(factors)}));
}

Result<RedistPlan> RedistPlan::make(Mapping source, Mapping target) {
    ArraySpec const& from = source.spec().array;
    ArraySpec const& to = target.spec().array;
    if (from.extents != to.extents)
        return fail(fmt::format("array {} is {} but {} is {}; give them the same shape or say which section goes where", from.name,
                                fmt::join(from.extents, " x "), to.name, fmt::join(to.extents, " x ")));
    CopyMap map = CopyMap::identity(from.extents);
    return make(std::move(source), std::move(target), std::move(map));
}

Mapping const& RedistPlan::source() const {
    return state_->source.mapping();
}
Mapping const& RedistPlan::target() const {
    return state_->target.mapping();
}
CopyMap const& RedistPlan::map() const {
    return state_->map;
}
std::span<DimTransfer const> RedistPlan::factors() const {
    return state_->factors;
}

RedistTotals RedistPlan::totals(Watch const& watch) const {
    return TotalsSweep(state_->source, state_->target, state_->factors, watch).totals(source().array().type.bytes);
}

Index RedistPlan::ranks() const {
    return Index{std::max(source().grid().max_rank(), target().grid().max_rank())} + 1;
}

std::vector<Rank> RedistPlan::senders() const {
    return state_->source.holders();
}

std::vector<Message> RedistPlan::sends(Rank rank) const {
    auto const& [map, source, target, factors] = *state_;
    auto const position = source.holder(rank);
    if (!position) return {};
    SharedRows rows(factors);
    return messages_from(source, target, *position, rows);
}

std::vector<Message> RedistPlan::receives(Rank rank) const {
    auto const& [map, source, target, factors] = *state_;
    auto const position = target.holder(rank);
    if (!position) return {};
    auto const columns = columns_at(factors, target.coords(*position));
    SenderSearch const search(source, target, factors, columns, *position);
    RowProduct const classes(columns);
    std::vector<Message> messages;
    for (Index number = 0; number < classes.size(); ++number) {
        auto const [coords, elements] = classes.at(number);
        Index const sender = search.sender_of(coords);
        messages.push_back({source.grid().rank(sender), rank, elements, sender, *position});
    }
    std::ranges::sort(messages, {}, &Message::from);
    return messages;
}

void RedistPlan::for_each_message(std::function<void(Message const&)> const& visit) const {
    auto const& [map, source, target, factors] = *state_;
    SharedRows rows(factors);
    for (Rank const rank : senders())
        for (Message const& message : messages_from(source, target, source.holder(rank).value(), rows)) visit(message);
}

BoxSet RedistPlan::box(Message const& message) const {
    Extents const from = state_->source.coords(message.from_position);
    Extents const to = state_->target.coords(message.to_position);
    std::vector<PeriodicSet> dims;
    for (std::size_t axis = 0; axis < state_->factors.size(); ++axis)
        dims.push_back(state_->factors[axis].set(from[axis], to[axis]));
    return BoxSet(std::move(dims));
}

BoxSet RedistPlan::source_box(Message const& message) const {
    return state_->source.image(box(message));
}
BoxSet RedistPlan::target_box(Message const& message) const {
    return state_->target.image(box(message));
}

} // namespace tessera
