// SPDX-License-Identifier: BSD-3-Clause
// Tessera: store-and-forward schedules whose blocks move by a formula.
#include "libcore/schedule/detail/routed_schedule.hpp"

#include "libcore/schedule/detail/regular.hpp"

namespace tessera::detail {

RouteVolumes::RouteVolumes(MessageSet const& messages, Routes const& routes)
    : size_(as_size(messages.size())), bytes_(as_size(routes.steps()) * size_, 0) {
    Index travelling = 0;
    std::function<void(int, int, int)> const add = [&](int step, int at, int) {
        bytes_[as_size(step) * size_ + as_size(at)] += travelling;
    };
    messages.for_each([&](int from, int to, Index bytes) {
        travelling = bytes;
        routes.route(from, to, add);
    });
}

RoutedSchedule::RoutedSchedule(std::string algorithm, MessageSet messages, std::unique_ptr<Routes const> routes, StepKind kind)
    : Schedule(std::move(algorithm), std::move(messages)), routes_(std::move(routes)), kind_(kind) {
    if (this->messages().is_all_to_all()) return;
    if (Index{routes_->steps()} * size() <= this->messages().messages())
        volumes_.emplace(this->messages(), *routes_);
    else
        table_ = tabulate();
}

TransferTable RoutedSchedule::tabulate() const {
    std::vector<Hop> hops;
    messages().for_each([&](int from, int to, Index bytes) {
        routes_->route(from, to, [&](int step, int at, int next) { hops.push_back({step, at, next, {from, to, 0, bytes}}); });
    });
    return {hops, routes_->steps()};
}

std::optional<StepPattern> RoutedSchedule::pattern(int step) const {
    if (!is_regular(messages())) return std::nullopt;
    auto const [shape, amount] = routes_->formula(step);
    return StepPattern{shape, size(), amount, 0, routes_->carried_count(0, step) * messages().bytes(0, 1)};
}

void RoutedSchedule::sends(int position, int step, std::vector<Transfer>& out) const {
    if (table_) return table_->sends(position, step, out);
    add(position, routes_->target(position, step), step, out);
}

void RoutedSchedule::receives(int position, int step, std::vector<Transfer>& out) const {
    if (table_) return table_->receives(position, step, out);
    add(routes_->source(position, step), position, step, out);
}

void RoutedSchedule::add(int from, int to, int step, std::vector<Transfer>& out) const {
    if (Index const moved = bytes(from, to, step); moved > 0) out.push_back({from, to, moved});
}

Index RoutedSchedule::bytes(int from, int to, int step) const {
    return volumes_ ? volumes_->bytes(from, step) : routes_->carried_count(from, step) * messages().bytes(from, to);
}

std::vector<Block> RoutedSchedule::blocks(Transfer const& transfer, int step) const {
    if (table_) return table_->blocks(transfer, step);
    std::vector<Block> list;
    list.reserve(as_size(routes_->carried_count(transfer.from, step)));
    routes_->carried(transfer.from, step, [&](int from, int to) {
        if (Index const bytes = messages().bytes(from, to); bytes > 0) list.push_back({from, to, 0, bytes});
    });
    return list;
}

} // namespace tessera::detail
