// SPDX-License-Identifier: BSD-3-Clause
// Tessera: large uninitialized buffers.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace tessera {

/// Uninitialized memory, aligned for any element. Large buffers use huge pages if the system has them, because strided copies
/// touch many pages in turn. Move-only.
class Buffer {
  public:
    Buffer() = default;
    explicit Buffer(Index bytes); ///< throws std::bad_alloc

    [[nodiscard]] std::byte* data() { return data_.get(); }
    [[nodiscard]] std::byte const* data() const { return data_.get(); }
    [[nodiscard]] Index size() const { return size_; }

    void clear(); ///< sets all bytes to 0
    /// Makes the buffer at least `bytes` long. If it has to grow, its contents are lost.
    void reserve(Index bytes);

  private:
    struct Free {
        void operator()(std::byte* memory) const noexcept { std::free(memory); }
    };
    std::unique_ptr<std::byte, Free> data_;
    Index size_ = 0;
};

} // namespace tessera
