// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parsers for arguments that several forms use.
#include "libcore/spec/forms/detail/arguments.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/spec/detail/expression.hpp"
#include "libcore/spec/detail/symbols.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace tessera::notation {

namespace {

/// Appends 3 and 4 for "x3x4", which the lexer reads as one name.
bool append_factors(std::string_view text, Extents& grid) {
    while (!text.empty()) {
        if (to_lower(text.front()) != 'x') return false;
        Index factor = 0;
        auto const [end, problem] = std::from_chars(text.data() + 1, text.data() + text.size(), factor);
        if (problem != std::errc() || factor < 1) return false;
        grid.push_back(factor);
        text.remove_prefix(as_size(end - text.data()));
    }
    return true;
}

/// Counts 0, 1, 2, ... in `shape`, permutes the dimensions, and reads the result row by row.
std::vector<Rank> transposed_iota(Extents const& shape, Extents const& permutation) {
    Extents weights(shape.size(), 1);
    for (std::size_t d = shape.size(); d-- > 1;) weights[d - 1] = weights[d] * shape[d];
    std::vector<Rank> list{0};
    for (Index const d : permutation) { // each dimension multiplies the list; later ones vary faster
        std::vector<Rank> longer;
        longer.reserve(list.size() * as_size(shape[as_size(d)]));
        for (Rank const rank : list)
            for (Index c = 0; c < shape[as_size(d)]; ++c) longer.push_back(rank + static_cast<Rank>(c * weights[as_size(d)]));
        list = std::move(longer);
    }
    return list;
}

} // namespace

std::string argument_key(Cursor& cursor) {
    Name const key = cursor.expect_name("an argument such as mb=64");
    cursor.expect("=", fmt::format("after '{}'", key.text));
    return lower(key.text);
}

Index integer_argument(Cursor& cursor, Index least) {
    Place const first = cursor.peek().place;
    Index const value = constant_expression(cursor, {});
    if (value < least) cursor.fail(cursor.since(first), fmt::format("expected an integer of at least {}, found {}", least, value));
    return value;
}

Extents extents_argument(Cursor& cursor, Index least) {
    bool const bracket = cursor.at("[");
    if (!bracket && !cursor.at("(")) cursor.fail_expected("extents such as (2,3)");
    cursor.take();
    Extents extents;
    do extents.push_back(integer_argument(cursor, least));
    while (cursor.accept(",") && !(cursor.at(")") && !bracket)); // Python's tuple with one entry: (2,)
    cursor.expect(bracket ? "]" : ")", "after the extents");
    return extents;
}

Extents grid_argument(Cursor& cursor) {
    if (cursor.peek().kind != Token::Kind::Integer) return extents_argument(cursor);
    Place const first = cursor.peek().place;
    Extents grid{integer_argument(cursor, 1)};
    bool good = true;
    if (cursor.at_name()) good = append_factors(cursor.take().text, grid);
    if (!good) cursor.fail(cursor.since(first), "expected the process grid as rows x columns, such as grid=2x3");
    return grid;
}

Rank device_argument(Cursor& cursor) {
    Place const first = cursor.peek().place;
    Index const device = integer_argument(cursor, 0);
    if (device < most_processors) return static_cast<Rank>(device);
    cursor.fail(cursor.since(first), fmt::format("devices are numbered from 0 to {} at most", most_processors - 1));
    return 0;
}

std::vector<Rank> devices_argument(Cursor& cursor) {
    bool const bracket = cursor.at("[");
    if (!bracket && !cursor.at("(")) cursor.fail_expected("devices such as (0,2,1,3)");
    cursor.take();
    std::vector<Rank> devices;
    do devices.push_back(device_argument(cursor));
    while (cursor.accept(","));
    cursor.expect(bracket ? "]" : ")", "after the devices");
    return devices;
}

std::vector<Rank> iota_list(Cursor& cursor) {
    Place const first = cursor.peek().place;
    Extents const shape = extents_argument(cursor);
    Extents permutation(shape.size());
    std::iota(permutation.begin(), permutation.end(), Index{0});
    if (cursor.accept_word("T")) {
        Place const place = cursor.peek().place;
        Extents const given = extents_argument(cursor, 0);
        if (!std::ranges::is_permutation(given, permutation))
            cursor.fail(cursor.since(place), fmt::format("T(...) must name each of the {} dimensions of [{}] once, from 0",
                                                         shape.size(), fmt::join(shape, ",")));
        permutation = given;
    }
    check_mesh_size(cursor, shape, cursor.since(first));
    return cursor.failed() ? std::vector<Rank>{} : transposed_iota(shape, permutation);
}

ReduceOp pending_operation(Cursor& cursor, Name const& name, std::string_view before) {
    constexpr std::array known{ReduceOp::Sum, ReduceOp::Product, ReduceOp::Min, ReduceOp::Max};
    auto const* const found = std::ranges::find_if(known, [&](ReduceOp op) { return same_word(name_of(op), name.text); });
    if (found != known.end()) return *found;
    bool const mean = same_word(name.text, "avg") || same_word(name.text, "average") || same_word(name.text, "mean");
    cursor.fail(
        name.place,
        mean ? fmt::format("{}{} is a mean; write sum, and let redist divide by the number of addends, e.g. --alpha 0.25 for four",
                           before, name.text)
             : fmt::format("{}{} is not known here; expected sum, product, min or max", before, name.text));
    return ReduceOp::Sum;
}

void refuse_addends(Cursor& cursor, std::string_view word) {
    if (!cursor.at_word(word)) return;
    cursor.fail(cursor.peek().place,
                fmt::format("{} holds addends, and tiles do not tell which rank holds which addend; name the axes, as in "
                            "{{mesh['a'=2], [{{}}], unreduced=sum{{'a'}}}}",
                            word));
}

void check_mesh_size(Cursor& cursor, Extents const& mesh, Place const& place) {
    auto const size = checked_product(mesh);
    if (!size || *size > most_processors) cursor.fail(place, fmt::format("a mesh has at most {} ranks", most_processors));
}

} // namespace tessera::notation
