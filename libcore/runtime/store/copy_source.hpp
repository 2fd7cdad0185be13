// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array a copy reads, whatever its files.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <optional>

namespace tessera {

/// What a raw file cannot say about itself.
struct RawArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    Index begin = 0; ///< bytes in front of the first element
};

/// Every rank for itself. Errors: the file is missing, or is not what its name, its header or `raw` says.
[[nodiscard]] Result<StoredArray> open_source(FileName const& file, std::optional<RawArray> const& raw);

} // namespace tessera
