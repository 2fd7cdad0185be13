// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes in Zarr's metadata, read and written.
#pragma once

#include "libcore/files/store/array_notes.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// JSON has only one kind of number. Types of other numbers stand in the attribute "_NCZARR_ATTR", as netCDF's library writes them:
// {"types": {"scale_factor": "<f4"}}. xarray hides that attribute.

/// Parses the attributes of a JSON object. Attributes of unknown types are added to `lost`.
[[nodiscard]] std::vector<Attribute> zarr_attributes_in(std::string_view text, std::vector<std::string>& lost);
/// Inverse of zarr_attributes_in(): returns a JSON object.
[[nodiscard]] std::string zarr_attributes(std::vector<Attribute> const& attributes);

/// Returns one element as JSON.
[[nodiscard]] std::string json_of_number(ElementType const& type, std::vector<std::byte> const& number);

/// Names of unlimited dimensions also stand in "_NCZARR_ATTR": {"unlimited_dims": ["time"]}. unlimited_in() reads them;
/// with_unlimited() returns the attributes with these names instead of the old ones.
[[nodiscard]] std::vector<std::string> unlimited_in(std::string_view attributes);
[[nodiscard]] std::string with_unlimited(std::string const& attributes, std::vector<std::string> const& names);

} // namespace tessera
