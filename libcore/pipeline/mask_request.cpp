// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a context as it is asked for, by words.
#include "libcore/pipeline/mask_request.hpp"

#include <utility>

namespace tessera {

Result<std::optional<Mask>> mask_of(std::optional<std::string> const& text, ArraySpec const& array) {
    if (!text) return std::optional<Mask>();
    auto mask = Mask::parse(*text, array, "--where");
    if (!mask) return forward_error(mask);
    return std::optional(*std::move(mask));
}

} // namespace tessera
