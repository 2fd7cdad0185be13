// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores in zip archives (zarr-python's ZipStore).
#pragma once

#include "libcore/files/store/zarr/keyed_store.hpp"

#include <memory>
#include <string>

namespace tessera {

/// Opens the store. Errors: those of zip_entries(), without the file's name.
[[nodiscard]] Result<std::shared_ptr<KeyedStore const>> zip_store(std::string const& path);

} // namespace tessera
