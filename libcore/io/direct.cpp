// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the direct method: each wanted piece of a file has its own request.
#include "libcore/io/direct.hpp"

namespace tessera {

Index direct_requests(FileSection const& section, DirectUnit unit) {
    return unit == DirectUnit::Element ? section.count() : section.run_count();
}

DirectWalk::DirectWalk(FileSection const& section, DirectUnit unit) : runs_(section), unit_(unit) {
    next();
}

void DirectWalk::next() {
    if (rest_.empty()) {
        rest_ = {};
        if (!runs_.done()) {
            rest_ = runs_.run();
            runs_.next();
        }
    }
    positions_ = rest_;
    if (unit_ == DirectUnit::Element && !rest_.empty()) positions_.end = positions_.begin + 1;
    rest_.begin = positions_.end;
}

} // namespace tessera
