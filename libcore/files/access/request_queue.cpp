// SPDX-License-Identifier: BSD-3-Clause
// Tessera: gathers transfers between a file and memory into as few requests as possible.
#include "libcore/files/access/request_queue.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tessera {

namespace {

constexpr std::size_t most_entries = 4096;
constexpr std::size_t most_places = 1024; // limit of one system call (IOV_MAX)

/// Merges dimensions that follow each other without a gap in the file and in memory.
void collapse(std::vector<RunDim>& dims) {
    std::erase_if(dims, [](RunDim const& dim) { return dim.count == 1; });
    for (std::size_t d = 0; d + 1 < dims.size();) {
        bool const goes_on = dims[d + 1].file_stride == dims[d].count * dims[d].file_stride &&
                             dims[d + 1].memory_stride == dims[d].count * dims[d].memory_stride;
        if (goes_on) {
            dims[d].count *= dims[d + 1].count;
            dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(d) + 1);
        } else {
            ++d;
        }
    }
}

} // namespace

void for_each_run(std::vector<RunDim> dims, Index bytes, Index offset, std::byte* memory,
                  std::function<void(Index, std::byte*, Index)> const& visit) {
    for (RunDim const& dim : dims)
        if (dim.count == 0) return;
    collapse(dims);
    if (!dims.empty() && dims[0].file_stride == bytes && dims[0].memory_stride == bytes) {
        bytes *= dims[0].count;
        dims.erase(dims.begin());
    }
    std::vector<Index> at(dims.size(), 0);
    for (;;) {
        visit(offset, memory, bytes);
        std::size_t d = 0;
        for (; d < dims.size(); ++d) {
            offset += dims[d].file_stride;
            memory += dims[d].memory_stride;
            if (++at[d] < dims[d].count) break;
            offset -= dims[d].count * dims[d].file_stride;
            memory -= dims[d].count * dims[d].memory_stride;
            at[d] = 0;
        }
        if (d == dims.size()) return;
    }
}

RequestQueue::RequestQueue(FileChannel const* file, Direction direction, Index largest_gap)
    : file_(file), direction_(direction), largest_gap_(largest_gap), gap_(as_size(file == nullptr ? 0 : largest_gap)) {
    entries_.reserve(most_entries);
    places_.reserve(most_places);
}

Index RequestQueue::memory(Index largest_gap) {
    return static_cast<Index>(most_entries * sizeof(Entry) + most_places * sizeof(iovec)) + largest_gap;
}

void RequestQueue::add(Index offset, std::byte* memory, Index bytes) {
    if (!entries_.empty()) {
        Entry& last = entries_.back();
        if (last.offset + last.bytes == offset && last.memory + last.bytes == memory) {
            last.bytes += bytes;
            return;
        }
    }
    if (entries_.size() == most_entries) finish();
    entries_.push_back({offset, memory, bytes});
}

void RequestQueue::add_box(std::vector<RunDim> dims, Index bytes, Index offset, std::byte* memory) {
    for_each_run(std::move(dims), bytes, offset, memory,
                 [&](Index run_offset, std::byte* run_memory, Index run_bytes) { add(run_offset, run_memory, run_bytes); });
}

void RequestQueue::finish() {
    if (!std::ranges::is_sorted(entries_, {}, &Entry::offset)) std::ranges::sort(entries_, {}, &Entry::offset);
    for (std::size_t next = 0; next < entries_.size();) {
        Run const bytes = gather(next);
        ++counts_.requests;
        counts_.bytes += bytes.size();
        if (file_ == nullptr) continue;
        direction_ == Direction::Read ? file_->read(bytes.begin, std::span(places_))
                                      : file_->write(bytes.begin, std::span(places_));
    }
    entries_.clear();
}

/// Returns the bytes of the next request and stores their places in memory. `next` becomes the first entry that is not, or not
/// completely, in the request.
Run RequestQueue::gather(std::size_t& next) {
    places_.clear();
    Index const begin = entries_[next].offset;
    Index const most = direction_ == Direction::Read ? std::numeric_limits<Index>::max() : begin + longest_write;
    Index end = begin;
    for (; next < entries_.size() && places_.size() + 1 < most_places && end < most; ++next) {
        Entry& entry = entries_[next];
        Index const gap = entry.offset - end;
        if (gap < 0 || gap > largest_gap_) break;
        if (gap > 0) places_.push_back({gap_.data(), as_size(gap)});
        Index const taken = std::min(entry.bytes, most - entry.offset);
        places_.push_back({entry.memory, as_size(taken)});
        end = entry.offset + taken;
        if (taken == entry.bytes) continue;
        entry = {end, entry.memory + taken, entry.bytes - taken};
        break;
    }
    return {begin, end};
}

} // namespace tessera
