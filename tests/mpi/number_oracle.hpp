// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers of every element type as pairs of whole numbers, for tests of arithmetic.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace tessera::oracle {

/// A small whole number with an imaginary part: every type holds it, or what is left of it, exactly.
struct Pair {
    std::int64_t re = 0;
    std::int64_t im = 0;
};

inline Pair operator+(Pair a, Pair b) {
    return {a.re + b.re, a.im + b.im};
}
inline Pair operator*(Pair a, Pair b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// Calls visit(T{}) with the type of that name.
template <class Visit>
void with_type(ElementType const& type, Visit const& visit) {
    if (type.name == "bool") return visit(false);
    if (type.name == "int8") return visit(std::int8_t{});
    if (type.name == "int16") return visit(std::int16_t{});
    if (type.name == "int32") return visit(std::int32_t{});
    if (type.name == "int64") return visit(std::int64_t{});
    if (type.name == "uint8") return visit(std::uint8_t{});
    if (type.name == "uint16") return visit(std::uint16_t{});
    if (type.name == "uint32") return visit(std::uint32_t{});
    if (type.name == "uint64") return visit(std::uint64_t{});
    if (type.name == "float32") return visit(float{});
    if (type.name == "float64") return visit(double{});
    if (type.name == "complex64") return visit(std::complex<float>{});
    if (type.name == "complex128") return visit(std::complex<double>{});
    std::abort();
}

template <class T>
T number_in(Pair value) {
    if constexpr (requires { typename T::value_type; }) {
        using Part = typename T::value_type;
        return {static_cast<Part>(value.re), static_cast<Part>(value.im)};
    } else {
        return static_cast<T>(value.re); // of integers the low bits; the imaginary part is lost
    }
}

inline void store(ElementType const& type, Pair value, std::byte* place) {
    with_type(type, [&](auto none) {
        auto const number = number_in<decltype(none)>(value);
        std::memcpy(place, &number, sizeof number);
    });
}

/// Makes 0 of -0, which arithmetic of floats leaves here and there.
inline void drop_sign_of_zero(ElementType const& type, std::byte* place) {
    with_type(type, [&](auto number) {
        std::memcpy(&number, place, sizeof number);
        if constexpr (requires { number.real(); }) {
            number = {number.real() + 0, number.imag() + 0};
        } else if constexpr (std::is_floating_point_v<decltype(number)>) {
            number += 0;
        }
        std::memcpy(place, &number, sizeof number);
    });
}

inline Pair load(ElementType const& type, std::byte const* place) {
    Pair value;
    with_type(type, [&](auto number) {
        std::memcpy(&number, place, sizeof number);
        if constexpr (requires { number.real(); }) {
            value = {static_cast<std::int64_t>(number.real()), static_cast<std::int64_t>(number.imag())};
        } else {
            value = {static_cast<std::int64_t>(number), 0};
        }
    });
    return value;
}

} // namespace tessera::oracle
