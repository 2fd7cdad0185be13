// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of a step-by-rank chart, before it is decided how they look.
#include "libcore/scene/detail/schedule_cells.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/scene/detail/drawing.hpp"

#include <algorithm>

namespace tessera::detail {
namespace {

constexpr Index most_transfers = Index{1} << 20; // looked at

void meet(int& partner, int position) {
    partner = partner == ScheduleCell::nobody || partner == position ? position : ScheduleCell::several;
}

} // namespace

Index mean_bytes(ScheduleCell const& cell) {
    return cell.looked == 0 ? 0 : ceil_div(std::max(cell.sent, cell.received), cell.looked);
}

ScheduleCells::ScheduleCells(Schedule const& schedule, Run shown_positions, Run shown_steps, Index most_rows, Index most_columns)
    : positions(cut_evenly(shown_positions, most_rows)), steps(cut_evenly(shown_steps, most_columns)),
      cells(positions.size() * steps.size()), busiest(steps.size(), 0), ports_(as_size(schedule.size())) {
    Index const columns = std::max<Index>(std::ssize(steps), 1);
    Index const affordable = std::max<Index>(most_transfers / (columns * schedule.size()), 1);
    for (std::size_t column = 0; column < steps.size(); ++column) {
        Index const stride = ceil_div(steps[column].size(), affordable);
        sampled = sampled || stride > 1;
        for (Index step = steps[column].begin; step < steps[column].end; step += stride)
            look_at(schedule, static_cast<int>(step), column);
    }
    find_extremes();
}

void ScheduleCells::look_at(Schedule const& schedule, int step, std::size_t column) {
    if (cells.empty()) return;
    Run const shown{positions.front().begin, positions.back().end};
    Index const row_size = positions.front().size();
    auto const cell_of = [&](int position) -> ScheduleCell* {
        if (!shown.contains(position)) return nullptr;
        return &cells[as_size((position - shown.begin) / row_size) * steps.size() + column];
    };
    std::ranges::fill(ports_, Port{});
    schedule.for_each_transfer(step, [&](Transfer const& transfer) {
        ports_[as_size(transfer.from)].sent += transfer.bytes;
        ports_[as_size(transfer.to)].received += transfer.bytes;
        if (ScheduleCell* const sender = cell_of(transfer.from)) {
            meet(sender->to, transfer.to);
            ++sender->sends;
            sender->sent += transfer.bytes;
        }
        if (ScheduleCell* const receiver = cell_of(transfer.to)) {
            meet(receiver->from, transfer.from);
            ++receiver->receives;
            receiver->received += transfer.bytes;
        }
    });
    for (Port const& port : ports_) busiest[column] = std::max({busiest[column], port.sent, port.received});
    for (Index position = shown.begin; position < shown.end; ++position) {
        Port const& port = ports_[as_size(position)];
        ScheduleCell& cell = *cell_of(static_cast<int>(position));
        ++cell.looked;
        if (port.sent + port.received > 0) ++cell.busy;
    }
}

void ScheduleCells::find_extremes() {
    for (ScheduleCell const& cell : cells) {
        Index const bytes = mean_bytes(cell);
        most_bytes = std::max(most_bytes, bytes);
        if (bytes > 0) least_bytes = least_bytes == 0 ? bytes : std::min(least_bytes, bytes);
    }
}

} // namespace tessera::detail
