// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a page that plays a series of pictures, for any browser and without network access.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/scene/scene.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace tessera {

/// Returns HTML with `count` pictures and a script that plays them. `told`: text beside the controls, such as "step 1 of 4". Error:
/// the pictures are larger than most_page_bytes; drawing stops at this limit. Precondition: count >= 1.
[[nodiscard]] Result<std::string> frames_page(std::string_view title, Index count, std::function<Scene(Index)> const& picture,
                                              std::function<std::string(Index)> const& told);
inline constexpr Index most_page_bytes = Index{16} << 20; ///< small enough to open at once and to send by mail

} // namespace tessera
