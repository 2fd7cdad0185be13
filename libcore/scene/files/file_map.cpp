// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan of file access as cells of a file, independent of their appearance.
#include "libcore/scene/files/file_map.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

constexpr Index most_questions = Index{1} << 21; // cells times ranks
constexpr Index short_file = 48;                 // positions that fit in one line
constexpr Index shortest_line = 32;              // minimum for longer files

/// Returns the shortest length, at least `least`, that divides `whole`, if there is one below twice the least.
Index divisor_from(Index whole, Index least) {
    for (Index length = least; length < 2 * least && length <= whole; ++length)
        if (whole % length == 0) return length;
    return least;
}

/// Returns the length of a line: whole slabs, or an equal part of one. Then patterns that repeat with the slabs are aligned
/// vertically.
Index line_length(Index positions, Index slab, Index most_lines) {
    if (positions <= short_file) return std::max<Index>(1, positions);
    Index const least = std::max(shortest_line, ceil_div(positions, most_lines));
    if (least >= slab) return ceil_div(least, slab) * slab;
    return divisor_from(slab, least);
}

/// Returns the length of a cell. Slabs end between cells.
Index cell_length(Index line, Index slab, Index most_columns) {
    Index const least = ceil_div(line, most_columns);
    return least >= slab ? ceil_div(least, slab) * slab : divisor_from(slab, least);
}

} // namespace

FileMap::FileMap(IoPlan plan, Index most_lines, Index most_columns) : plan_(std::move(plan)) {
    if (is_empty()) return;
    collect_requests();
    FileLayout const& layout = plan_.fad().layout();
    auto const ranks = static_cast<Index>(plan_.fad().members().size());
    Index const columns = std::min(most_columns, std::max<Index>(8, most_questions / (ranks * (most_lines + 1))));
    Run const all{0, layout.positions()};
    Run shown = touched_bounds();
    if (2 * shown.size() > all.size()) shown = all;
    Index const slab = layout.slab_positions();
    Index const line = line_length(shown.size(), slab, most_lines);
    if (line >= slab) shown.begin -= shown.begin % slab;
    detail_ = lines_of(shown, line, columns);
    if (shown != all) overview_ = lines_of(all, all.size(), columns);
}

void FileMap::collect_requests() {
    FileLayout const& layout = plan_.fad().layout();
    crowded_ = plan_.totals().requests() > most_mapped_requests;
    if (crowded_) return;
    plan_.for_each_request([&](IoRequest const& request) { requests_.push_back({layout.positions_in(request.bytes), request}); });
    std::ranges::stable_sort(requests_, {}, [](FileRequest const& each) { return each.request.phase; });
    std::vector<std::pair<Index, Index>> changes; // position, difference
    for (FileRequest const& each : requests_) {
        changes.emplace_back(each.positions.begin, 1);
        changes.emplace_back(each.positions.end, -1);
    }
    std::ranges::sort(changes);
    Index depth = 0;
    for (auto const& [position, difference] : changes) {
        depth += difference;
        if (edges_.empty() || edges_.back() != position) {
            edges_.push_back(position);
            accesses_.push_back(depth);
        } else {
            accesses_.back() = depth;
        }
    }
}

Run FileMap::touched_bounds() const {
    return edges_.empty() ? plan_.fad().wanted().bounds() : Run{edges_.front(), edges_.back()};
}

FileLines FileMap::lines_of(Run positions, Index line, Index most_columns) const {
    FileLines lines{positions, line, cell_length(line, plan_.fad().layout().slab_positions(), most_columns), {}};
    for (Index begin = positions.begin; begin < positions.end; begin += line) {
        Index const end = std::min(begin + line, positions.end);
        auto& cells = lines.lines.emplace_back();
        for (Index at = begin; at < end; at += lines.cell) cells.push_back(cell_of({at, std::min(at + lines.cell, end)}));
    }
    return lines;
}

FileCell FileMap::cell_of(Run positions) const {
    FileCell cell;
    cell.positions = positions;
    cell.wanted = plan_.fad().wanted().count_in(positions);
    Index demanded = 0;
    for (Fad::Member const& member : plan_.fad().members()) {
        if (cell.wanted == 0 || intersection(member.section.bounds(), positions).empty()) continue;
        Index const count = member.section.count_in(positions);
        if (count > 0) cell.demands.emplace_back(member.rank, count);
        demanded += count;
    }
    // Crowded plans use direct access, or nearly so: they access what is wanted.
    std::tie(cell.touched, cell.accesses) = crowded_ ? std::pair(cell.wanted, demanded) : touches(positions);
    set_domain(cell);
    return cell;
}

std::pair<Index, Index> FileMap::touches(Run positions) const {
    Index touched = 0;
    Index accesses = 0;
    auto i = as_size(std::ranges::upper_bound(edges_, positions.begin) - edges_.begin());
    if (i > 0) --i;
    for (; i + 1 < edges_.size() && edges_[i] < positions.end; ++i) {
        Index const size = intersection(Run{edges_[i], edges_[i + 1]}, positions).size();
        if (accesses_[i] > 0) touched += size;
        accesses += accesses_[i] * size;
    }
    return {touched, accesses};
}

void FileMap::set_domain(FileCell& cell) const {
    if (plan_.two_phase() == nullptr) return;
    FileDomains const& domains = plan_.two_phase()->domains();
    Run const divided = intersection(cell.positions, domains.bounding());
    if (divided.empty()) return;
    Index const first = domains.aggregator_of(divided.begin);
    bool const alone = domains.domain(first).count_in(divided) == divided.size();
    cell.shared_domain = !alone;
    if (alone) cell.aggregator = domains.ranks()[as_size(first)];
}

} // namespace tessera
