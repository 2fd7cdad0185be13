// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every index of a box, for oracles.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <functional>
#include <set>
#include <vector>

namespace tessera::oracle {

inline std::set<Extents> indices_of(std::vector<Run> const& box) {
    std::set<Extents> all;
    Extents index(box.size());
    std::function<void(std::size_t)> const visit = [&](std::size_t d) {
        if (d == box.size()) {
            all.insert(index);
            return;
        }
        for (index[d] = box[d].begin; index[d] < box[d].end; ++index[d]) visit(d + 1);
    };
    visit(0);
    return all;
}

} // namespace tessera::oracle
