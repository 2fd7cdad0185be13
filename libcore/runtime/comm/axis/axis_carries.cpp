// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges the summaries of runs within the axis groups of a scan.
#include "libcore/runtime/comm/axis/axis_carries.hpp"

#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <cstring>
#include <deque>

namespace tessera {

void AxisSummaries::copy_to(AxisSummaries& other) {
    for (Index run = 0; run < runs_; ++run) {
        std::copy_n(total(run, other.lines_.begin), other.lines_.size() * element_bytes_,
                    other.total(run)); // null is valid if there are no elements
        if (!segmented_) continue;
        std::copy_n(start(run, other.lines_.begin), other.lines_.size(), other.start(run, other.lines_.begin));
    }
}

void AxisSummaries::copy_totals_from(AxisSummaries& other) {
    for (Index run = 0; run < runs_; ++run)
        std::copy_n(other.total(run), other.lines_.size() * element_bytes_, total(run, other.lines_.begin));
}

AxisCarries::AxisCarries(Communicator const& comm, AxisPlan const& plan, Index position, Combiner const& combiner)
    : comm_(comm), plan_(plan), combiner_(combiner), coord_(plan.mapping().dim_coord(position, plan.dim())),
      lines_(plan.lines(position)), group_(plan.group(position)),
      gathers_(plan.exchange(lines_, combiner.type().bytes) == AxisPlan::Exchange::Gather) {}

/// Returns the lines for which the member with this coordinate receives all summaries.
Run AxisCarries::piece_of(Index coord) const {
    return gathers_ ? Run{0, lines_} : plan_.lines_of(coord, lines_);
}

void AxisCarries::exchange(AxisSummaries& mine, AxisDirection direction) const {
    Index const bytes = combiner_.type().bytes;
    bool const segmented = mine.segmented();
    Parts own;
    Parts parts;
    for (Index c = 0; c < plan_.coords(); ++c) {
        own.emplace_back(mine.runs(), piece_of(c), bytes, segmented);
        parts.emplace_back(plan_.runs_of(c), piece_of(coord_), bytes, segmented);
        mine.copy_to(own.back());
    }
    swap(own, parts);
    walk(parts, direction);
    if (gathers_) return mine.copy_totals_from(parts[as_size(coord_)]);
    swap(parts, own);
    for (AxisSummaries& each : own) mine.copy_totals_from(each);
}

/// Sends part c of `outgoing` to member c and receives its part into `incoming`. Swaps this rank's own part.
void AxisCarries::swap(Parts& outgoing, Parts& incoming) const {
    RequestSet requests;
    std::deque<ByteBlock> blocks;
    for (std::size_t c = 0; c < group_.size(); ++c) {
        Buffer& from = incoming[c].memory();
        if (static_cast<Index>(c) == coord_ || from.size() == 0) continue;
        requests.receive(comm_, group_[c], from.data(), blocks.emplace_back(from.size()));
    }
    for (std::size_t c = 0; c < group_.size(); ++c) {
        Buffer& to = outgoing[c].memory();
        if (static_cast<Index>(c) == coord_)
            std::swap(outgoing[c], incoming[c]);
        else if (to.size() > 0)
            requests.send(comm_, group_[c], to.data(), blocks.emplace_back(to.size()));
    }
    requests.wait_all();
}

/// Replaces each total by the carry of its run, run by run along the dimension.
void AxisCarries::walk(Parts& parts, AxisDirection direction) const {
    Run const lines = piece_of(coord_);
    if (lines.empty()) return;
    Index const bytes = combiner_.type().bytes;
    Buffer so_far(lines.size() * bytes);
    Buffer total(lines.size() * bytes);
    combiner_.fill_identity(so_far.data(), lines.size());
    std::vector<Index> next(parts.size(), 0);
    auto const count = std::ssize(plan_.runs());
    if (direction == AxisDirection::Down)
        for (std::size_t c = 0; c < parts.size(); ++c) next[c] = parts[c].runs() - 1;
    for (Index i = 0; i < count; ++i) {
        Index const number = direction == AxisDirection::Up ? i : count - 1 - i;
        auto const c = as_size(plan_.runs()[as_size(number)].coord);
        Index const run = direction == AxisDirection::Up ? next[c]++ : next[c]--;
        AxisSummaries& part = parts[c];
        std::memcpy(total.data(), part.total(run), as_size(total.size()));
        std::memcpy(part.total(run), so_far.data(), as_size(total.size()));
        for (Index line = lines.begin; part.segmented() && line < lines.end; ++line)
            if (*part.start(run, line) != std::byte{0}) combiner_.fill_identity(so_far.data() + (line - lines.begin) * bytes, 1);
        combiner_.combine(so_far.data(), total.data(), so_far.data(), lines.size());
    }
}

} // namespace tessera
