// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes in Zarr's metadata, and the way back.
#pragma once

#include "libcore/runtime/store/array_notes.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// Attributes are JSON, which has numbers of one kind: the types of others stand in "_NCZARR_ATTR", as netCDF's own library writes
// them
// ({"types": {"scale_factor": "<f4"}}); xarray does not show that.

/// The attributes in an object; those that are not known get into `lost`.
[[nodiscard]] std::vector<Attribute> zarr_attributes_in(std::string_view text, std::vector<std::string>& lost);
/// The way back: an object, in JSON.
[[nodiscard]] std::string zarr_attributes(std::vector<Attribute> const& attributes);

/// One element, in JSON.
[[nodiscard]] std::string json_of_number(ElementType const& type, std::vector<std::byte> const& number);

/// The names of dimensions without an end stand in "_NCZARR_ATTR", too: {"unlimited_dims": ["time"]}. Of such attributes, and
/// attributes with them in place of those that were there.
[[nodiscard]] std::vector<std::string> unlimited_in(std::string_view attributes);
[[nodiscard]] std::string with_unlimited(std::string const& attributes, std::vector<std::string> const& names);

} // namespace tessera
