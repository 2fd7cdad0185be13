// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the update of elements on their way.
#include "libcore/runtime/move/copy/element_update.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tessera {

namespace {

/// A boolean: true if its bits are not 0. No type is converted to it.
template <class Bits>
struct Truth {
    Bits bits;
};
template <class T>
constexpr bool is_truth = false;
template <class Bits>
constexpr bool is_truth<Truth<Bits>> = true;

using Numbers = std::tuple<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                           std::uint64_t, float, double, std::complex<float>, std::complex<double>, Truth<std::uint8_t>,
                           Truth<std::uint16_t>, Truth<std::uint32_t>, Truth<std::uint64_t>>;
constexpr std::array<std::string_view, std::tuple_size_v<Numbers>> number_names{
    "int8",    "int16",   "int32",     "int64",      "uint8", "uint16",    "uint32",    "uint64",
    "float32", "float64", "complex64", "complex128", "bool",  "logical16", "logical32", "logical64"};
constexpr std::size_t kinds = number_names.size();
constexpr std::size_t truths = 4; // the last entries

template <class T>
constexpr bool is_complex = false;
template <class T>
constexpr bool is_complex<std::complex<T>> = true;

/// Truncates towards 0. A value beyond the bounds becomes the bound; NaN becomes 0.
template <class T, class S>
T whole_part(S value) {
    constexpr S beyond = static_cast<S>(std::numeric_limits<T>::max() / 2 + 1) * 2; // max + 1, exactly
    if (std::isnan(value)) return 0;
    if (value >= beyond) return std::numeric_limits<T>::max();
    if (value <= static_cast<S>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    return static_cast<T>(value);
}

template <class T, class S>
T converted(S value) {
    if constexpr (is_truth<S>) {
        return T(value.bits != 0 ? 1 : 0);
    } else if constexpr (is_complex<S> && is_complex<T>) {
        using Part = typename T::value_type;
        return {static_cast<Part>(value.real()), static_cast<Part>(value.imag())};
    } else if constexpr (is_complex<S>) {
        return converted<T>(value.real());
    } else if constexpr (is_complex<T>) {
        return {converted<typename T::value_type>(value), 0};
    } else if constexpr (std::is_floating_point_v<S> && std::is_integral_v<T>) {
        return whole_part<T>(value);
    } else {
        return static_cast<T>(value);
    }
}

/// Returns whether T cannot represent some value of S.
template <class S, class T>
constexpr bool loses() {
    if constexpr (is_truth<S>) {
        return false;
    } else if constexpr (is_complex<S>) {
        if constexpr (is_complex<T>) return loses<typename S::value_type, typename T::value_type>();
        return true;
    } else if constexpr (is_complex<T>) {
        return loses<S, typename T::value_type>();
    } else {
        bool const fraction = std::is_floating_point_v<S> && std::is_integral_v<T>;
        bool const sign = std::is_signed_v<S> && std::is_unsigned_v<T>;
        return fraction || sign || std::numeric_limits<S>::digits > std::numeric_limits<T>::digits;
    }
}

template <class S, class T>
void convert_all(std::byte const* from, std::byte* to, Index count) {
    auto const* const sources = reinterpret_cast<S const*>(from);
    auto* const targets = reinterpret_cast<T*>(to);
    for (Index i = 0; i < count; ++i) targets[i] = converted<T>(sources[i]);
}

/// Returns the product in the element type; for integers modulo 2^bits.
template <class T>
T product(T factor, T value) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<std::uint64_t>(factor) * static_cast<std::uint64_t>(value));
    } else if constexpr (is_complex<T>) { // a real factor scales both parts, which avoids 0 * infinity
        if (factor.imag() == 0) return {factor.real() * value.real(), factor.real() * value.imag()};
        return {factor.real() * value.real() - factor.imag() * value.imag(),
                factor.real() * value.imag() + factor.imag() * value.real()};
    } else {
        return factor * value;
    }
}

template <class T>
T sum(T a, T b) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    return a + b;
}

template <class T>
T factor_of(std::complex<double> factor) {
    if constexpr (is_complex<T>) {
        return converted<T>(factor);
    } else if constexpr (std::is_integral_v<T>) { // at most 2^53 in magnitude, modulo 2^bits
        return static_cast<T>(static_cast<std::int64_t>(factor.real()));
    } else {
        return static_cast<T>(factor.real());
    }
}

template <class T>
void combine_all(std::byte const* from, std::byte* to, Index count, ElementArithmetic::Factors const& factors) {
    auto const* const sources = reinterpret_cast<T const*>(from);
    auto* const targets = reinterpret_cast<T*>(to);
    T const alpha = factor_of<T>(factors.alpha);
    T const beta = factor_of<T>(factors.beta);
    bool const keeps = factors.beta != std::complex<double>(0);
    for (Index i = 0; i < count; ++i) {
        T value = sources[i];
        if constexpr (is_complex<T>)
            if (factors.conjugate) value = std::conj(value);
        value = product(alpha, value);
        targets[i] = keeps ? sum(product(beta, targets[i]), value) : value;
    }
}

