// SPDX-License-Identifier: BSD-3-Clause
// Tessera: operations that combine two elements into one.
#pragma once

#include "libcore/base/result.hpp"

#include <span>
#include <string_view>

namespace tessera {

/// The combining operations of pC* (send, reduce, scan). All are associative and commutative, except for the rounding of floats.
enum class ReduceOp { Sum, Product, Min, Max, And, Or, Xor };

/// Returns "sum", "product", ... in the order of the enumeration.
[[nodiscard]] std::span<std::string_view const> reduce_op_names();
[[nodiscard]] std::string_view name_of(ReduceOp op);
/// Returns the end of a sentence about several elements: they "are added up", "are multiplied", "give the least", ...
[[nodiscard]] std::string_view outcome_of(ReduceOp op);
/// Returns the operation of this name. Error: an unknown name; the message lists the names and suggests the nearest.
[[nodiscard]] Result<ReduceOp> reduce_op_named(std::string_view name);

} // namespace tessera
