// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the same check for libFuzzer, which finds its own faults.
#include "tests/fuzz/notation_check.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    tessera::fuzz::check_notation({reinterpret_cast<char const*>(data), size});
    return 0;
}
