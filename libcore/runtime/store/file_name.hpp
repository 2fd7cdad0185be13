// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the names by which users call arrays in files.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>
#include <utility>

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

/// By its ending, or by "path:/dataset"; each format knows its own names (array_format.hpp). Of a file that is there, else, by its
/// first bytes. Error: no format knows it.
[[nodiscard]] Result<FileName> parse_file_name(std::string_view text);

/// The same of a file to be made as this edition of a format (ArrayFormat::editions()); empty: as its name says. Error besides: it
/// is no name for that.
[[nodiscard]] Result<FileName> parse_file_name(std::string_view text, std::string_view edition);

/// Where the array of this name lies: the dataset named, or the one called like the array; in a directory "<array>.json".
/// `several`: the dataset named is a group with one dataset per array.
[[nodiscard]] FileName place_of(FileName const& file, std::string const& array, bool several);

/// A directory that was typed with a '/' at its end: made where it is missing, and removed again if nothing has come into it. One
/// rank's; failures throw.
class MadeDirectory {
  public:
    explicit MadeDirectory(FileName const& file);
    MadeDirectory(MadeDirectory&& other) noexcept : path_(std::exchange(other.path_, "")) {}
    MadeDirectory& operator=(MadeDirectory&&) = delete;
    ~MadeDirectory();

  private:
    std::string path_; // empty: it was there
};

} // namespace tessera
