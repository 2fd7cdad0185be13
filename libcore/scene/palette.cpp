// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the colour of each rank, the same in every picture.
#include "libcore/scene/palette.hpp"

#include <array>

namespace tessera {
namespace {

// Chosen by search: they maximise the smallest CIELAB distance between ranks that may be neighbours in a grid, as seen with all
// cones and without red, green or blue ones. Ranks 1, 2, 3, 4, 5, 8 and 10 apart count as neighbours: modulo 21 these are the
// differences in grids whose sides are powers of two. Their distance is at least 23 (tests/unit/scene/color_test.cpp). Consecutive
// ranks differ in grey, too, and so do the first four.
constexpr std::array<Color, palette_size> rank_colors{{
    {0, 119, 85},   {184, 240, 111}, {19, 54, 171},   {199, 122, 171}, {154, 4, 0},     {148, 170, 255}, {95, 51, 86},
    {255, 133, 90}, {134, 0, 136},   {250, 72, 123},  {249, 221, 71},  {75, 131, 255},  {128, 24, 49},   {132, 161, 0},
    {89, 244, 255}, {191, 20, 127},  {217, 227, 147}, {142, 94, 197},  {255, 167, 174}, {162, 86, 0},    {133, 207, 255},
}};

} // namespace

Color rank_color(Rank rank) {
    return rank_colors[as_size(rank) % palette_size];
}

} // namespace tessera
