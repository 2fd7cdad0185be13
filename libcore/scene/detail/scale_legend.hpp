// SPDX-License-Identifier: BSD-3-Clause
// Tessera: legend of a colour scale.
#pragma once

#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/scene.hpp"

#include <functional>
#include <string>

namespace tessera::detail {

/// Adds a heading, the colours from least to most and their values below; if all values are equal, a single swatch. Returns the y
/// below.
double add_scale_legend(Scene& scene, ColorScale const& scale, double x, double y, std::string const& heading,
                        std::function<std::string(double)> const& value_text);

} // namespace tessera::detail
