// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of arrays in files, as users type them.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace tessera {

class ArrayFormat;

/// Name of an array in a file: "a.h5:/group/A", "a.npy", "a.raw", "parts/" or "parts.json".
struct FileName {
    ArrayFormat const* format = nullptr; ///< never null in results of parse_file_name()
    std::string path;
    /// "/group/A" in formats that hold several arrays; empty: the array's own name, or a format with one array
    std::string dataset = {};
    std::string text = {}; ///< as typed

    /// The name for messages: "a.h5:/group/A", "a.npy".
    [[nodiscard]] std::string shown() const { return dataset.empty() ? path : path + ":" + dataset; }
};

/// Recognises a format by the ending or "path:/dataset" (array_format.hpp); if none matches, by the first bytes of an existing
/// file. Error: no format recognises the name.
[[nodiscard]] Result<FileName> parse_file_name(std::string_view text);

/// Like parse_file_name(text), for a file to be made in this format version (ArrayFormat::format_versions()). Empty: the name
/// decides. Further error: the name does not fit the version.
[[nodiscard]] Result<FileName> parse_file_name(std::string_view text, std::string_view format_version);

/// Returns the file and dataset for an array of this name: the named dataset, or one with the array's name; in a directory
/// "<array>.json". `several`: the named dataset is a group with one dataset per array.
[[nodiscard]] FileName place_of(FileName const& file, std::string const& array, bool several);

/// Creates a directory that was typed with a trailing '/', if it is missing. The destructor removes it again if it is empty. One
/// rank. Failures throw.
class MadeDirectory {
  public:
    explicit MadeDirectory(FileName const& file);
    MadeDirectory(MadeDirectory&& other) noexcept : path_(std::exchange(other.path_, "")) {}
    MadeDirectory& operator=(MadeDirectory&&) = delete;
    ~MadeDirectory();

  private:
    std::string path_; // empty: it existed before
};

} // namespace tessera
