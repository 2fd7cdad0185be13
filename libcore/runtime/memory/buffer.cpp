// SPDX-License-Identifier: BSD-3-Clause
// Tessera: large uninitialized buffers.
#include "libcore/runtime/memory/buffer.hpp"

#include "libcore/base/arithmetic.hpp"

#include <cstring>
#include <new>
#include <sys/mman.h>

namespace tessera {

namespace {

constexpr Index huge_page = 2 * 1024 * 1024;
constexpr Index cache_line = 64;

} // namespace

Buffer::Buffer(Index bytes) : size_(bytes) {
    if (bytes == 0) return;
    Index const alignment = bytes >= huge_page ? huge_page : cache_line;
    auto const rounded = static_cast<std::size_t>(ceil_div(bytes, alignment) * alignment);
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(as_size(alignment), rounded)));
    if (!data_) throw std::bad_alloc();
    if (alignment == huge_page) madvise(data_.get(), rounded, MADV_HUGEPAGE); // a hint: small pages work as well
}

void Buffer::clear() {
    if (size_ > 0) std::memset(data_.get(), 0, as_size(size_));
}

void Buffer::reserve(Index bytes) {
    if (bytes > size_) *this = Buffer(bytes);
}

} // namespace tessera
