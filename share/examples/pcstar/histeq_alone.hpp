// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the intensities of an image spread over their whole range: its data, its formula, and one process that computes it.
#pragma once

#include "share/examples/pcstar/numbers.hpp"
#include "share/examples/pcstar/program.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::examples {

/// 25 to 224, by the number of the pixel.
inline std::uint8_t dim_pixel(Index number) {
    return static_cast<std::uint8_t>(25 + random_below(number, 200));
}

/// The new intensity of the pixels with one old intensity: the middle of their share of all pixels.
inline std::int32_t equalized(std::int32_t darker, std::int32_t same, Index pixels) {
    return static_cast<std::int32_t>(256 * (darker + same / 2.0) / static_cast<double>(pixels));
}

inline std::string brightest_text(std::int32_t brightest) {
    return "brightest pixel was " + std::to_string(brightest);
}

inline std::vector<std::uint8_t> histeq_alone(ProgramRun& run) {
    Index const pixels = run.numbers[0] * run.numbers[1];
    std::vector<std::uint8_t> image(as_size(pixels));
    for (Index k = 0; k < pixels; ++k) image[as_size(k)] = dim_pixel(k);
    std::vector<std::uint8_t> result(image.size());
    run.start();
    std::vector<std::int32_t> histogram(256);
    for (std::uint8_t const pixel : image) ++histogram[pixel];
    std::vector<std::uint8_t> fresh(256);
    std::int32_t darker = 0;
    for (std::size_t level = 0; level < 256; ++level) {
        fresh[level] = static_cast<std::uint8_t>(equalized(darker, histogram[level], pixels));
        darker += histogram[level];
    }
    for (std::size_t k = 0; k < image.size(); ++k) result[k] = fresh[image[k]];
    run.stop();
    run.found = brightest_text(*std::ranges::max_element(image));
    return result;
}

} // namespace tessera::examples
