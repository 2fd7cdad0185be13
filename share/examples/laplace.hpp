// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Laplace's equation by Jacobi iteration on arrays that are out of core (Thakur 1995, figure 5.3).
#pragma once

#include "share/examples/example_array.hpp"

#include <utility>

namespace tessera::examples {

/// Both halves of a sweep read the overlap areas; with `reuse` a slab keeps the columns it shares with the one in front of it.
enum class Reuse { No, Yes };

/// The temperature of a plate: its first column is hot, the rest is cold at the beginning.
inline float first_temperature(Index, Index column) {
    return column == 0 ? 1.0F : 0.0F;
}

/// One sweep over this rank's part: every inner element of `next` becomes the mean of its four neighbours in `now`.
inline void relax(OutOfCoreArray& now, OutOfCoreArray& next, Index n, Reuse reuse) {
    Icla from = now.make_icla();
    Icla to = next.make_icla();
    for (Index k = 0; k < now.slabs().count(); ++k) {
        auto const box = now.slabs().box(k);
        if (reuse == Reuse::Yes)
            now.read_reuse(k, from);
        else
            now.read_section(section_of(now.slabs().with_shadow(k)), from);
        to.hold(box);
        auto const b = from.view<float const, 2>();
        auto const a = to.view<float, 2>();
        Index const first_row = now.owned().dims()[0].bounds().begin;
        Index const first_column = now.owned().dims()[1].bounds().begin;
        for (Index j = box[1].begin; j < box[1].end; ++j) {
            for (Index i = box[0].begin; i < box[0].end; ++i) {
                bool const inner = 0 < first_row + i && first_row + i < n - 1 && 0 < first_column + j && first_column + j < n - 1;
                a(i, j) = inner ? (b(i, j - 1) + b(i, j + 1) + b(i + 1, j) + b(i - 1, j)) / 4 : b(i, j);
            }
        }
        next.write_section(to.section(), to);
    }
}

/// Collective. `one` holds the temperatures at the beginning; after an even number of sweeps it holds the result, else `other`
/// does.
inline void solve_laplace(Communicator const& comm, OutOfCoreArray& one, OutOfCoreArray& other, Index n, int sweeps, Reuse reuse) {
    OutOfCoreArray* now = &one;
    OutOfCoreArray* next = &other;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        now->shift(); // the neighbours' edges into the overlap areas
        all_or_none(comm, [&] { relax(*now, *next, n, reuse); });
        std::swap(now, next);
    }
}

} // namespace tessera::examples
