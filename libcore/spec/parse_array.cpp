// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses one array, and the array that a copy creates, from command line options.
#include "libcore/spec/parse.hpp"

#include "libcore/spec/detail/copies.hpp"
#include "libcore/spec/detail/declarations.hpp"
#include "libcore/spec/detail/element_type.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/option_text.hpp"
#include "libcore/spec/detail/symbols.hpp"
#include "libcore/spec/words.hpp"

#include <fmt/format.h>

namespace tessera {

Result<ArraySpec> parse_array(std::string_view text) {
    std::deque<notation::SourceText> texts;
    notation::Diagnostics diagnostics;
    notation::Cursor cursor = notation::option_cursor(texts, "--array", text, diagnostics);
    auto const declared = notation::array_declaration(cursor, {});
    cursor.expect_end("after the array");
    if (diagnostics.failed()) return tl::unexpected(diagnostics.error());
    if (declared.size() != 1)
        return fail(fmt::format("--array: expected one array, such as 'real8 A(100,200)', found {}", declared.size()));
    notation::ArraySymbol const symbol = notation::array_symbol(declared.front());
    if (symbol.problem) return tl::unexpected(*symbol.problem);
    return symbol.spec;
}

Result<ElementType> parse_element_type(std::string_view text) {
    std::deque<notation::SourceText> texts;
    notation::Diagnostics diagnostics;
    notation::Cursor cursor = notation::option_cursor(texts, "--to-type", text, diagnostics);
    ElementType type = notation::element_type(cursor, {});
    cursor.expect_end("after the type");
    if (diagnostics.failed()) return tl::unexpected(diagnostics.error());
    return type;
}

Result<CopyOfArray> parse_copy(std::string_view text, ArraySpec const& source) {
    std::deque<notation::SourceText> texts;
    notation::Diagnostics diagnostics;
    notation::Cursor cursor = notation::option_cursor(texts, "--copy", text, diagnostics);
    notation::CopyNode const node = notation::copy_statement(cursor, {});
    cursor.expect_end("after the copy");
    if (diagnostics.failed()) return tl::unexpected(diagnostics.error());
    if (!notation::same_word(node.source.array.text, source.name))
        diagnostics.fail(node.source.array.place, fmt::format("the array that is copied is called {}", source.name));
    if (notation::same_word(node.target.array.text, source.name))
        diagnostics.fail(node.target.array.place,
                         fmt::format("this copies {} to itself; give the new array another name", source.name));
    if (diagnostics.failed()) return tl::unexpected(diagnostics.error());
    auto target = notation::made_by_copy(node, source, diagnostics);
    auto map = target ? notation::resolve_copy(node, *target, source, diagnostics) : std::nullopt;
    if (!map) return tl::unexpected(diagnostics.error());
    return CopyOfArray{*std::move(target), *std::move(map)};
}

} // namespace tessera
