// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file descriptor that is closed on destruction.
#include "libcore/base/descriptor.hpp"

#include <unistd.h>

namespace tessera {

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

} // namespace tessera
