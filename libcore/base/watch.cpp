// SPDX-License-Identifier: BSD-3-Clause
// Tessera: lets long work be stopped and report its progress.
#include "libcore/base/watch.hpp"

namespace tessera {

tl::unexpected<Error> stopped_error() {
    Error error{"stopped before it was done"};
    error.stopped = true;
    return tl::unexpected<Error>(std::move(error));
}

} // namespace tessera
