// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a pool that reuses the memory of message buffers.
#include "libcore/runtime/memory/buffer_pool.hpp"

#include <map>
#include <mutex>
#include <new>
#include <utility>

namespace tessera {

namespace {

/// The free buffers, by size.
class BufferPool {
  public:
    /// Removes and returns the smallest buffer of at least `bytes` and at most twice that. Empty if there is none.
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
        while (kept_ + bytes > most_pooled_bytes) { // small buffers are the cheapest to allocate again
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

/// The pool is never destroyed, because static objects may give buffers back after all other destructors.
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
    } catch (std::bad_alloc const&) { // no memory for the pool's entry; the buffer is already freed
    }
}

Index pooled_bytes() {
    return the_pool().kept();
}

void release_pooled_buffers() {
    the_pool().clear();
}

} // namespace tessera
