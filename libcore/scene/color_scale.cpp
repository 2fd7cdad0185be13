// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a colour scale for quantities; darker means more.
#include "libcore/scene/color_scale.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace tessera {
namespace {

constexpr std::array anchors{Color{199, 233, 180}, Color{127, 205, 187}, Color{65, 182, 196}, Color{29, 145, 192},
                             Color{34, 94, 168},   Color{37, 52, 148},   Color{8, 29, 88}};

} // namespace

Color quantity_color(double share) {
    double const place = std::clamp(share, 0.0, 1.0) * (anchors.size() - 1);
    auto const below = std::min(static_cast<std::size_t>(place), anchors.size() - 2);
    return blend(anchors[below], anchors[below + 1], place - static_cast<double>(below));
}

ColorScale::ColorScale(Kind kind, double least, double most) : kind_(kind), least_(least), most_(most) {
    assert(0 < least && least <= most);
}

double ColorScale::place(double value) const {
    if (kind_ == Kind::Linear) return std::clamp(value / most_, 0.0, 1.0);
    if (least_ == most_) return 1;
    return std::clamp(std::log2(std::max(value, least_) / least_) / std::log2(most_ / least_), 0.0, 1.0);
}

Color ColorScale::at(double value) const {
    return quantity_color(place(value));
}

std::vector<double> ColorScale::ticks(int most) const {
    std::vector<double> ticks;
    if (kind_ == Kind::Linear) {
        double const step = std::exp2(std::ceil(std::log2(most_ / (most - 1))));
        for (int k = 0; k * step <= most_; ++k) ticks.push_back(k * step);
        return ticks;
    }
    int const first = static_cast<int>(std::ceil(std::log2(least_)));
    int const last = static_cast<int>(std::floor(std::log2(most_)));
    int const step = std::max((last - first + most - 1) / std::max(most - 1, 1), 1);
    for (int k = first; k <= last; k += step) ticks.push_back(std::exp2(k));
    return ticks;
}

} // namespace tessera
