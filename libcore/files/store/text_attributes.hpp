// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes for formats that store only text attributes.
#pragma once

#include "libcore/files/store/array_notes.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// Pairs of name and text, in UTF-8.
using TextPairs = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] std::vector<Attribute> attributes_of(TextPairs const& texts);

/// Returns the text attributes. Others are dropped.
[[nodiscard]] TextPairs texts_among(std::span<Attribute const> attributes);

} // namespace tessera
