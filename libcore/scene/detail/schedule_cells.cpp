// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of a step-by-rank chart, independent of their appearance.
#include "libcore/scene/detail/schedule_cells.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/scene/detail/drawing.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {
namespace {

constexpr Index most_transfers = Index{1} << 19; // read at most, about 20 ms

void meet(int& partner, int position) {
    partner = partner == ScheduleCell::nobody || partner == position ? position : ScheduleCell::several;
}

} // namespace

Index mean_bytes(ScheduleCell const& cell) {
    return cell.looked == 0 ? 0 : ceil_div(std::max(cell.sent, cell.received), cell.looked);
}

ScheduleCells::ScheduleCells(Schedule const& schedule, Run shown_positions, Run shown_steps, Index most_rows, Index most_columns)
    : positions(cut_evenly(shown_positions, most_rows)), steps(cut_evenly(shown_steps, most_columns)),
      cells(positions.size() * steps.size()), busiest(steps.size(), 0), ports_(as_size(schedule.size())),
      row_of_(as_size(schedule.size()), no_row), column_(positions.size()) {
    for (std::size_t row = 0; row < positions.size(); ++row)
        for (Index position = positions[row].begin; position < positions[row].end; ++position) row_of_[as_size(position)] = row;
    Index const columns = std::max<Index>(std::ssize(steps), 1);
    Index const affordable = std::max<Index>(most_transfers / (columns * schedule.size()), 1);
    for (std::size_t column = 0; column < steps.size(); ++column) {
        Index const stride = ceil_div(steps[column].size(), affordable);
        sampled = sampled || stride > 1;
        for (Index step = steps[column].begin; step < steps[column].end; step += stride) look_at(schedule, static_cast<int>(step));
        busiest[column] = std::exchange(busiest_in_column_, 0);
        for (std::size_t row = 0; row < column_.size(); ++row)
            cells[row * steps.size() + column] = std::exchange(column_[row], ScheduleCell{});
    }
    find_extremes();
}

void ScheduleCells::look_at(Schedule const& schedule, int step) {
    if (cells.empty()) return;
    auto const cell_of = [&](int position) -> ScheduleCell* {
        std::size_t const row = row_of_[as_size(position)];
        return row == no_row ? nullptr : &column_[row];
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
    for (Port const& port : ports_) busiest_in_column_ = std::max({busiest_in_column_, port.sent, port.received});
    for (std::size_t row = 0; row < positions.size(); ++row) {
        ScheduleCell& cell = column_[row];
        cell.looked += positions[row].size();
        for (Index position = positions[row].begin; position < positions[row].end; ++position)
            if (ports_[as_size(position)].sent + ports_[as_size(position)].received > 0) ++cell.busy;
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
