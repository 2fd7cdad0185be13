// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ScaLAPACK's array descriptors.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/detail/named_mesh.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace tessera::notation {

namespace {

struct ScalapackArguments {
    std::optional<Index> mb, nb;
    Extents grid;
    Index rsrc = 0;
    Index csrc = 0;
    GridOrder order = GridOrder::RowMajor;
    std::optional<std::pair<Index, Place>> leading = {};
};

/// Also accepts the BLACS letters R and C, and quotes as in Cblacs_gridinit.
GridOrder blacs_order(Cursor& cursor) {
    Name const word = axis_word(cursor);
    for (char const* column : {"col", "column", "c"})
        if (same_word(word.text, column)) return GridOrder::ColumnMajor;
    for (char const* row : {"row", "r"})
        if (same_word(word.text, row)) return GridOrder::RowMajor;
    cursor.fail(word.place, fmt::format("expected row or col, found '{}'", word.text));
    return GridOrder::RowMajor;
}

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
        else if (key == "lld") {
            Index const leading = integer_argument(cursor, 1);
            arguments.leading = {leading, cursor.since(at)};
        } else if (key == "order")
            arguments.order = blacs_order(cursor);
        else
            cursor.fail(at,
                        fmt::format("'{}' is not an argument of scalapack; expected mb, nb, grid, rsrc, csrc, order or lld", key));
    } while (cursor.accept(","));
    return arguments;
}

/// Returns the rank of each grid position, row-major, if block (0,0) starts at (rsrc,csrc).
std::vector<Rank> rotated_ranks(ScalapackArguments const& arguments) {
    auto const grid = ProcessorGrid::make({.lower = {0, 0}, .extents = arguments.grid, .ranks = {}, .order = arguments.order}, {});
    return grid ? grid->ranks_from(Extents{arguments.rsrc, arguments.csrc}) : std::vector<Rank>{};
}

/// Finds rsrc, csrc and the grid order from the first rank. Returns the descriptor if all ranks match it.
std::optional<ScalapackArguments> numbering(OwnerTable const& table) {
    Index const rows = table.parts[0];
    Index const columns = table.parts[1];
    Rank const first = table.ranks.front();
    for (GridOrder const order : {GridOrder::RowMajor, GridOrder::ColumnMajor}) {
        bool const by_rows = order == GridOrder::RowMajor;
        ScalapackArguments const arguments{
            {}, {}, table.parts, by_rows ? first / columns : first % rows, by_rows ? first % columns : first / rows, order};
        if (arguments.rsrc < rows && arguments.csrc < columns && rotated_ranks(arguments) == table.ranks) return arguments;
    }
    return std::nullopt;
}

} // namespace

CompactMapping read_scalapack(Cursor& cursor, FormScope const& scope) {
    CompactMapping mapping;
    Place const first = cursor.peek().place;
    ScalapackArguments const arguments = scalapack_arguments(cursor);
    Place const all = cursor.since(first);
    if (scope.array.dims() != 2)
        cursor.fail(all, fmt::format("scalapack distributes matrices, but {} has {}", scope.array.name,
                                     counted(scope.array.extents.size(), "dimension")));
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
    if (rotated) {
        mapping.distribution.processors.ranks = rotated_ranks(arguments);
        mapping.distribution.processors.origin.at = {arguments.rsrc, arguments.csrc};
    } else {
        mapping.distribution.processors.order = arguments.order;
    }
    if (arguments.leading) std::tie(mapping.distribution.leading, mapping.distribution.leading_place) = *arguments.leading;
    return mapping;
}

Result<std::string> write_scalapack(Mapping const& mapping) {
    auto const table = TRY(OwnerTable::make(mapping, "scalapack"));
    if (mapping.dims() != 2)
        return no_words("scalapack", fmt::format("an array of {} dimensions: it has only matrices", mapping.dims()));
    if (table.copies > 1) return no_words("scalapack", fmt::format("{} copies of the array", table.copies));
    Extents blocks;
    for (int d = 0; d < 2; ++d) {
        auto const size = cyclic_size(mapping.dim(d));
        if (!size) return no_words("scalapack", dim_words(mapping.dim(d), d));
        blocks.push_back(*size);
    }
    auto const found = numbering(table);
    ScalapackArguments const arguments = found.value_or(ScalapackArguments{});
    std::string text = fmt::format("scalapack(mb={},nb={},grid={}x{}", blocks[0], blocks[1], table.parts[0], table.parts[1]);
    if (arguments.rsrc > 0) text += fmt::format(",rsrc={}", arguments.rsrc);
    if (arguments.csrc > 0) text += fmt::format(",csrc={}", arguments.csrc);
    if (arguments.order == GridOrder::ColumnMajor) text += ",order=col";
    if (mapping.spec().leading) text += fmt::format(",lld={}", *mapping.spec().leading);
    return text + ")" + ranks_suffix(found ? std::vector<Rank>{} : table.ranks);
}

} // namespace tessera::notation
