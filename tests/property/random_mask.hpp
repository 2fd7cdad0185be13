// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random masks, and what they mean, computed element by element.
#pragma once

#include "tests/property/generators.hpp"
#include "tests/property/set_oracle.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <utility>

namespace tessera::oracle {

/// A text, and what it means at an index in the array's bounds.
struct Spoken {
    std::string text;
    std::function<Index(Extents const&)> at;
};

inline Index rounded_down(Index a, Index b) {
    Index quotient = a / b;
    if (quotient * b != a && (a < 0) != (b < 0)) --quotient;
    return quotient;
}

inline Spoken random_number(int dims, int depth) {
    if (depth == 0 || one_in(3)) {
        Index const literal = between(0, 12);
        if (one_in(3)) return {fmt::format("{}", literal), [=](Extents const&) { return literal; }};
        auto const d = static_cast<std::size_t>(between(0, dims - 1));
        bool const letter = one_in(2);
        return {letter ? std::string(1, static_cast<char>('i' + d)) : fmt::format("i{}", d + 1),
                [=](Extents const& at) { return at[d]; }};
    }
    Spoken const a = random_number(dims, depth - 1);
    if (one_in(8)) return {fmt::format("-({})", a.text), [=](Extents const& at) { return -a.at(at); }};
    if (one_in(3)) {
        Index const by = one_in(4) ? -between(1, 5) : between(1, 5);
        if (one_in(2)) return {fmt::format("({}) / {}", a.text, by), [=](Extents const& at) { return rounded_down(a.at(at), by); }};
        return {fmt::format("({}) {} {}", a.text, one_in(2) ? "%" : "mod", by),
                [=](Extents const& at) { return a.at(at) - by * rounded_down(a.at(at), by); }};
    }
    Spoken const b = random_number(dims, depth - 1);
    switch (between(0, 2)) {
    case 0:
        return {fmt::format("{} + ({})", a.text, b.text), [=](Extents const& at) { return a.at(at) + b.at(at); }};
    case 1:
        return {fmt::format("{} - ({})", a.text, b.text), [=](Extents const& at) { return a.at(at) - b.at(at); }};
    default:
        return {fmt::format("({})*({})", a.text, b.text), [=](Extents const& at) { return a.at(at) * b.at(at); }};
    }
}

inline Spoken random_comparison(int dims) {
    Spoken const a = random_number(dims, static_cast<int>(between(0, 2)));
    Spoken const b = random_number(dims, static_cast<int>(between(0, 1)));
    auto const compared = [&](std::string sign, auto const& holds) {
        return Spoken{fmt::format("{} {} {}", a.text, sign, b.text),
                      [=](Extents const& at) { return holds(a.at(at), b.at(at)) ? 1 : 0; }};
    };
    switch (between(0, 6)) {
    case 0:
        return compared("<", std::less<>());
    case 1:
        return compared("<=", std::less_equal<>());
    case 2:
        return compared(">", std::greater<>());
    case 3:
        return compared(">=", std::greater_equal<>());
    case 4:
        return compared(one_in(2) ? "==" : "=", std::equal_to<>());
    case 5:
        return compared(one_in(2) ? "!=" : "/=", std::not_equal_to<>());
    default:
        break;
    }
    Spoken const c = random_number(dims, 0);
    return {fmt::format("{} <= {} < {}", c.text, a.text, b.text),
            [=](Extents const& at) { return c.at(at) <= a.at(at) && a.at(at) < b.at(at) ? 1 : 0; }};
}

inline Spoken random_condition(int dims, int depth) {
    if (depth == 0 || one_in(4)) return random_comparison(dims);
    Spoken const a = random_condition(dims, depth - 1);
    if (one_in(4)) return {fmt::format("not ({})", a.text), [=](Extents const& at) { return 1 - a.at(at); }};
    Spoken const b = random_condition(dims, depth - 1);
    if (one_in(2))
        return {fmt::format("({}) or ({})", a.text, b.text),
                [=](Extents const& at) { return a.at(at) != 0 || b.at(at) != 0 ? 1 : 0; }};
    return {fmt::format("({}) and ({})", a.text, b.text),
            [=](Extents const& at) { return a.at(at) != 0 && b.at(at) != 0 ? 1 : 0; }};
}

} // namespace tessera::oracle
