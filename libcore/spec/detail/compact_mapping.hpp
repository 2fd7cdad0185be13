// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one mapping in compact notation, "(block,*) onto P(4) ranks(4:7)", or in a foreign form.
#pragma once

#include "libcore/spec/detail/source_lists.hpp"
#include "libcore/spec/detail/validation.hpp"
#include "libcore/spec/parse.hpp"

namespace tessera::notation {

/// A mapping as read, before it is checked against its array's mapping rules.
/// Of a pending sum (or maximum, ...): how many ranks hold a part of each element, and what becomes of them. None: 0.
struct Addends {
    Index count = 0;
    ReduceOp op = ReduceOp::Sum;
};

struct CompactMapping {
    Distribution distribution;
    std::optional<Template> target;
    std::optional<Alignment> alignment; ///< present where `target` is
    /// DTensor's Partial: so many ranks hold addends of each element, and the mapping is of the array that array_of_addends()
    /// makes.
    Addends addends = {};
};

/// The array with one more dimension, the last, counted as its first one is, and no shadow; called "A_addends".
[[nodiscard]] ArraySpec array_of_addends(ArraySpec array, Addends addends);

/// Without its last dimension, where that counts addends: what a form speaks of.
[[nodiscard]] ArraySpec array_of_elements(ArraySpec array);

/// What a compact mapping may refer to.
struct CompactScope {
    ArraySymbol const& array;
    std::vector<ProcessorsSymbol>& processors; ///< declared so far, by `onto P(4)`; grows
    ListReader& lists;
    ParseOptions const& options;
    bool addends = false; ///< may the mapping be one of addends? Else it is refused.
};

/// `(formats) [onto P(extents)] [ranks(...)] [order(...)] [lld(...)]`: `onto` declares its arrangement by its extents, or names one
/// that was declared before. A name in place of the parenthesis begins a foreign form.
[[nodiscard]] std::optional<CompactMapping> compact_mapping(Cursor& cursor, CompactScope const& scope);

} // namespace tessera::notation
