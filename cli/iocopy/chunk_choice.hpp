// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of what iocopy writes.
#pragma once

#include "cli/iocopy/settings.hpp"

#include <optional>
#include <string>

namespace tessera::cli {

/// Of a chunk whose shape is left open: what HDF5 keeps of a dataset's chunks by itself; stores of objects take a request for each.
inline constexpr Index usual_chunk_bytes = Index{1} << 20;

/// The source's chunks in the target's dimensions, where they fit; nothing where it has none.
[[nodiscard]] std::optional<Extents> kept_chunk(IocopySettings const& settings);

/// By --chunk, --for and --shard, for the variable of this name; `settings.chunk_reason` says why, where the options left it open.
/// Errors: a value that is no shape, a shape that does not fit.
[[nodiscard]] Result<void> choose_chunk(IocopySettings& settings, std::string const& name, Arguments const& arguments);

} // namespace tessera::cli
