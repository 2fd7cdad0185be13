// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one mapping in compact notation, "(block,*) onto P(4) ranks(4:7)", or in a foreign form.
#pragma once

#include "libcore/spec/detail/source_lists.hpp"
#include "libcore/spec/detail/validation.hpp"
#include "libcore/spec/parse.hpp"

namespace tessera::notation {

/// A pending reduction (sum, maximum, ...): the number of ranks that hold an addend of each element, and the operation. count is 0
/// if nothing is pending.
struct Addends {
    Index count = 0;
    ReduceOp op = ReduceOp::Sum;
};

/// A mapping as read, before it is checked against its array's mapping rules.
struct CompactMapping {
    Distribution distribution;
    std::optional<Template> target;
    std::optional<Alignment> alignment; ///< present where `target` is
    /// For DTensor's Partial: the number of ranks that hold addends of each element. The mapping is then for the array that
    /// array_of_addends() returns.
    Addends addends = {};
};

/// Returns the array with one more dimension at the end, which counts the addends. Its lower bound is that of the first dimension.
/// The new array has no shadow and is called "A_addends".
[[nodiscard]] ArraySpec array_of_addends(ArraySpec array, Addends addends);

/// Returns the array without its last dimension if that one counts addends. A foreign form describes this array.
[[nodiscard]] ArraySpec array_of_elements(ArraySpec array);

/// The declarations that a compact mapping may refer to.
struct CompactScope {
    ArraySymbol const& array;
    std::vector<ProcessorsSymbol>& processors; ///< declared so far, by `onto P(4)`; the parser appends new ones
    ListReader& lists;
    ParseOptions const& options;
    bool addends = false; ///< false: a mapping with addends is refused
};

/// Parses `(formats) [onto P(extents)] [ranks(...)] [order(...)] [lld(...)]`. `onto` declares an arrangement by its extents, or
/// names one that was declared before. A name instead of the parenthesis begins a foreign form.
[[nodiscard]] std::optional<CompactMapping> compact_mapping(Cursor& cursor, CompactScope const& scope);

} // namespace tessera::notation
