// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the storage libraries do when the program ends.
#include "libcore/files/store/library_exit.hpp"

#include <hdf5.h>

namespace tessera {

void skip_writes_at_exit() noexcept {
    H5dont_atexit();
}

} // namespace tessera
