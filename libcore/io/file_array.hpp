// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array in a file.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <string>

namespace tessera {

/// The array in a file. Dimensions are numbered as in the array; `order` says which of them varies fastest in the file.
struct FileArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    friend bool operator==(FileArray const&, FileArray const&) = default;

    [[nodiscard]] Index elements() const;
    [[nodiscard]] Index bytes() const { return elements() * type.bytes; }
    /// Returns the dimension whose slabs are contiguous in the file: the slowest one that is longer than 1.
    [[nodiscard]] int slab_dim() const;
    [[nodiscard]] Index slabs() const; ///< extent of slab_dim(); 0 if the array is empty
    [[nodiscard]] Index slab_bytes() const;
};

/// Returns "real8 A(1024,1024)" or "float32 (361,720)".
[[nodiscard]] std::string describe(FileArray const& array);

/// Checks that the file holds the array that the job declares. Error: types or extents differ; the message gives both.
[[nodiscard]] Result<void> expect_array(std::string const& file, FileArray const& found, ArraySpec const& wanted);

} // namespace tessera
