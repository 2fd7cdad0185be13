// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the JSON of Zarr's metadata.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// Python writes numbers that JSON does not have; they become the texts by which Zarr calls them elsewhere: "NaN", "Infinity",
/// "-Infinity".
[[nodiscard]] std::string strict_json(std::string_view text);

/// Has a store anything of this name, be it a link that leads nowhere? If not, it was never written. Error: nobody can say.
[[nodiscard]] Result<bool> is_stored(std::string const& path);

/// The text of a file of metadata, in strict JSON. Errors: it is not there, or far too long.
[[nodiscard]] Result<std::string> metadata_text(std::string const& path);
/// Writes a file of metadata (of ASCII: zarr-python reads no other JSON) within a directory that has no name yet. Failures throw.
void write_metadata_text(std::string const& path, std::string const& text);

} // namespace tessera
