// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes for formats that store only text attributes.
#include "libcore/files/store/text_attributes.hpp"

#include <variant>

namespace tessera {

std::vector<Attribute> attributes_of(TextPairs const& texts) {
    std::vector<Attribute> attributes;
    for (auto const& [name, text] : texts) attributes.push_back({name, text});
    return attributes;
}

TextPairs texts_among(std::span<Attribute const> attributes) {
    TextPairs texts;
    for (Attribute const& each : attributes)
        if (auto const* const text = std::get_if<std::string>(&each.value))
            texts.emplace_back(text_of_bytes(each.name), text_of_bytes(*text));
    return texts;
}

} // namespace tessera
