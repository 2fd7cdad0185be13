// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of local array files: one file per rank in memory order, and a manifest that describes them.
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& local_format();

} // namespace tessera
