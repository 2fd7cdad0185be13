// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the JSON of Zarr's metadata.
#pragma once

#include "libcore/base/result.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace tessera {

/// Begins a text that stands for a number that JSON does not have: a noncharacter of Unicode, which no attribute begins with.
inline constexpr std::string_view number_mark = "\xEF\xBF\xBE";

/// Python writes numbers that JSON does not have; they become texts: number_mark, then "NaN", "Infinity" or "-Infinity", or the
/// digits of an integer of more than 64 bits.
[[nodiscard]] std::string strict_json(std::string_view text);
/// The way back, for attributes that a new store takes over as they are.
[[nodiscard]] std::string python_json(std::string text);

/// Why metadata cannot be understood, in words of ours: of an exception that the library of JSON threw, or a conversion.
[[nodiscard]] std::string json_reason(std::exception const& wrong);

/// Has a store anything of this name, be it a link that leads nowhere? If not, it was never written. Error: nobody can say.
[[nodiscard]] Result<bool> is_stored(std::string const& path);

/// The text of a file of metadata, in strict JSON. Errors: it is not there, or far too long.
[[nodiscard]] Result<std::string> metadata_text(std::string const& path);
/// Writes a file of metadata, in python_json() (of ASCII: zarr-python reads no other JSON) within a directory that has no name yet.
/// Failures throw.
void write_metadata_text(std::string const& path, std::string const& text);

} // namespace tessera
