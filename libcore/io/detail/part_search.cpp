// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the search for the shape of the parts of a copy.
#include "libcore/io/detail/part_search.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

constexpr Index most_staging = Index{1} << 20;   // beyond the caches it gains nothing
constexpr Index most_shapes = 100'000;           // to try
constexpr double decoding_weight = 8;            // a byte that passes through filters takes as long as so many that do not
constexpr Index widest_gap = bytes_of_a_request; // reading it takes as long as a request of its own

Index chunk_bytes(StoredShape const& file, Index element_bytes) {
    Index bytes = element_bytes;
    for (Index const extent : file.chunk) bytes *= extent;
    return bytes;
}

/// Between file and part; a chunk that passes through filters fits as a whole.
Index staging_for(StoredShape const& file, CopyTask const& task) {
    Index const unit = file.whole_chunks ? chunk_bytes(file, task.element_bytes) : task.element_bytes;
    return std::max(unit, std::min(most_staging, task.memory / 8));
}

/// To read parts of `part` bytes from a file; filters need room for what goes in and what comes out.
Index memory_to_read(StoredShape const& file, CopyTask const& task, Index part) {
    Index const decoding = file.whole_chunks ? 2 * chunk_bytes(file, task.element_bytes) : 0;
    return part + staging_for(file, task) + decoding + copy_overhead;
}

} // namespace

PartSearch::PartSearch(CopyTask const& task, ReadAccess access)
    : task_(task), access_(access), staging_(staging_for(task.source, task)) {}

/// To copy, and to read again what was copied.
Index PartSearch::memory_for(CopyParts const& parts) const {
    Index const part = parts.room() * task_.element_bytes;
    Index bytes = memory_to_read(task_.source, task_, part);
    if (task_.gathers) bytes += staging_;
    if (task_.target.whole_chunks) {
        Index const chunk = chunk_bytes(task_.target, task_.element_bytes);
        bytes += most_encoded_bytes(part, chunk) + chunk;
    }
    return std::max(bytes, memory_to_read(task_.target, task_, part));
}

/// Every length is a multiple of the target's chunk or below it; filtered chunks are not divided.
std::vector<Index> PartSearch::ladder(std::size_t d, Index factor) const {
    Index const extent = std::max<Index>(task_.target.extents[d], 1);
    Index const chunk = task_.target.chunk[d];
    Index const whole = ceil_div(extent, chunk) * chunk;
    std::vector<Index> lengths{chunk, whole};
    auto const add = [&](Index unit, Index limit) {
        for (Index length = unit; length < limit; length *= factor) lengths.push_back(length);
    };
    add(chunk, whole);
    if (!task_.target.whole_chunks) add(1, chunk);
    if (auto const& source = axis(d).source) {
        Index const theirs = task_.source.chunk[static_cast<std::size_t>(source->dim)];
        add(lcm_up_to(chunk, theirs, whole), whole);
        if (!task_.target.whole_chunks) add(theirs, chunk);
    }
    std::ranges::sort(lengths);
    auto const twice = std::ranges::unique(lengths);
    lengths.erase(twice.begin(), twice.end());
    return lengths;
}

PartSearch::Ladders PartSearch::ladders() const {
    for (Index factor = 2;; factor *= factor) {
        Ladders all;
        Index shapes = 1;
        for (std::size_t d = 0; d < task_.target.extents.size(); ++d) {
            all.push_back(ladder(d, factor));
            shapes = std::min(shapes * std::ssize(all.back()), most_shapes + 1);
        }
        if (shapes <= most_shapes || factor > most_shapes) return all;
    }
}

void PartSearch::consider(Extents const& shape) {
    CopyParts const parts(task_.target, shape);
    if (memory_for(parts) > task_.memory) return;
    Index const gap = access_ == ReadAccess::Sieve ? widest_gap : 0;
    IoDemand const reads = read_demand(task_, parts, gap);
    IoDemand const writes = write_demand(task_, parts);
    double const begin = static_cast<double>(bytes_of_a_request);
    double const decoding = task_.source.whole_chunks ? decoding_weight : 1;
    Index const rounds = ceil_div(parts.count(), task_.ranks);
    double const idle = parts.count() == 0 ? 1 : static_cast<double>(rounds * task_.ranks) / static_cast<double>(parts.count());
    double const cost = idle * (begin * (reads.requests + writes.requests) + decoding * reads.bytes + writes.bytes);
    if (best_ && best_cost_ <= cost) return;
    best_cost_ = cost;
    best_ =
        CopyPlan{access_, shape, parts.room() * task_.element_bytes, staging_, task_.gathers ? staging_ : 0, gap, reads, writes};
}

/// All shapes that begin with `shape`.
void PartSearch::descend(Ladders const& ladders, Extents& shape) {
    if (shape.size() == ladders.size()) return consider(shape);
    for (Index const length : ladders[shape.size()]) {
        shape.push_back(length);
        descend(ladders, shape);
        shape.pop_back();
    }
}

/// Uses what memory the powers of two have left over.
void PartSearch::lengthen(std::size_t d) {
    Extents shape = best_->part;
    Index const chunk = task_.target.chunk[d];
    bool const whole = shape[d] >= chunk;
    Index const unit = whole ? chunk : 1;
    Index const limit = whole ? ceil_div(std::max<Index>(task_.target.extents[d], 1), chunk) : chunk - 1;
    Index good = shape[d] / unit;
    Index bad = limit + 1;
    while (bad - good > 1) {
        Index const middle = good + (bad - good) / 2;
        shape[d] = middle * unit;
        (memory_for(CopyParts(task_.target, shape)) <= task_.memory ? good : bad) = middle;
    }
    shape[d] = good * unit;
    consider(shape);
}

std::optional<CopyPlan> PartSearch::run() {
    Extents shape;
    descend(ladders(), shape);
    for (std::size_t d = 0; best_ && d < task_.target.extents.size(); ++d) lengthen(d);
    return best_;
}

std::optional<CopyPlan> PartSearch::only(Extents const& shape) {
    consider(shape);
    return best_;
}

Index PartSearch::least_memory() const {
    Extents shape;
    for (Index const chunk : task_.target.chunk) shape.push_back(task_.target.whole_chunks ? chunk : 1);
    return memory_for(CopyParts(task_.target, shape));
}

} // namespace tessera
