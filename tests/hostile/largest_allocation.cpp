// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the largest piece of memory that a program of tests asked for.
#include "tests/hostile/largest_allocation.hpp"

#include <cstdlib>
#include <new>

namespace tessera::oracle {

std::atomic<std::size_t>& largest_allocation() {
    static std::atomic<std::size_t> largest = 0;
    return largest;
}

} // namespace tessera::oracle

[[gnu::noinline]] void* operator new(std::size_t bytes) {
    auto& largest = tessera::oracle::largest_allocation();
    std::size_t known = largest;
    while (bytes > known && !largest.compare_exchange_weak(known, bytes)) {
    }
    if (void* const memory = std::malloc(bytes)) return memory;
    throw std::bad_alloc();
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}
