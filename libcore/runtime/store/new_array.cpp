// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array that is to be stored, and how.
#include "libcore/runtime/store/new_array.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

std::string describe(NewArray const& array) {
    return fmt::format("{} ({}) {} {} chunk ({}) filters {}", array.type.name, fmt::join(array.extents, ","),
                       array.order == StorageOrder::C ? "C" : "Fortran", array.big_endian ? "big-endian" : "little-endian",
                       fmt::join(array.chunk.value_or(Extents{}), ","), describe(array.filters));
}

} // namespace tessera
