// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sections of Fortran arrays in files, as the papers write them.
#pragma once

#include "libcore/io/fad.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace tessera {

/// first:last:step, both bounds included, counted from 1.
inline PeriodicSet triplet(Index first, Index last, Index step = 1) {
    return PeriodicSet::interval({0, (last - first) / step + 1}).affine_image(step, first - 1);
}

/// Single precision numbers in column-major order from byte `begin` on.
inline FileLayout matrix(Index rows, Index columns, Index begin = 0) {
    return *FileLayout::make({{rows, columns}, {0, 1}, {rows, columns}}, 4, begin);
}

/// Ranks 0 to ranks - 1, each with the section it is given.
inline std::shared_ptr<Fad const> fad_of(FileLayout const& layout, Rank ranks, std::function<BoxSet(Index)> const& section) {
    std::vector<RankSection> sections;
    for (Rank p = 0; p < ranks; ++p) sections.push_back({p, section(p)});
    return std::make_shared<Fad const>(layout, std::move(sections));
}

} // namespace tessera
