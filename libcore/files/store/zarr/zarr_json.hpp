// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the JSON of Zarr's metadata.
#pragma once

#include "libcore/base/result.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace tessera {

/// Prefix of a text that stands for a number that JSON lacks. It is a Unicode noncharacter, with which no attribute begins.
inline constexpr std::string_view number_mark = "\xEF\xBF\xBE";

/// Replaces numbers that JSON lacks, but Python writes, by texts: number_mark, then "NaN", "Infinity" or "-Infinity", or the digits
/// of an integer of more than 64 bits.
[[nodiscard]] std::string strict_json(std::string_view text);
/// Inverse of strict_json(), for attributes that a new store takes over unchanged.
[[nodiscard]] std::string python_json(std::string text);

/// Returns the reason why metadata cannot be parsed, from an exception of the JSON library or of a conversion.
[[nodiscard]] std::string json_reason(std::exception const& wrong);

/// Returns whether a store has an entry of this name, including a dangling link. If not, it was never written. Error: that cannot
/// be determined.
[[nodiscard]] Result<bool> is_stored(std::string const& path);

/// Returns the text of a metadata file as strict JSON. Errors: the file is missing or far too long.
[[nodiscard]] Result<std::string> metadata_text(std::string const& path);
/// Writes a metadata file with python_json() into a directory that is still unpublished. The text must be ASCII JSON, because
/// zarr-python reads no other. Failures throw.
void write_metadata_text(std::string const& path, std::string const& text);

} // namespace tessera
