// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the name of an input or output as it is typed.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// "a.h5:/group/A", "a.npy", "a.raw", "parts/" or "parts.json".
struct FileName {
    enum class Format {
        Hdf5,
        Npy,
        Raw,
        LocalFiles ///< one file per rank and a manifest
    };
    Format format = Format::Raw;
    std::string path;
    std::string dataset; ///< Hdf5: "/group/A", or empty for the array's own name
    std::string text;    ///< as it was typed
};

/// By its ending: .h5, .hdf5, .nc (netCDF-4 files are HDF5 files) or anything with ":/dataset" behind it; .npy; .raw, .bin or .dat;
/// .json or a directory.
[[nodiscard]] Result<FileName> parse_file_name(std::string_view text);

/// Where the array of this name lies: the dataset named, or the one called like the array; in a directory "<array>.json".
/// `several`: the dataset named is a group with one dataset per array.
[[nodiscard]] FileName place_of(FileName const& file, std::string const& array, bool several);

} // namespace tessera
