// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores in zip archives, as zarr-python's ZipStore writes them.
#pragma once

#include "libcore/runtime/store/zarr/keyed_store.hpp"

#include <memory>
#include <string>

namespace tessera {

/// Error: as zip_entries(); it does not name the file.
[[nodiscard]] Result<std::shared_ptr<KeyedStore const>> zip_store(std::string const& path);

} // namespace tessera
