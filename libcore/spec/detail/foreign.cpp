// SPDX-License-Identifier: BSD-3-Clause
// Tessera: foreign forms: what they share, scalapack and darray.
#include "libcore/spec/detail/foreign.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

struct Form {
    std::string_view name;
    CompactMapping (*read)(Cursor&, ArraySpec const&);
};
constexpr std::array forms = {Form{"scalapack", scalapack_mapping}, Form{"darray", darray_mapping},
                              Form{"dtensor", dtensor_mapping}};

Form const* find_form(Cursor& cursor, Name const& name) {
    auto const* const found = std::ranges::find_if(forms, [&](Form const& form) { return same_word(form.name, name.text); });
    if (found != forms.end()) return found;
    std::vector<std::string> names;
    for (Form const& form : forms) names.emplace_back(form.name);
    cursor.fail(name.place, fmt::format("'{}' is no mapping; expected (formats) onto P(...), or {}(...){}", name.text,
                                        fmt::join(names, "(...), "), suggestion(name.text, names)));
    return nullptr;
}

/// Rank r of the form becomes the r-th of the list.
void renumber(Cursor& cursor, Processors& processors) {
    Name name{processors.name, cursor.peek().place};
    RanksNode const node = rank_list(cursor, {}, std::move(name));
    ProcessorsSymbol listed{node.processors, processors, {}, false};
    set_ranks(listed, node, cursor.diagnostics());
    if (cursor.failed()) return;
    if (processors.ranks.empty()) {
        processors.ranks = std::move(listed.spec.ranks);
        return;
    }
    for (Rank& rank : processors.ranks) rank = listed.spec.ranks[as_size(rank)];
}

/// "2x3" or "(2,3)".
Extents grid_argument(Cursor& cursor) {
    if (!(cursor.peek().kind == Token::Kind::Integer)) return extents_argument(cursor);
    Place const first = cursor.peek().place;
    Extents grid{integer_argument(cursor, 1), 0};
    std::string_view const rest = cursor.peek().text; // the scanner takes x3 for a name
    bool const good = cursor.at_name() && to_lower(rest.front()) == 'x' &&
                      std::from_chars(rest.data() + 1, rest.data() + rest.size(), grid[1]).ptr == rest.data() + rest.size() &&
                      grid[1] > 0;
    cursor.take();
    if (!good) cursor.fail(cursor.since(first), "expected the process grid as rows x columns, such as grid=2x3");
    return grid;
}

struct ScalapackArguments {
    std::optional<Index> mb, nb;
    Extents grid;
    Index rsrc = 0;
    Index csrc = 0;
    GridOrder order = GridOrder::RowMajor;
};

ScalapackArguments scalapack_arguments(Cursor& cursor) {
    ScalapackArguments arguments;
    do {
        Place const at = cursor.peek().place;
        std::string const key = argument_key(cursor);
        if (key == "mb")
            arguments.mb = integer_argument(cursor, 1);
        else if (key == "nb")
            arguments.nb = integer_argument(cursor, 1);
        else if (key == "grid")
            arguments.grid = grid_argument(cursor);
        else if (key == "rsrc")
            arguments.rsrc = integer_argument(cursor, 0);
        else if (key == "csrc")
            arguments.csrc = integer_argument(cursor, 0);
        else if (key == "order" && (cursor.accept_word("col") || cursor.accept_word("column")))
            arguments.order = GridOrder::ColumnMajor;
        else if (key == "order")
            cursor.expect_word("row", "or col");
        else
            cursor.fail(at, fmt::format("'{}' is no argument of scalapack; expected mb, nb, grid, rsrc, csrc or order", key));
    } while (cursor.accept(","));
    return arguments;
}

/// The rank of each grid position, row-major, where block (0,0) starts at (rsrc,csrc).
std::vector<Rank> rotated_ranks(ScalapackArguments const& arguments) {
    Index const rows = arguments.grid[0];
    Index const columns = arguments.grid[1];
    std::vector<Rank> ranks;
    for (Index p = 0; p < rows; ++p)
        for (Index q = 0; q < columns; ++q) {
            Index const row = (p + arguments.rsrc) % rows;
            Index const column = (q + arguments.csrc) % columns;
            ranks.push_back(
                static_cast<Rank>(arguments.order == GridOrder::RowMajor ? row * columns + column : column * rows + row));
        }
    return ranks;
}

DistFormat distrib(Cursor& cursor) {
    if (cursor.accept_word("none")) return DistFormat::collapsed();
    bool const block = cursor.at_word("block");
    if (!block && !cursor.at_word("cyclic")) cursor.fail_expected("block, cyclic or none");
    cursor.take();
    std::optional<Index> size;
    if (cursor.accept("(")) {
        size = integer_argument(cursor, 1);
        cursor.expect(")", "after the block size");
    }
    return block ? DistFormat::block(size) : DistFormat::cyclic(size);
}

struct DarrayArguments {
    std::vector<FormatNode> distribs;
    Place distribs_place;
    Extents psizes;
    Place psizes_place;
};

void read_distribs(Cursor& cursor, DarrayArguments& arguments) {
    Token const open = cursor.expect("(", "and the distributions");
    do {
        Place const first = cursor.peek().place;
        DistFormat format = distrib(cursor);
        arguments.distribs.push_back({std::move(format), cursor.since(first)});
    } while (cursor.accept(","));
    cursor.expect(")", "after the distributions");
    arguments.distribs_place = cursor.since(open.place);
}

