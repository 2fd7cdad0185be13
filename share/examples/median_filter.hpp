// SPDX-License-Identifier: BSD-3-Clause
// Tessera: median filtering of an image that is out of core (Thakur 1995, section 5.5.2).
#pragma once

#include "share/examples/example_array.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tessera::examples {

using Pixel = std::uint8_t;

/// A ramp with noise.
inline Pixel noisy_pixel(Index row, Index column) {
    auto const noise = static_cast<std::uint32_t>(row * 8191 + column * 131) * 2654435761U >> 24U;
    return static_cast<Pixel>(noise % 8 == 0 ? noise : (row + column) / 2 % 256);
}

/// Filters one slab: every pixel becomes the median of those in the window around it, as far as they lie in the image. `from` holds
/// the slab with its overlap areas.
inline void filter_slab(Icla& from, Icla& to, std::vector<Run> const& box, Index first_column, Index n, Index window) {
    to.hold(box);
    auto const image = from.view<Pixel const, 2>();
    auto const result = to.view<Pixel, 2>();
    Index const reach = window / 2;
    std::vector<Pixel> around;
    for (Index j = box[1].begin; j < box[1].end; ++j) {
        Run const columns = intersection({j - reach, j + reach + 1}, {-first_column, n - first_column});
        for (Index i = box[0].begin; i < box[0].end; ++i) {
            Run const rows = intersection({i - reach, i + reach + 1}, {0, n});
            around.clear();
            for (Index y = columns.begin; y < columns.end; ++y)
                for (Index x = rows.begin; x < rows.end; ++x) around.push_back(image(x, y));
            auto const middle = around.begin() + std::ssize(around) / 2;
            std::nth_element(around.begin(), middle, around.end());
            result(i, j) = *middle;
        }
    }
}

/// Is the next slab read while this one is filtered?
enum class Ahead { No, Yes };

/// Collective. Both images are n x n, distributed (*,block), the first with overlap areas of window / 2 columns.
inline void filter_image(Communicator const& comm, OutOfCoreArray& image, OutOfCoreArray& result, Index n, Index window,
                         Ahead ahead) {
    image.shift();
    all_or_none(comm, [&] {
        Icla one = image.make_icla();
        Icla two = image.make_icla();
        Icla to = result.make_icla();
        Icla* here = &one;
        Icla* next = &two;
        Index const slabs = image.slabs().count();
        auto const section = [&](Index k) { return section_of(image.slabs().with_shadow(k)); };
        if (slabs > 0) image.read_section(section(0), *here);
        for (Index k = 0; k < slabs; ++k) {
            Prefetch coming;
            if (ahead == Ahead::Yes && k + 1 < slabs) coming = image.prefetch(section(k + 1), *next);
            filter_slab(*here, to, image.slabs().box(k), image.owned().dims()[1].bounds().begin, n, window);
            result.write_section(to.section(), to);
            coming.wait();
            if (ahead == Ahead::No && k + 1 < slabs) image.read_section(section(k + 1), *next);
            std::swap(here, next);
        }
    });
}

} // namespace tessera::examples
