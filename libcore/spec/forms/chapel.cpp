// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Chapel's standard distributions: block, cyclic, block-cyclic.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/detail/expression.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace tessera::notation {

namespace {

enum class ChapelKind { Block, Cyclic, BlockCyclic };

struct ChapelArguments {
    ChapelKind kind = ChapelKind::Block;
    Extents locales;
    Extents start;
    Extents blocks;
    std::vector<Run> box; ///< the indices of boundingBox in each dimension; empty: those of the array
    Place place;
};

/// `{1..8, 1..6}`: both ends of each range belong to it.
std::vector<Run> box_argument(Cursor& cursor) {
    std::vector<Run> box;
    cursor.expect("{", "before the ranges of boundingBox");
    do {
        Place const at = cursor.peek().place;
        Index const first = constant_expression(cursor, {});
        cursor.expect(".", "between the ends of a range, such as 1..8");
        cursor.expect(".", "between the ends of a range, such as 1..8");
        Index const last = constant_expression(cursor, {});
        if (!cursor.failed() && (last < first || first < -max_extent || last >= max_extent))
            cursor.fail(cursor.since(at), "a range of boundingBox has its smaller end first, and no index is beyond 2^62");
        box.push_back({first, last + 1});
    } while (cursor.accept(","));
    cursor.expect("}", "after the ranges of boundingBox");
    return box;
}

/// Parses one integer, or a parenthesized list with one per dimension; any sign.
Extents tuple_argument(Cursor& cursor) {
    if (!cursor.accept("(")) return {constant_expression(cursor, {})};
    Extents values;
    do values.push_back(constant_expression(cursor, {}));
    while (cursor.accept(","));
    cursor.expect(")", "after the values");
    return values;
}

ChapelKind chapel_kind(Cursor& cursor) {
    if (cursor.accept_word("blockdist") || cursor.accept_word("block")) return ChapelKind::Block;
    if (cursor.accept_word("cyclicdist") || cursor.accept_word("cyclic")) return ChapelKind::Cyclic;
    if (!cursor.accept_word("blockcycdist") && !cursor.accept_word("blockcyclic"))
        cursor.fail_expected("blockDist, cyclicDist or blockCycDist");
    return ChapelKind::BlockCyclic;
}

ChapelArguments chapel_arguments(Cursor& cursor) {
    ChapelArguments arguments;
    Place const first = cursor.peek().place;
    arguments.kind = chapel_kind(cursor);
    while (cursor.accept(",")) {
        Place const at = cursor.peek().place;
        std::string const key = argument_key(cursor);
        if (key == "locales" || key == "targetlocales")
            arguments.locales = grid_argument(cursor);
        else if (key == "boundingbox" && arguments.kind == ChapelKind::Block)
            arguments.box = box_argument(cursor);
        else if (key == "startidx" && arguments.kind != ChapelKind::Block)
            arguments.start = tuple_argument(cursor);
        else if (key == "blocksize" && arguments.kind == ChapelKind::BlockCyclic)
            arguments.blocks = tuple_argument(cursor);
        else
            cursor.fail(at, fmt::format("'{}' is not an argument here; expected locales{}{}", key,
                                        arguments.kind == ChapelKind::Block ? ", boundingBox" : ", startIdx",
                                        arguments.kind == ChapelKind::BlockCyclic ? ", blocksize" : ""));
    }
    arguments.place = cursor.since(first);
    return arguments;
}

/// Index i of n belongs to part floor(i*p/n), so parts begin at ceil(part*n/p).
std::vector<Index> floor_sizes(Index extent, Index parts) {
    // Computes ceil(part*n/p) without overflow, by n = q*p + r.
    auto const begin = [&](Index part) { return extent / parts * part + ceil_div(extent % parts * part, parts); };
    std::vector<Index> sizes;
    for (Index part = 0; part < parts; ++part) sizes.push_back(begin(part + 1) - begin(part));
    return sizes;
}

/// The array's indices in each part of the box; the first and the last part go on beyond its ends.
std::vector<Index> box_sizes(Run const& array, Run const& box, Index parts) {
    std::vector<Index> sizes;
    Index begin = array.begin;
    Index end = box.begin;
    for (Index const size : floor_sizes(box.size(), parts)) {
        end += size;
        bool const last = std::ssize(sizes) + 1 == parts;
        Index const next = last ? array.end : std::clamp(end, begin, array.end);
        sizes.push_back(next - begin);
        begin = next;
    }
    return sizes;
}

/// The dimension starts `offset` indices after the distribution's start. Index i belongs to locale ((i + offset) / block) mod
/// parts.
DistFormat shifted_cyclic(Index extent, Index offset, Index block, Index parts) {
    if (offset % (block * parts) == 0) return DistFormat::cyclic(block);
    std::vector<Index> owners;
    owners.reserve(as_size(extent));
    for (Index i = 0; i < extent; ++i) owners.push_back(floor_mod(floor_div(i + offset, block), parts));
    return DistFormat::indirect(std::move(owners));
}

/// Blocks dealt round-robin. The first block may begin before the dimension.
struct DealtBlocks {
    Index size = 1;
    Index offset = 0; ///< number of indices of the distribution before the dimension
};

/// The inverse of shifted_cyclic. The block size is the length of every run of one owner, except the first and the last.
std::optional<DealtBlocks> dealt_blocks(DimMapping const& dim) {
    if (dim.coords() == 1) return DealtBlocks{};
    if (auto const size = cyclic_size(dim)) return DealtBlocks{*size, 0};
    if (dim.extent() > most_processors) return std::nullopt; // the reader has the same limit
    if (dim.extent() == 0) return DealtBlocks{};
    auto const first = dim.segment_at(0);
    DealtBlocks blocks;
    std::vector<Index> lengths;
    for (Index i = 0, owner = -1; i < dim.extent();) {
        auto const segment = dim.segment_at(i);
        if (segment.owner != owner) lengths.push_back(0);
        owner = segment.owner;
        if (owner != floor_mod(first.owner + std::ssize(lengths) - 1, dim.coords())) return std::nullopt;
        lengths.back() += segment.run.end - i;
        i = segment.run.end;
    }
    blocks.size = *std::ranges::max_element(lengths);
    for (std::size_t k = 1; k + 1 < lengths.size(); ++k)
        if (lengths[k] != blocks.size) return std::nullopt;
    blocks.offset = first.owner * blocks.size + blocks.size - (lengths.size() == 1 ? blocks.size : lengths.front());
    return blocks;
}

/// Returns the blocks of all dimensions, or nothing if one dimension has none.
std::optional<std::vector<DealtBlocks>> all_dealt(Mapping const& mapping) {
    std::vector<DealtBlocks> all;
    for (int d = 0; d < mapping.dims(); ++d) {
        auto const blocks = dealt_blocks(mapping.dim(d));
        if (!blocks) return std::nullopt;
        all.push_back(*blocks);
    }
    return all;
}

bool is_floor_block(DimMapping const& dim) {
    auto const sizes = block_sizes(dim);
    return sizes && *sizes == floor_sizes(dim.extent(), dim.coords());
}

/// Returns "3" for a single value, else "(3,1)".
std::string values_text(Extents const& values) {
    return values.size() == 1 ? fmt::format("{}", values.front()) : fmt::format("({})", fmt::join(values, ","));
}

/// Returns nothing if the numbers are too large.
std::optional<DistFormat> dimension_format(ArraySpec const& array, ChapelArguments const& arguments, std::size_t d) {
    Index const parts = arguments.locales[d];
    Run const indices{array.lower[d], array.lower[d] + array.extents[d]};
    if (arguments.kind == ChapelKind::Block)
        return DistFormat::gen_block(box_sizes(indices, arguments.box.empty() ? indices : arguments.box[d], parts));
    Index const offset = checked_sub(array.lower[d], arguments.start[d]).value_or(max_extent);
    bool const shifted = offset != 0;
    if (arguments.blocks[d] > max_extent / parts || offset >= max_extent || offset <= -max_extent ||
        (shifted && array.extents[d] > most_processors))
        return std::nullopt;
    return shifted_cyclic(array.extents[d], offset, arguments.blocks[d], parts);
}

} // namespace

