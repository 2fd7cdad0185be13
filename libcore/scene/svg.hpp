// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a scene as SVG.
#pragma once

#include "libcore/scene/scene.hpp"

#include <string>

namespace tessera {

/// Returns a complete document. The same scene gives the same bytes, on every machine.
[[nodiscard]] std::string to_svg(Scene const& scene);
/// Returns the document for use inside a page, without the line that only a separate file needs.
[[nodiscard]] std::string to_inline_svg(Scene const& scene);

} // namespace tessera
