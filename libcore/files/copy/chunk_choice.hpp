// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses the chunks of a copy's target.
#pragma once

#include "libcore/files/copy/array_copy_settings.hpp"

#include <optional>
#include <string>

namespace tessera {

/// Bytes of a chunk if the user leaves its shape open: the default size of HDF5's chunk cache. Object stores take one request per
/// chunk.
inline constexpr Index usual_chunk_bytes = Index{1} << 20;

/// Returns the source's chunk shape in the target's dimensions, limited to the extents of dimensions that are not unlimited.
/// Nothing if the source has no chunks.
[[nodiscard]] std::optional<Extents> kept_chunk(ArrayCopySettings const& settings);

/// Sets the chunks of the variable `name` from --chunk, --for and --shard. If the options leave the shape open,
/// `settings.chunk_reason` tells why it was chosen. Errors: a value that is not a shape; a shape that does not fit the array.
[[nodiscard]] Result<void> choose_chunk(ArrayCopySettings& settings, std::string const& name, OptionValues const& given);

} // namespace tessera
