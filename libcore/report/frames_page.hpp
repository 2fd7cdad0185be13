// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures one after the other as one page that plays in any browser, without a network.
#pragma once

#include "libcore/scene/scene.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace tessera {

/// HTML with `count` pictures, which a script plays and goes through; `told`: what stands beside the controls, such as "step 1 of
/// 4". Precondition: there is a picture.
[[nodiscard]] std::string frames_page(std::string_view title, Index count, std::function<Scene(Index)> const& picture,
                                      std::function<std::string(Index)> const& told);

} // namespace tessera
