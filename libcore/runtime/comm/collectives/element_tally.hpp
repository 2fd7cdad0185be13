// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts elements, or tells whether any or all of them are true.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/reduce_op.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace tessera {

enum class TallyOp { Count, Any, All };

/// Returns the names "count", "any", "all", in the order of the enumeration.
[[nodiscard]] std::span<std::string_view const> tally_names();
[[nodiscard]] std::optional<TallyOp> tally_named(std::string_view name);

/// Converts elements so that a tally becomes an ordinary reduction: a sum of ones, or and/or of booleans. An element is true
/// if it is not 0. NaN is true; both zeros are false.
class ElementTally {
  public:
    /// Errors: any or all for a type other than integers of 8 to 64 bits, booleans, float32, float64, complex64 and
    /// complex128. Any type can be counted.
    [[nodiscard]] static Result<ElementTally> make(TallyOp op, ElementType const& type);

    /// The operation of the reduction, and the type of its elements: int64 or bool.
    [[nodiscard]] ReduceOp reduce_op() const;
    [[nodiscard]] ElementType result_type() const;

    /// Writes the values that are reduced in place of `count` elements.
    void convert(std::byte const* elements, Index count, std::byte* out) const;

  private:
    using IsTrue = bool (*)(std::byte const*);
    ElementTally(TallyOp op, Index bytes, IsTrue is_true) : op_(op), bytes_(bytes), is_true_(is_true) {}

    TallyOp op_;
    Index bytes_;    // bytes of an element
    IsTrue is_true_; // null for Count
};

} // namespace tessera
