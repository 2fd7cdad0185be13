// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an image whose pixels become the median of their surroundings: the data, the formula, and one process that computes it.
#pragma once

#include "share/examples/pcstar/numbers.hpp"
#include "share/examples/pcstar/program.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tessera::examples {

/// By the number of the pixel.
inline std::uint8_t noisy_pixel(Index number) {
    return static_cast<std::uint8_t>(random_below(number, 256));
}

/// The smallest values of a window, sorted, as many as are needed to know the one in the middle.
class SmallestOf {
  public:
    explicit SmallestOf(std::size_t kept) : kept_(kept, 255) {}

    void add(std::uint8_t value) {
        for (std::uint8_t& smaller : kept_)
            if (value < smaller) std::swap(value, smaller);
    }
    [[nodiscard]] std::uint8_t largest() const { return kept_.back(); }
    void clear() { std::ranges::fill(kept_, std::uint8_t{255}); }

  private:
    std::vector<std::uint8_t> kept_;
};

inline std::vector<std::uint8_t> rf_alone(ProgramRun& run) {
    Index const rows = run.numbers[0];
    Index const columns = run.numbers[1];
    Index const window = run.numbers[2];
    std::vector<std::uint8_t> image(as_size(rows * columns));
    for (std::size_t k = 0; k < image.size(); ++k) image[k] = noisy_pixel(static_cast<Index>(k));
    std::vector<std::uint8_t> medians(image.size());
    run.start();
    SmallestOf smallest(as_size(window * window / 2 + 1));
    Index const before = window / 2;
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j) {
            smallest.clear();
            for (Index k = i - before + rows; k < i - before + rows + window; ++k)
                for (Index l = j - before + columns; l < j - before + columns + window; ++l)
                    smallest.add(image[as_size(k % rows * columns + l % columns)]);
            medians[as_size(i * columns + j)] = smallest.largest();
        }
    }
    run.stop();
    return medians;
}

} // namespace tessera::examples