CompactMapping read_chapel(Cursor& cursor, FormScope const& scope) {
    ArraySpec const& array = scope.array;
    auto const dims = array.extents.size();
    ChapelArguments arguments = chapel_arguments(cursor);
    if (arguments.locales.empty() && dims == 1 && scope.ranks) arguments.locales = {*scope.ranks};
    if (arguments.start.empty()) arguments.start = array.lower;
    if (arguments.blocks.empty()) arguments.blocks.assign(dims, 1);
    for (Extents* const values : {&arguments.start, &arguments.blocks})
        if (values->size() == 1) values->assign(dims, values->front());
    if (arguments.locales.size() != dims)
        cursor.fail(arguments.place, fmt::format("{} has {}; expected the locales along each, such as locales={}", array.name,
                                                 counted(dims, "dimension"),
                                                 dims == 1   ? "4"
                                                 : dims == 2 ? "2x3"
                                                             : "2x3x..."));
    for (Extents const* const values : {&arguments.start, &arguments.blocks})
        if (values->size() != dims) cursor.fail(arguments.place, dimension_mismatch(array.name, dims, values->size(), "value"));
    if (!arguments.box.empty() && arguments.box.size() != dims)
        cursor.fail(arguments.place, dimension_mismatch(array.name, dims, arguments.box.size(), "range"));
    if (std::ranges::any_of(arguments.blocks, [](Index size) { return size < 1; }))
        cursor.fail(arguments.place, "a block has 1 index or more");
    if (arguments.locales.size() == dims) check_mesh_size(cursor, arguments.locales, arguments.place);
    CompactMapping mapping;
    for (std::size_t d = 0; d < dims && !cursor.failed(); ++d) {
        auto format = dimension_format(array, arguments, d);
        if (format)
            mapping.distribution.formats.push_back(*std::move(format));
        else
            cursor.fail(arguments.place, "the blocks, or the extent beside a start of its own, are too large");
        mapping.distribution.processors.extents.push_back(arguments.locales[d]);
    }
    return mapping;
}

