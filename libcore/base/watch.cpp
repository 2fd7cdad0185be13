// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long work hears that it shall stop, and says how far it has come.
#include "libcore/base/watch.hpp"

namespace tessera {

tl::unexpected<Error> stopped_error() {
    Error error{"stopped before it was done"};
    error.stopped = true;
    return tl::unexpected<Error>(std::move(error));
}

} // namespace tessera
