// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many elements there are, and whether any or all of them are true.
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

/// "count", "any", "all", in the order of the enumeration.
[[nodiscard]] std::span<std::string_view const> tally_names();
[[nodiscard]] std::optional<TallyOp> tally_named(std::string_view name);

/// A tally is an ordinary reduction of other elements: of ones by sum, or of booleans by and, or. A boolean is true where the
/// element is not 0; a NaN is true, both zeros are not.
class ElementTally {
  public:
    /// Errors: any and all of elements that are no integers of 8 to 64 bits, booleans, float32, float64 or complex numbers of two
    /// of these. Any type can be counted.
    [[nodiscard]] static Result<ElementTally> make(TallyOp op, ElementType const& type);

    /// The reduction that gives the tally, and its type: int64 or bool.
    [[nodiscard]] ReduceOp reduce_op() const;
    [[nodiscard]] ElementType result_type() const;

    /// What is reduced in place of `count` elements.
    void convert(std::byte const* elements, Index count, std::byte* out) const;

  private:
    using IsTrue = bool (*)(std::byte const*);
    ElementTally(TallyOp op, Index bytes, IsTrue is_true) : op_(op), bytes_(bytes), is_true_(is_true) {}

    TallyOp op_;
    Index bytes_;    // of an element
    IsTrue is_true_; // not of a count
};

} // namespace tessera