Result<std::string> write_chapel(Mapping const& mapping) {
    auto const table = TRY(OwnerTable::make(mapping, "chapel"));
    if (table.copies > 1) return no_words("chapel", fmt::format("{} copies of the array", table.copies));
    std::string const locales = fmt::format("locales={}", fmt::join(table.parts, "x"));
    std::string const ranks = ranks_suffix(table.in_order() ? std::vector<Rank>{} : table.ranks);
    bool block = true;
    for (int d = 0; d < mapping.dims(); ++d) block = block && is_floor_block(mapping.dim(d));
    if (block) return fmt::format("chapel(blockDist, {}){}", locales, ranks);
    auto const dealt = all_dealt(mapping);
    if (!dealt) {
        for (int d = 0; d < mapping.dims(); ++d)
            if (!dealt_blocks(mapping.dim(d)) && !is_floor_block(mapping.dim(d)))
                return no_words("chapel", dim_words(mapping.dim(d), d));
        return no_words("chapel", "blocks in one dimension and cyclic blocks in another");
    }
    Extents start = mapping.array().lower;
    Extents sizes;
    for (std::size_t d = 0; d < start.size(); ++d) {
        start[d] -= (*dealt)[d].offset;
        sizes.push_back((*dealt)[d].size);
    }
    if (std::ranges::all_of(sizes, [](Index size) { return size == 1; }))
        return fmt::format("chapel(cyclicDist, startIdx={}, {}){}", values_text(start), locales, ranks);
    return fmt::format("chapel(blockCycDist, startIdx={}, blocksize={}, {}){}", values_text(start), values_text(sizes), locales,
                       ranks);
}

} // namespace tessera::notation
