// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a new file is laid out, in formats that leave it open.
#pragma once

#include "libcore/base/index.hpp"

#include <string>

namespace tessera {

/// Of HDF5. What is 0 or empty is left to it, or taken from the original's file.
struct NewFileLayout {
    std::string oldest = {}; ///< the oldest version of HDF5 that has to understand it: earliest, v18, v110, latest
    std::string newest = {}; ///< the newest whose ways may be used
    Index alignment = 0;     ///< what has at least `align_from` bytes begins at multiples of it
    Index align_from = 0;
    Index page = 0;              ///< room is given out in pages of so many bytes, those of metadata apart from those of data
    std::string user_block = {}; ///< the path of a file whose bytes stand in front

    [[nodiscard]] bool any() const { return *this != NewFileLayout(); }
    friend bool operator==(NewFileLayout const&, NewFileLayout const&) = default;
};

/// "versions v18 to latest, aligned 1048576 from 4096"; empty where nothing is said.
[[nodiscard]] std::string describe(NewFileLayout const& layout);

} // namespace tessera
