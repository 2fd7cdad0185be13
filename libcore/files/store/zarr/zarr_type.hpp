// SPDX-License-Identifier: BSD-3-Clause
// Tessera: element types and fill values in Zarr's metadata.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Version 3's name for texts of 4-byte characters.
inline constexpr char const* zarr3_wide_name = "fixed_length_utf32";

// All texts are JSON; errors do not name the file.

/// Parses a type of version 2: "<f8", "|S12", "<M8[ns]", or a list of fields. Dates and time spans become the integers in which
/// they are stored. Texts of 4-byte characters are foreign, and so are structures with such texts or with times. Objects ("|O")
/// count as texts of any length until their codec states what they are.
[[nodiscard]] Result<ZarrType> zarr_type(std::string_view text);
/// Parses a type of version 3 with this byte order: "float64", "r24", "string", {"name": "null_terminated_bytes", ...}.
[[nodiscard]] Result<ZarrType> zarr3_type(std::string_view text, bool big_endian);

/// times_of() returns numpy's name "M8[ns]" for types of dates or time spans, otherwise "". times_text() returns the metadata of
/// such a type.
[[nodiscard]] std::string times_of(ZarrType const& type);
[[nodiscard]] std::string times_text(std::string const& times, bool big_endian, int version);

/// Returns the type of texts of any length, or of byte sequences, in this version.
[[nodiscard]] ZarrType zarr_texts_type(int version, bool of_bytes);

/// Returns the type for new metadata; structures include their fields. Error: Zarr lacks the type. Version 3 lacks structures.
[[nodiscard]] Result<ZarrType> new_zarr_type(ElementType const& type, ElementFields const& fields, bool big_endian, int version);

/// set_zarr_fill() sets the fill value from the metadata; the array's type must be known. zarr_fill_text() is its inverse.
[[nodiscard]] Result<void> set_zarr_fill(ZarrArray& array, std::string_view text);
[[nodiscard]] std::string zarr_fill_text(ZarrArray const& array);

/// Returns the bytes that stand for byte sequences that are not stored. Accepts base64 (zarr-python), a list of numbers
/// (zarr-extensions), and null or zero (no bytes). Otherwise nullopt.
[[nodiscard]] std::optional<std::string> sequence_fill(std::string_view text);

/// Returns the fill value in the type's byte order; empty for null.
[[nodiscard]] Result<std::vector<std::byte>> zarr_fill(ZarrType const& type, std::string_view text);
/// Inverse of zarr_fill(). If there is no fill value: null, or zero in version 3.
[[nodiscard]] std::string zarr_fill_text(ZarrType const& type, std::vector<std::byte> fill, int version);

[[nodiscard]] std::string base64_of(std::vector<std::byte> const& bytes);
/// Returns nullopt if the text is not base64.
[[nodiscard]] std::optional<std::vector<std::byte>> bytes_of_base64(std::string_view text);

} // namespace tessera
