// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which bytes of which file hold elements.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

struct StoredFile;

/// Bytes of a file that are neighbours.
struct FileStretch {
    std::string file;
    Run bytes;

    friend bool operator==(FileStretch const&, FileStretch const&) = default;
};

/// Adds a stretch: to the last one, where it goes on with it.
void add_stretch(std::vector<FileStretch>& all, FileStretch next);

/// Calls with the numbers of each chunk of this shape that the box meets.
void for_each_chunk(std::span<Run const> box, Extents const& chunk, std::function<void(Extents const& numbers)> const& with);

/// Of a box of the file's allocation, as far as its format tells; from a chunk in one piece what lies between its first element and
/// its last, of one that is decoded all of it. Elements that are not stored have none.
[[nodiscard]] std::vector<FileStretch> stretches_of(StoredFile const& file, Index element_bytes, std::span<Run const> box);

} // namespace tessera
