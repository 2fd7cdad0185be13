// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array in a file, and what the formats of one global file have in common.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
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

/// A file with one whole array, read or written by all ranks together, each some slabs of its slowest dimension.
class SlabFile {
  public:
    virtual ~SlabFile() = default;
    [[nodiscard]] virtual FileArray const& array() const = 0;

    /// Every rank calls, the slabs [begin, end) of its own; they may be none. Failures throw, on the ranks they concern.
    virtual void read(Run slabs, std::byte* data) = 0;
    virtual void write(Run slabs, std::byte const* data) = 0;
    /// Every rank calls, once, after the last write: what was written is then in the file.
    virtual void close() = 0;
};

} // namespace tessera
