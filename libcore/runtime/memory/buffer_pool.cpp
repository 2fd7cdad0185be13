// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory of message buffers that are gone, kept for those to come.
#include "libcore/runtime/memory/buffer_pool.hpp"

#include <map>
#include <mutex>
#include <new>
#include <utility>

namespace tessera {

namespace {

/// The free buffers by their sizes.
class BufferPool {
  public:
    /// The smallest that holds so many bytes and is not more than twice as large; nothing where there is none.
    [[nodiscard]] Buffer take(Index bytes) {
        std::lock_guard const lock(mutex_);
        auto const found = free_.lower_bound(bytes);
        if (found == free_.end() || found->first > 2 * bytes) return {};
        Buffer buffer = std::move(found->second);
        kept_ -= found->first;
        free_.erase(found);
        return buffer;
    }

    void keep(Buffer buffer) {
        std::lock_guard const lock(mutex_);
        Index const bytes = buffer.size();
        if (bytes == 0 || bytes > most_pooled_bytes) return;
        while (kept_ + bytes > most_pooled_bytes) { // the smallest are the cheapest to have anew
            kept_ -= free_.begin()->first;
            free_.erase(free_.begin());
        }
        free_.emplace(bytes, std::move(buffer));
        kept_ += bytes;
    }

    void clear() {
        std::lock_guard const lock(mutex_);
        free_.clear();
        kept_ = 0;
    }

    [[nodiscard]] Index kept() {
        std::lock_guard const lock(mutex_);
        return kept_;
    }

  private:
    std::mutex mutex_;
    std::multimap<Index, Buffer> free_;
    Index kept_ = 0;
};

/// Never destroyed: buffers of static objects may come back later than anything else.
BufferPool& the_pool() {
    static auto* const pool = new BufferPool;
    return *pool;
}

} // namespace

PooledBuffer::PooledBuffer(Index bytes) : memory_(the_pool().take(bytes)), size_(bytes) {
    if (memory_.size() < bytes) memory_ = Buffer(bytes);
}

PooledBuffer::PooledBuffer(PooledBuffer&& other) noexcept
    : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}

PooledBuffer& PooledBuffer::operator=(PooledBuffer&& other) noexcept {
    if (this == &other) return *this;
    give_back();
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
}

PooledBuffer::~PooledBuffer() {
    give_back();
}

void PooledBuffer::give_back() noexcept {
    if (memory_.data() == nullptr) return;
    try {
        the_pool().keep(std::exchange(memory_, Buffer()));
    } catch (std::bad_alloc const&) { // no room to remember it: it is free already
    }
}

Index pooled_bytes() {
    return the_pool().kept();
}

void release_pooled_buffers() {
    the_pool().clear();
}

} // namespace tessera
