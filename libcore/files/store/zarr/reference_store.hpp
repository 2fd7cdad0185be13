// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores that are lists of references to bytes of other files (kerchunk).
#pragma once

#include "libcore/files/store/zarr/keyed_store.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// Location of the bytes of a key: in the list itself, or in a file.
struct Reference {
    std::string key;
    std::string text = {}; ///< the bytes themselves, if `file` is empty
    std::string file = {}; ///< relative to the folder of the list
    Index offset = 0;
    Index length = -1; ///< -1: the whole file
};

/// Parses versions 0 and 1 of fsspec's ReferenceFileSystem (kerchunk's "References specification") and sorts by key. Returns
/// nullopt if the JSON is something else. Errors: "gen", templates with arguments, URLs, absolute paths or paths with "..", invalid
/// values.
[[nodiscard]] Result<std::optional<std::vector<Reference>>> parse_references(std::string_view text);

/// Like parse_references(), for a file. Returns null if it is not such a list. Errors do not name the file.
[[nodiscard]] Result<std::shared_ptr<KeyedStore const>> reference_store(std::string const& path);

} // namespace tessera
