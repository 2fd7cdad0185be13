// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures one after the other as one page that plays in any browser, without a network.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/scene.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace tessera {

/// HTML with `count` pictures, which a script plays and goes through; `told`: what stands beside the controls, such as "step 1 of
/// 4". Error: the pictures are more than most_page_bytes; no more than these are drawn. Precondition: there is a picture.
[[nodiscard]] Result<std::string> frames_page(std::string_view title, Index count, std::function<Scene(Index)> const& picture,
                                              std::function<std::string(Index)> const& told);
inline constexpr Index most_page_bytes = Index{16} << 20; ///< a browser opens it at once, and it can be sent by mail

} // namespace tessera
