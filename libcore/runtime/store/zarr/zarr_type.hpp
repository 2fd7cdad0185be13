// SPDX-License-Identifier: BSD-3-Clause
// Tessera: element types and fill values in Zarr's metadata.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// What version 3 calls texts of 4 bytes a character.
inline constexpr char const* zarr3_wide_name = "fixed_length_utf32";

// All texts are JSON; the errors do not name the file.

/// "<f8", "|S12", "<M8[ns]", or a list of fields: version 2. Times and dates are the integers they are stored as; texts of 4 bytes
/// a character are foreign, and so are structures with such, or with times; objects ("|O") are taken for texts of any length,
/// until their codec says what they are.
[[nodiscard]] Result<ZarrType> zarr_type(std::string_view text);
/// "float64", "r24", "string", {"name": "null_terminated_bytes", ...}: version 3, in this byte order.
[[nodiscard]] Result<ZarrType> zarr3_type(std::string_view text, bool big_endian);

/// "M8[ns]": what numpy calls elements that are dates or spans of time; else empty. And such a type in the metadata.
[[nodiscard]] std::string times_of(ZarrType const& type);
[[nodiscard]] std::string times_text(std::string const& times, bool big_endian, int version);

/// Texts of any length, or sequences of bytes, as a version calls them.
[[nodiscard]] ZarrType zarr_texts_type(int version, bool of_bytes);

/// The way back; of structures with their fields. Error: a type that Zarr does not have, in version 3 structures among them.
[[nodiscard]] Result<ZarrType> new_zarr_type(ElementType const& type, ElementFields const& fields, bool big_endian, int version);

/// Gives an array whose type is known the fill value that its metadata say, and the way back.
[[nodiscard]] Result<void> set_zarr_fill(ZarrArray& array, std::string_view text);
[[nodiscard]] std::string zarr_fill_text(ZarrArray const& array);

/// The bytes that stand for sequences of bytes that are not stored: base64, as zarr-python writes them, or a list of numbers, as
/// zarr-extensions has them; none for null and zero. Nothing where it is none of these.
[[nodiscard]] std::optional<std::string> sequence_fill(std::string_view text);

/// The element that a fill value says, in the type's byte order; empty for null.
[[nodiscard]] Result<std::vector<std::byte>> zarr_fill(ZarrType const& type, std::string_view text);
/// The way back; null where there is none, in version 3 zero.
[[nodiscard]] std::string zarr_fill_text(ZarrType const& type, std::vector<std::byte> fill, int version);

[[nodiscard]] std::string base64_of(std::vector<std::byte> const& bytes);
/// Nothing if it is no base64.
[[nodiscard]] std::optional<std::vector<std::byte>> bytes_of_base64(std::string_view text);

} // namespace tessera
