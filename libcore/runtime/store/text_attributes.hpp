// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes of formats that have nothing but texts for them.
#pragma once

#include "libcore/runtime/store/array_notes.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// Names and texts, in UTF-8.
using TextPairs = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] std::vector<Attribute> attributes_of(TextPairs const& texts);

/// The texts among these attributes. What else there is gets lost.
[[nodiscard]] TextPairs texts_among(std::span<Attribute const> attributes);

} // namespace tessera
