// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the expression of a mask as a tree.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <string_view>
#include <vector>

namespace tessera::detail {

/// A number or, from Less on, a condition, whose value is 0 or 1.
struct MaskNode {
    using Kind = MaskTerm::Kind;

    Kind kind = Kind::Number;
    Index number = 0; ///< of Number; of Subscript the dimension, from 0
    int left = -1;    ///< node; the operand where there is one alone
    int right = -1;
    Index least = 0; ///< the values that it can have on the array lie in [least, most]
    Index most = 0;

    [[nodiscard]] bool is_condition() const { return kind >= Kind::Less; }
};

/// Operands stand in front of what is made of them; the whole condition stands last.
struct MaskTree {
    std::vector<MaskNode> nodes;
    [[nodiscard]] int root() const { return static_cast<int>(nodes.size()) - 1; }
    [[nodiscard]] MaskNode const& node(int number) const { return nodes[as_size(number)]; }
};

/// What can go wrong with a mask is found here: no operation on the array's indices overflows or divides by 0.
/// `source` is the name that errors give the text. Errors: share/doc/communication.md says what a mask is.
[[nodiscard]] Result<MaskTree> parse_mask(std::string_view text, ArraySpec const& array, std::string_view source);

} // namespace tessera::detail
