// SPDX-License-Identifier: BSD-3-Clause
// Tessera: memory of message buffers that are gone, kept for those to come.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <cstddef>

namespace tessera {

/// A Buffer for messages. Fresh memory costs a page fault for every page that is touched first, which takes about as long as the
/// copy into it; so what a plan gives back the next plan takes, one pool for the process and all its threads. Move-only.
class PooledBuffer {
  public:
    PooledBuffer() = default;
    explicit PooledBuffer(Index bytes); ///< throws std::bad_alloc
    PooledBuffer(PooledBuffer&& other) noexcept;
    PooledBuffer& operator=(PooledBuffer&& other) noexcept;
    ~PooledBuffer();

    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    [[nodiscard]] Index size() const { return size_; } ///< as asked for; the memory may be larger

  private:
    void give_back() noexcept;

    Buffer memory_;
    Index size_ = 0;
};

/// The pool keeps no more than this, the largest buffers last: what is beyond it goes back to the system.
inline constexpr Index most_pooled_bytes = Index{128} << 20;

/// What it keeps at the moment.
[[nodiscard]] Index pooled_bytes();
/// Gives all of it back to the system.
void release_pooled_buffers();

} // namespace tessera
