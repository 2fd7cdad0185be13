// SPDX-License-Identifier: BSD-3-Clause
// Tessera: data whose combination is the same in every order.
#pragma once

#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/reduce_op.hpp"

#include <cstddef>
#include <optional>

namespace tessera {

/// The value of every element is made from its linear index (in storage order), so that each matters to what its array combines to,
/// and so that floats are never rounded: a sum has small whole numbers of both signs (1 and -1 where there are many elements), a
/// product 1 and -1, and now and then 2 or a half. What comes out can be compared bit by bit with one process.
class ReductionData {
  public:
    /// The values suit `op`.
    ReductionData(ArraySpec const& array, ReduceOp op);

    /// Writes the element with this linear index.
    void write(Index linear, std::byte* element) const;

    /// Fills what a rank owns.
    void fill(LocalLayout const& layout, std::byte* local) const;

  private:
    ArraySpec array_;
    ReduceOp op_;
    std::optional<ElementKind> kind_;
    Index most_ = 1; // the largest whole number in a sum of floats
};

} // namespace tessera