void check_storage_order(Cursor& cursor, StorageOrder order) {
    bool const c = cursor.at_word("c");
    if (!c && !cursor.at_word("fortran")) cursor.fail_expected("c or fortran");
    if (c != (order == StorageOrder::C))
        cursor.fail(cursor.peek().place, fmt::format("the array is declared in {} order; 'order' must agree with its declaration",
                                                     order == StorageOrder::C ? "C" : "Fortran"));
    cursor.take();
}

DarrayArguments darray_arguments(Cursor& cursor, ArraySpec const& array) {
    DarrayArguments arguments;
    do {
        Place const at = cursor.peek().place;
        std::string const key = argument_key(cursor);
        if (key == "distribs") {
            read_distribs(cursor, arguments);
        } else if (key == "psizes") {
            Place const first = cursor.peek().place;
            arguments.psizes = extents_argument(cursor);
            arguments.psizes_place = cursor.since(first);
        } else if (key == "order") {
            check_storage_order(cursor, array.order);
        } else {
            cursor.fail(at, fmt::format("'{}' is no argument of darray; expected distribs, psizes or order", key));
        }
    } while (cursor.accept(","));
    return arguments;
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

Extents extents_argument(Cursor& cursor) {
    bool const bracket = cursor.at("[");
    if (!bracket && !cursor.at("(")) cursor.fail_expected("extents such as (2,3)");
    cursor.take();
    Extents extents;
    do extents.push_back(integer_argument(cursor, 1));
    while (cursor.accept(","));
    cursor.expect(bracket ? "]" : ")", "after the extents");
    return extents;
}

std::optional<CompactMapping> foreign_mapping(Cursor& cursor, CompactScope const& scope) {
    Name const name = cursor.expect_name("a mapping");
    Form const* const form = find_form(cursor, name);
    if (form == nullptr) return std::nullopt;
    cursor.expect("(", fmt::format("after {}", form->name));
    CompactMapping mapping = form->read(cursor, scope.array.spec);
    cursor.expect(")", fmt::format("after the arguments of {}", form->name));
    Distribution& distribution = mapping.distribution;
    distribution.list = distribution.processors_name = cursor.since(name.place);
    if (mapping.alignment) mapping.alignment->whole = distribution.list;
    auto const& extents = distribution.processors.extents;
    distribution.processors.lower.assign(extents.size(), 1);
    distribution.processors.name = extents.empty() ? "P_1" : fmt::format("P_{}", fmt::join(extents, "x"));
    if (cursor.accept_word("ranks")) renumber(cursor, distribution.processors);
    cursor.expect_end("after the mapping");
    if (cursor.failed()) return std::nullopt;
    return mapping;
}

CompactMapping scalapack_mapping(Cursor& cursor, ArraySpec const& array) {
    CompactMapping mapping;
    Place const first = cursor.peek().place;
    ScalapackArguments const arguments = scalapack_arguments(cursor);
    Place const all = cursor.since(first);
    if (array.dims() != 2)
        cursor.fail(all, fmt::format("scalapack distributes matrices, but {} has {}", array.name,
                                     counted(array.extents.size(), "dimension")));
    if (!arguments.mb || !arguments.nb || arguments.grid.size() != 2)
        cursor.fail(all, "scalapack needs mb=..., nb=... and a grid of two dimensions, such as grid=2x3");
    auto const size = checked_product(arguments.grid);
    bool const rotated = arguments.rsrc != 0 || arguments.csrc != 0;
    if (!size || (rotated && *size > most_processors)) cursor.fail(all, "the process grid is too large");
    if (cursor.failed()) return mapping;
    if (arguments.rsrc >= arguments.grid[0] || arguments.csrc >= arguments.grid[1])
        cursor.fail(all, fmt::format("rsrc={} and csrc={} must be coordinates of the {}x{} grid, counted from 0", arguments.rsrc,
                                     arguments.csrc, arguments.grid[0], arguments.grid[1]));
    mapping.distribution.formats = {DistFormat::cyclic(arguments.mb), DistFormat::cyclic(arguments.nb)};
    mapping.distribution.processors.extents = arguments.grid;
    if (rotated)
        mapping.distribution.processors.ranks = rotated_ranks(arguments);
    else
        mapping.distribution.processors.order = arguments.order;
    return mapping;
}

CompactMapping darray_mapping(Cursor& cursor, ArraySpec const& array) {
    CompactMapping mapping;
    Place const first = cursor.peek().place;
    DarrayArguments const arguments = darray_arguments(cursor, array);
    if (arguments.distribs.empty() || arguments.psizes.empty())
        cursor.fail(cursor.since(first), "darray needs distribs=(...) and psizes=(...)");
    auto const dims = array.extents.size();
    if (arguments.distribs.size() != dims)
        cursor.fail(arguments.distribs_place, dimension_mismatch(array.name, dims, arguments.distribs.size(), "distribution"));
    if (arguments.psizes.size() != dims)
        cursor.fail(arguments.psizes_place, dimension_mismatch(array.name, dims, arguments.psizes.size(), "psize"));
    if (cursor.failed()) return mapping;
    for (std::size_t d = 0; d < dims; ++d) {
        auto const& [format, place] = arguments.distribs[d];
        mapping.distribution.formats.push_back(format);
        mapping.distribution.formats_places.push_back(place);
        bool const none = format.kind == DistFormat::Kind::Collapsed;
        if (!none) mapping.distribution.processors.extents.push_back(arguments.psizes[d]);
        if (none && arguments.psizes[d] != 1)
            cursor.fail(
                arguments.psizes_place,
                fmt::format("dimension {} is not distributed (none), so its psize must be 1, not {}", d + 1, arguments.psizes[d]));
    }
    return mapping;
}

} // namespace tessera::notation
