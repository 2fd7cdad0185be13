// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts elements, or tells whether any or all of them are true.
#include "libcore/runtime/comm/collectives/element_tally.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr std::array<std::string_view, 3> tally_op_names{"count", "any", "all"};

template <class T>
bool is_not_zero(std::byte const* element) {
    T value;
    std::memcpy(&value, element, sizeof value);
    return value != T{};
}

} // namespace

std::span<std::string_view const> tally_names() {
    return tally_op_names;
}

std::optional<TallyOp> tally_named(std::string_view name) {
    auto const found = std::ranges::find(tally_op_names, name);
    if (found == tally_op_names.end()) return std::nullopt;
    return static_cast<TallyOp>(found - tally_op_names.begin());
}

Result<ElementTally> ElementTally::make(TallyOp op, ElementType const& type) {
    if (op == TallyOp::Count) return ElementTally(op, type.bytes, nullptr);
    struct Row {
        std::string_view type;
        IsTrue is_true;
    };
    constexpr Row rows[]{{"bool", is_not_zero<std::uint8_t>},
                         {"int8", is_not_zero<std::uint8_t>},
                         {"int16", is_not_zero<std::uint16_t>},
                         {"int32", is_not_zero<std::uint32_t>},
                         {"int64", is_not_zero<std::uint64_t>},
                         {"logical16", is_not_zero<std::uint16_t>},
                         {"logical32", is_not_zero<std::uint32_t>},
                         {"logical64", is_not_zero<std::uint64_t>},
                         {"uint8", is_not_zero<std::uint8_t>},
                         {"uint16", is_not_zero<std::uint16_t>},
                         {"uint32", is_not_zero<std::uint32_t>},
                         {"uint64", is_not_zero<std::uint64_t>},
                         {"float32", is_not_zero<float>},
                         {"float64", is_not_zero<double>},
                         {"complex64", is_not_zero<std::complex<float>>},
                         {"complex128", is_not_zero<std::complex<double>>}};
    for (Row const& row : rows)
        if (row.type == type.name) return ElementTally(op, type.bytes, row.is_true);
    return fail(fmt::format("'{}' needs booleans or numbers, and not elements of type {}; 'count' takes any type",
                            tally_op_names[static_cast<std::size_t>(op)], type.name));
}

ReduceOp ElementTally::reduce_op() const {
    return op_ == TallyOp::Count ? ReduceOp::Sum : op_ == TallyOp::Any ? ReduceOp::Or : ReduceOp::And;
}

ElementType ElementTally::result_type() const {
    return op_ == TallyOp::Count ? ElementType{"int64", sizeof(Index)} : ElementType{"bool", 1};
}

void ElementTally::convert(std::byte const* elements, Index count, std::byte* out) const {
    if (op_ == TallyOp::Count) {
        constexpr Index one = 1;
        for (Index k = 0; k < count; ++k) std::memcpy(out + k * Index{sizeof one}, &one, sizeof one);
        return;
    }
    for (Index k = 0; k < count; ++k) out[k] = std::byte{is_true_(elements + k * bytes_)};
}

} // namespace tessera
