// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one mapping in compact notation, "(block,*) onto P(4) ranks(4:7)", or in a foreign form.
#pragma once

#include "libcore/spec/detail/source_lists.hpp"
#include "libcore/spec/detail/validation.hpp"
#include "libcore/spec/parse.hpp"

namespace tessera::notation {

/// A mapping as read, before it is checked against its array's mapping rules.
struct CompactMapping {
    Distribution distribution;
    std::optional<Template> target;
    std::optional<Alignment> alignment; ///< present where `target` is
};

/// What a compact mapping may refer to.
struct CompactScope {
    ArraySymbol const& array;
    std::vector<ProcessorsSymbol>& processors; ///< declared so far, by `onto P(4)`; grows
    ListReader& lists;
    ParseOptions const& options;
};

/// `(formats) [onto P(extents)] [ranks(...)] [order(...)]`: `onto` declares its arrangement by its extents, or names one that was
/// declared before. A name in place of the parenthesis begins a foreign form.
[[nodiscard]] std::optional<CompactMapping> compact_mapping(Cursor& cursor, CompactScope const& scope);

} // namespace tessera::notation
