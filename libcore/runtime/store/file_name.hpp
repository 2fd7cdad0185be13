// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the names by which users call arrays in files.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera {

class ArrayFormat;

/// "a.h5:/group/A", "a.npy", "a.raw", "parts/" or "parts.json".
struct FileName {
    ArrayFormat const* format = nullptr; ///< never null in what parse_file_name() returns
    std::string path;
    std::string dataset = {}; ///< "/group/A" in formats of several arrays, or empty for the array's own name; else empty
    std::string text = {};    ///< as it was typed

    /// For messages: "a.h5:/group/A", "a.npy".
    [[nodiscard]] std::string shown() const { return dataset.empty() ? path : path + ":" + dataset; }
};

/// By its ending, or by "path:/dataset"; each format knows its own names (array_format.hpp). Error: no format does.
[[nodiscard]] Result<FileName> parse_file_name(std::string_view text);

/// Where the array of this name lies: the dataset named, or the one called like the array; in a directory "<array>.json".
/// `several`: the dataset named is a group with one dataset per array.
[[nodiscard]] FileName place_of(FileName const& file, std::string const& array, bool several);

/// A directory that was typed with a '/' at its end is made where it is missing. One rank's; failures throw.
void make_directory_of(FileName const& file);

} // namespace tessera
