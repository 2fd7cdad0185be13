// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pixels that are brighter than their surroundings: the data, the formula, and one process that computes it.
#pragma once

#include "share/examples/pcstar/program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::examples {

/// What the command line asks the amplitude screener for.
struct Screen {
    Index rows;
    Index columns;
    Index window; ///< w: sums are over w x w pixels, of which window / 2 lie before the one in question

    [[nodiscard]] Index after() const { return window - window / 2 - 1; }
    /// Is all of the window around it in the image?
    [[nodiscard]] bool surrounded(Index i, Index j) const {
        return i >= window / 2 && j >= window / 2 && i < rows - after() && j < columns - after();
    }
    /// Brighter than 1.1 times the average of its surroundings? `sum`: of its window, itself included.
    [[nodiscard]] bool bright(std::int32_t pixel, std::int32_t sum) const {
        float const share = 1.1F / static_cast<float>(window * window - 1);
        return pixel > 1 && share * static_cast<float>(sum - pixel) < static_cast<float>(pixel);
    }
    /// Mountain ranges along both diagonals.
    [[nodiscard]] std::int32_t height(Index i, Index j) const { return slope(i + j) + slope(rows - i + j); }

  private:
    static std::int32_t slope(Index at) {
        constexpr Index range = 64;
        return static_cast<std::int32_t>(at / range % 2 == 0 ? range + at % range : range - at % range);
    }
};

inline Screen screen_of(ProgramRun const& run) {
    return {run.numbers[0], run.numbers[1], run.numbers[2]};
}

inline std::string bright_text(Index bright) {
    return std::to_string(bright) + " bright pixels";
}

inline std::vector<std::int32_t> amp_alone(ProgramRun& run) {
    Screen const screen = screen_of(run);
    std::vector<std::int32_t> image(as_size(screen.rows * screen.columns));
    for (Index i = 0; i < screen.rows; ++i)
        for (Index j = 0; j < screen.columns; ++j) image[as_size(i * screen.columns + j)] = screen.height(i, j);
    std::vector<std::int32_t> bright(image.size());
    Index found = 0;
    run.start();
    for (Index i = screen.window / 2; i < screen.rows - screen.after(); ++i) {
        for (Index j = screen.window / 2; j < screen.columns - screen.after(); ++j) {
            std::int32_t sum = 0;
            for (Index k = i - screen.window / 2; k <= i + screen.after(); ++k)
                for (Index l = j - screen.window / 2; l <= j + screen.after(); ++l) sum += image[as_size(k * screen.columns + l)];
            auto const at = as_size(i * screen.columns + j);
            bright[at] = screen.bright(image[at], sum) ? 1 : 0;
            found += bright[at];
        }
    }
    run.stop();
    run.found = bright_text(found);
    return bright;
}

} // namespace tessera::examples
