// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a pool that reuses the memory of message buffers.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <cstddef>

namespace tessera {

/// A Buffer for messages, taken from one pool for the process and all its threads. The first touch of each page of fresh
/// memory costs a page fault, about as long as the copy into it. So each plan reuses the memory that earlier plans gave back.
/// Move-only.
class PooledBuffer {
  public:
    PooledBuffer() = default;
    explicit PooledBuffer(Index bytes); ///< throws std::bad_alloc
    PooledBuffer(PooledBuffer&& other) noexcept;
    PooledBuffer& operator=(PooledBuffer&& other) noexcept;
    ~PooledBuffer();

    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    [[nodiscard]] Index size() const { return size_; } ///< the requested size; the memory may be larger

  private:
    void give_back() noexcept;

    Buffer memory_;
    Index size_ = 0;
};

/// Upper bound of the pool, in bytes. Beyond it memory goes back to the system, the smallest buffers first.
inline constexpr Index most_pooled_bytes = Index{128} << 20;

/// Bytes in the pool now.
[[nodiscard]] Index pooled_bytes();
/// Gives all memory in the pool back to the system.
void release_pooled_buffers();

} // namespace tessera