// Tables indexed by the numbers of the types.

template <std::size_t I>
using Number = std::tuple_element_t<I, Numbers>;

struct Conversion {
    ElementArithmetic::Convert convert = nullptr;
    bool loses = false;
};

template <class S, class T>
constexpr Conversion conversion_of() {
    if constexpr (is_truth<T>) {
        return {};
    } else {
        return {convert_all<S, T>, loses<S, T>()};
    }
}

template <std::size_t S, std::size_t... T>
constexpr std::array<Conversion, kinds> conversions_from(std::index_sequence<T...>) {
    return {conversion_of<Number<S>, Number<T>>()...};
}

constexpr auto conversions = []<std::size_t... S>(std::index_sequence<S...>) {
    return std::array<std::array<Conversion, kinds>, kinds>{conversions_from<S>(std::make_index_sequence<kinds>{})...};
}
(std::make_index_sequence<kinds>{});

constexpr auto combinations = []<std::size_t... T>(std::index_sequence<T...>) {
    return std::array<ElementArithmetic::Combine, sizeof...(T)>{combine_all<Number<T>>...};
}
(std::make_index_sequence<kinds - truths>{});

Result<std::size_t> number_of(ElementType const& type, bool as_target) {
    auto const found = as_size(std::ranges::find(number_names, type.name) - number_names.begin());
    if (found < kinds && !(as_target && found >= kinds - truths)) return found;
    return fail(
        fmt::format("there is no arithmetic on elements of type {}, and nothing is converted {} it; expected int8 to int64, "
                    "uint8 to uint64, float32, float64, complex64 or complex128{}",
                    type.name, as_target ? "to" : "from", as_target ? "" : ", bool or logical"));
}

Result<void> check_factor(std::string_view name, std::complex<double> factor, std::size_t target) {
    std::string_view const type = number_names[target];
    if (factor.imag() != 0 && !type.starts_with("complex"))
        return fail(fmt::format("{} has an imaginary part, and the target's elements are {}; expected a real number", name, type));
    bool const whole = factor.real() == std::trunc(factor.real()) && std::abs(factor.real()) <= 9007199254740992.0; // 2^53
    bool const of_integers = type.starts_with("int") || type.starts_with("uint");
    if (of_integers && !whole)
        return fail(fmt::format("{} is {}, and the target's elements are {}; expected an integer, or a target of a type such as "
                                "float64",
                                name, factor.real(), type));
    return {};
}

} // namespace

bool ElementArithmetic::is_copy(ElementType const& source, ElementType const& target, ElementUpdate const& update) {
    bool const conjugates = update.conjugate && target.name.starts_with("complex");
    return source == target && update.alpha == std::complex<double>(1) && update.beta == std::complex<double>(0) && !conjugates;
}

Result<ElementArithmetic> ElementArithmetic::make(ElementType const& source, ElementType const& target,
                                                  ElementUpdate const& update) {
    auto const from = TRY(number_of(source, false));
    auto const to = TRY(number_of(target, true));
    for (auto const& [name, factor] : {std::pair("alpha", update.alpha), std::pair("beta", update.beta)})
        TRY(check_factor(name, factor, to));
    Conversion const& conversion = conversions[from][to];
    if (conversion.loses && !update.may_lose)
        return fail(fmt::format("{} does not hold every value of {}, and the conversion may lose none", target.name, source.name));
    ElementArithmetic made;
    made.factors_ = {update.alpha, update.beta, update.conjugate};
    made.source_bytes_ = source.bytes;
    made.target_bytes_ = target.bytes;
    if (from != to) made.convert_ = conversion.convert;
    ElementUpdate plain = update;
    plain.conjugate = update.conjugate && target.name.starts_with("complex");
    if (!is_copy(target, target, plain)) made.combine_ = combinations[to];
    return made;
}

void ElementArithmetic::apply(std::byte const* sources, std::byte* targets, Index count) const {
    if (combine_ == nullptr && convert_ == nullptr) {
        std::copy_n(sources, count * target_bytes_, targets);
        return;
    }
    if (combine_ == nullptr) return convert_(sources, targets, count);
    if (convert_ == nullptr) return combine_(sources, targets, count, factors_);
    constexpr Index most = 256;
    alignas(64) std::array<std::byte, most * 16> converted_elements;
    for (Index begin = 0; begin < count; begin += most) {
        Index const part = std::min(count - begin, most);
        convert_(sources + begin * source_bytes_, converted_elements.data(), part);
        combine_(converted_elements.data(), targets + begin * target_bytes_, part, factors_);
    }
}

} // namespace tessera
