// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses --section, --for and --at, in an array's own bounds.
#include "libcore/spec/parse.hpp"

#include "libcore/base/try.hpp"
#include "libcore/spec/detail/io_statements.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/option_text.hpp"
#include "libcore/spec/detail/triplets.hpp"
#include "libcore/spec/words.hpp"

#include <fmt/format.h>

namespace tessera {

namespace notation {

namespace {

/// Parses one subscript per dimension, separated by commas.
std::vector<Triplet> subscripts(Cursor& cursor, ArraySpec const& array) {
    std::vector<Triplet> result;
    Place const first = cursor.peek().place;
    do result.push_back(subscript_triplet(cursor, {}));
    while (cursor.accept(","));
    cursor.expect_end("after the subscripts");
    if (result.size() != array.extents.size())
        cursor.fail(cursor.since(first), dimension_mismatch(array.name, array.extents.size(), result.size(), "subscript"));
    return result;
}

/// Returns the ranges of a text in the array, or the first error.
Result<std::vector<CopyMap::Range>> ranges_of(std::string option, std::string_view text, ArraySpec const& array,
                                              bool indices_only) {
    std::deque<SourceText> texts;
    Diagnostics diagnostics;
    Cursor cursor = option_cursor(texts, std::move(option), text, diagnostics);
    std::vector<Triplet> const triplets = subscripts(cursor, array);
    std::vector<CopyMap::Range> ranges;
    for (std::size_t d = 0; d < array.extents.size() && !diagnostics.failed(); ++d) {
        if (indices_only && !triplets[d].scalar) diagnostics.fail(triplets[d].place, "expected one index here, not a range");
        std::string const what = fmt::format("dimension {} of {}", d + 1, array.name);
        ranges.push_back(
            checked_triplet(triplets[d], array.order == StorageOrder::C, array.lower[d], array.extents[d], what, diagnostics));
    }
    if (diagnostics.failed()) return tl::unexpected(diagnostics.error());
    return ranges;
}

} // namespace

} // namespace notation

Result<CopyMap> parse_section(std::string_view text, ArraySpec const& array) {
    auto const ranges = TRY(notation::ranges_of("--section", text, array, false));
    return CopyMap::section(ranges);
}

Result<void> parse_io_section(IoStatement& statement, std::optional<std::string> const& section,
                              std::optional<std::string> const& ranks, ArraySpec const& array, ParseOptions const& options) {
    using namespace notation;
    std::deque<SourceText> texts;
    Diagnostics diagnostics;
    Constants constants;
    if (options.ranks) constants.emplace(job_size_constant, *options.ranks);
    IoNode node{.statement = statement, .array = {}, .subscripts = {}, .chunk = {}, .state = {}};
    if (ranks) {
        Cursor cursor = option_cursor(texts, "--for", *ranks, diagnostics);
        Place const first = cursor.peek().place;
        node.statement.each = rank_span(cursor, constants);
        cursor.expect_end("after the ranks");
        node.subscripts.assign(statement.section.size(), cursor.since(first)); // if the section stays, errors point to the ranks
    }
    if (section) {
        Cursor cursor = option_cursor(texts, "--section", *section, diagnostics);
        io_section(cursor, constants, node.statement.each, node);
    }
    if (!diagnostics.failed() && (ranks || section)) check_io(node, array, diagnostics);
    if (diagnostics.failed()) return tl::unexpected(diagnostics.error());
    statement = std::move(node.statement);
    return {};
}

Result<Extents> parse_index(std::string_view text, ArraySpec const& array) {
    auto const ranges = TRY(notation::ranges_of("--at", text, array, true));
    Extents index;
    for (auto const& range : ranges) index.push_back(range.start);
    return index;
}

} // namespace tessera
