// SPDX-License-Identifier: BSD-3-Clause
// Tessera: test data with the same reduction in every order.
#pragma once

#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/reduce_op.hpp"

#include <cstddef>
#include <optional>

namespace tessera {

/// Computes each element's value from its linear index (in storage order). Every element matters to the result, and floats are
/// never rounded. A sum has small whole numbers of both signs (1 and -1 if there are many elements). A product has 1 and -1,
/// and sometimes 2 or a half. So results can be compared bit by bit with those of one process.
class ReductionData {
  public:
    /// The values suit operation `op`.
    ReductionData(ArraySpec const& array, ReduceOp op);

    /// Writes the element with linear index `linear`.
    void write(Index linear, std::byte* element) const;

    /// Fills the elements that a rank owns.
    void fill(LocalLayout const& layout, std::byte* local) const;

  private:
    ArraySpec array_;
    ReduceOp op_;
    std::optional<ElementKind> kind_;
    Index most_ = 1; // largest whole number in a sum of floats
};

} // namespace tessera
