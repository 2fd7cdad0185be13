// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a number of the system for an open file, closed at the end.
#include "libcore/base/descriptor.hpp"

#include <unistd.h>

namespace tessera {

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

} // namespace tessera
