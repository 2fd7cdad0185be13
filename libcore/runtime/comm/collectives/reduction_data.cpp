// SPDX-License-Identifier: BSD-3-Clause
// Tessera: test data with the same reduction in every order.
#include "libcore/runtime/comm/collectives/reduction_data.hpp"

#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace tessera {
namespace {

/// Returns an integer with random bits; odd for a product. For `and` (`or`) few elements have a bit that is 0 (1).
std::uint64_t whole_number(ReduceOp op, std::uint64_t chance) {
    std::uint64_t const rare = chance % 7 == 0 ? std::uint64_t{1} << ((chance >> 8U) % 64U) : 0;
    switch (op) {
    case ReduceOp::Product:
        return chance | 1U;
    case ReduceOp::And:
        return ~rare;
    case ReduceOp::Or:
        return rare;
    default:
        return chance;
    }
}

double real_number(ReduceOp op, std::uint64_t chance, Index most) {
    double const sign = (chance & 1U) == 0 ? 1 : -1;
    auto const bits = chance >> 1U;
    if (op == ReduceOp::Product) return bits % 61 == 0 ? 2 * sign : bits % 61 == 1 ? sign / 2 : sign;
    return sign * static_cast<double>(1 + bits % static_cast<std::uint64_t>(most));
}

void put_real(double value, Index bytes, std::byte* place) {
    auto const single = static_cast<float>(value);
    if (bytes == 4)
        std::memcpy(place, &single, sizeof single);
    else
        std::memcpy(place, &value, sizeof value);
}

} // namespace

ReductionData::ReductionData(ArraySpec const& array, ReduceOp op) : array_(array), op_(op), kind_(kind_of(array.type)) {
    Index elements = 1;
    for (Index const extent : array.extents) elements *= extent;
    // A float holds whole numbers up to 2^24 exactly.
    most_ = std::clamp<Index>((Index{1} << 24) / std::max<Index>(elements, 1), 1, 100);
}

void ReductionData::write(Index linear, std::byte* element) const {
    std::uint64_t const chance = mixed_bits(static_cast<std::uint64_t>(linear));
    Index const part = kind_ ? kind_->component_bytes : array_.type.bytes;
    if (kind_ && kind_->what == ElementKind::Class::Float) return put_real(real_number(op_, chance, most_), part, element);
    if (kind_ && kind_->what == ElementKind::Class::Complex) {
        // Factors of a product are 1, -1, i and -i, and doubles and halves of them.
        bool const turned = op_ == ReduceOp::Product && (chance >> 63U) != 0;
        double const value = real_number(op_, chance, most_);
        double const other = op_ == ReduceOp::Product ? 0 : real_number(op_, mixed_bits(chance), most_);
        put_real(turned ? other : value, part, element);
        return put_real(turned ? value : other, part, element + part);
    }
    std::uint64_t const number =
        kind_ && kind_->what == ElementKind::Class::Bool ? whole_number(op_, chance) & 1U : whole_number(op_, chance);
    std::memset(element, 0, as_size(array_.type.bytes));
    std::memcpy(element, &number, as_size(std::min<Index>(array_.type.bytes, 8)));
}

void ReductionData::fill(LocalLayout const& layout, std::byte* local) const {
    owned_elements(array_, layout).for_each([&](Index offset, Index linear) { write(linear, local + offset); });
}

} // namespace tessera
