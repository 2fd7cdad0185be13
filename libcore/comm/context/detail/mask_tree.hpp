// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the expression of a mask, as a tree.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <string_view>
#include <vector>

namespace tessera::detail {

/// A number or, from Less on, a condition with the value 0 or 1.
struct MaskNode {
    using Kind = MaskTerm::Kind;

    Kind kind = Kind::Number;
    Index number = 0; ///< for Number: the value; for Subscript: the dimension, from 0
    int left = -1;    ///< node; the only operand of a unary operation
    int right = -1;
    Index least = 0; ///< on this array, the value lies in [least, most]
    Index most = 0;

    [[nodiscard]] bool is_condition() const { return kind >= Kind::Less; }
};

/// Operands precede their operations. The whole condition is the last node.
struct MaskTree {
    std::vector<MaskNode> nodes;
    [[nodiscard]] int root() const { return static_cast<int>(nodes.size()) - 1; }
    [[nodiscard]] MaskNode const& node(int number) const { return nodes[as_size(number)]; }
};

/// Parses and checks a mask: no operation on the array's indices may overflow or divide by 0. `source`: name of the text in errors.
/// share/doc/communication.md defines masks. Errors: any other text.
[[nodiscard]] Result<MaskTree> parse_mask(std::string_view text, ArraySpec const& array, std::string_view source);

} // namespace tessera::detail
