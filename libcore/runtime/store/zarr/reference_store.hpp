// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores that are lists of references to bytes of other files, as kerchunk writes them.
#pragma once

#include "libcore/runtime/store/zarr/keyed_store.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// Where the bytes of a key are: in the list itself, or in a file.
struct Reference {
    std::string key;
    std::string text = {}; ///< the bytes themselves, where `file` is empty
    std::string file = {}; ///< relative to the folder of the list
    Index offset = 0;
    Index length = -1; ///< -1: all of the file
};

/// Versions 0 and 1 of fsspec's ReferenceFileSystem (kerchunk's "References specification"), sorted by key. Nothing: the JSON is
/// something else. Errors: "gen", templates with arguments, addresses, paths that are absolute or lead upwards, values that are
/// none.
[[nodiscard]] Result<std::optional<std::vector<Reference>>> parse_references(std::string_view text);

/// The same of a file; null where it is none. The error does not name it.
[[nodiscard]] Result<std::shared_ptr<KeyedStore const>> reference_store(std::string const& path);

} // namespace tessera
