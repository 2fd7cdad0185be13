// SPDX-License-Identifier: BSD-3-Clause
// Tessera: byte ranges of files that hold elements.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

struct StoredFile;

/// A contiguous range of bytes of a file.
struct FileExtent {
    std::string file;
    Run bytes;

    friend bool operator==(FileExtent const&, FileExtent const&) = default;
};

/// Adds a range, merged with the last one if they are contiguous.
void add_extent(std::vector<FileExtent>& all, FileExtent next);

/// Calls `with` with the numbers of each chunk of this shape that intersects the box.
void for_each_chunk(std::span<Run const> box, Extents const& chunk, std::function<void(Extents const& numbers)> const& with);

/// Returns the byte ranges that hold a box of the file's allocation, as far as the format knows them. A contiguous chunk gives the
/// range from its first to its last element in the box; an encoded chunk gives all its bytes. Elements that are not stored give
/// none.
[[nodiscard]] std::vector<FileExtent> stretches_of(StoredFile const& file, Index element_bytes, std::span<Run const> box);

} // namespace tessera
