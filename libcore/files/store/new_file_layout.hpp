// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of a new file, in formats that offer a choice.
#pragma once

#include "libcore/base/index.hpp"

#include <string>

namespace tessera {

/// Layout of an HDF5 file. Values 0 or empty: HDF5's default, or the original file's.
struct NewFileLayout {
    std::string oldest = {}; ///< the oldest HDF5 version that must read the file: earliest, v18, v110, latest
    std::string newest = {}; ///< the newest HDF5 version whose features may be used
    Index alignment = 0;     ///< objects of at least `align_from` bytes begin at multiples of it
    Index align_from = 0;
    Index page = 0;              ///< page size in bytes; pages hold either metadata or data
    std::string user_block = {}; ///< path of a file that becomes the user block

    [[nodiscard]] bool any() const { return *this != NewFileLayout(); }
    friend bool operator==(NewFileLayout const&, NewFileLayout const&) = default;
};

/// Describes the layout: "versions v18 to latest, aligned 1048576 from 4096". Empty if nothing is set.
[[nodiscard]] std::string describe(NewFileLayout const& layout);

} // namespace tessera
