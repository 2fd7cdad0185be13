// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array in a file.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <string>

namespace tessera {

/// Dimensions are counted as the array's own; `order` says which of them the file stores fastest.
struct FileArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    friend bool operator==(FileArray const&, FileArray const&) = default;

    [[nodiscard]] Index elements() const;
    [[nodiscard]] Index bytes() const { return elements() * type.bytes; }
    /// The dimension whose slabs are gapless in the file: the slowest one that is longer than 1.
    [[nodiscard]] int slab_dim() const;
    [[nodiscard]] Index slabs() const; ///< the extent of slab_dim(); 0 where the array is empty
    [[nodiscard]] Index slab_bytes() const;
};

/// "real8 A(1024,1024)" or "float32 (361,720)".
[[nodiscard]] std::string describe(FileArray const& array);

/// Is what the file holds what the job declares? Error: the types or the extents differ; it names both.
[[nodiscard]] Result<void> expect_array(std::string const& file, FileArray const& found, ArraySpec const& wanted);

} // namespace tessera
