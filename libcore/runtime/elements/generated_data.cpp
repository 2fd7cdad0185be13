// SPDX-License-Identifier: BSD-3-Clause
// Tessera: test data computed from the index of each element, which reveals misplaced elements.
#include "libcore/runtime/elements/generated_data.hpp"

#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace tessera {

namespace {

using Class = ElementKind::Class;

/// Returns the index if all indices are below 2^bits, else its mixed bits modulo 2^bits.
std::uint64_t numbered(Index linear, Index elements, unsigned bits) {
    auto const number = static_cast<std::uint64_t>(linear);
    std::uint64_t const mask = bits < 64 ? (std::uint64_t{1} << bits) - 1 : ~std::uint64_t{0};
    return static_cast<std::uint64_t>(elements) - 1 <= mask ? number : mixed_bits(number) & mask;
}

template <class T>
void put(T value, std::byte* place) {
    std::memcpy(place, &value, sizeof value);
}

void write_float(Index bytes, Index linear, Index elements, double sign, std::byte* place) {
    if (bytes == 8) return put(sign * static_cast<double>(numbered(linear, elements, 53)), place);
    if (bytes == 4) return put(static_cast<float>(sign * static_cast<double>(numbered(linear, elements, 24))), place);
    // Other sizes are written as bits. Half-precision patterns below 0x3FFF are numbers between 0 and 2.
    auto const bits = numbered(linear, elements, 14);
    std::memset(place, 0, as_size(bytes));
    std::memcpy(place, &bits, as_size(std::min<Index>(bytes, 2)));
    if (bytes > 8) std::memcpy(place, &linear, sizeof linear);
}

/// Writes the low bytes of a number.
void put_low(std::uint64_t number, Index bytes, std::byte* place) {
    std::memcpy(place, &number, as_size(bytes));
}

/// Writes the index, then its bits mixed once per further word.
void write_bytes(Index bytes, Index linear, Index elements, std::byte* place) {
    std::uint64_t word = numbered(linear, elements, bytes < 8 ? static_cast<unsigned>(8 * bytes) : 64U);
    for (Index done = 0; done < bytes; done += 8) {
        std::memcpy(place + done, &word, as_size(std::min<Index>(bytes - done, 8)));
        word = mixed_bits(word);
    }
}

} // namespace

GeneratedData::GeneratedData(ArraySpec const& array) : array_(array), kind_(kind_of(array.type)), strides_(linear_strides(array)) {
    for (Index const extent : array.extents) elements_ *= extent;
}

void GeneratedData::write(Index linear, std::byte* element) const {
    switch (kind_ ? kind_->what : Class::Bytes) {
    case Class::Float:
        return write_float(array_.type.bytes, linear, elements_, 1, element);
    case Class::Complex:
        write_float(kind_->component_bytes, linear, elements_, 1, element);
        return write_float(kind_->component_bytes, linear, elements_, -1, element + kind_->component_bytes);
    case Class::Signed:
        return put_low(numbered(linear, elements_, static_cast<unsigned>(8 * array_.type.bytes - 1)), array_.type.bytes, element);
    case Class::Bool:
        return put_low(mixed_bits(static_cast<std::uint64_t>(linear)) & 1U, array_.type.bytes, element);
    default:
        return write_bytes(array_.type.bytes, linear, elements_, element);
    }
}

void GeneratedData::fill(LocalLayout const& layout, std::byte* local) const {
    owned_elements(array_, layout).for_each([&](Index offset, Index linear) { write(linear, local + offset); });
}

} // namespace tessera
