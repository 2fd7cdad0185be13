// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the receivers of one source class, and the copy that serves each of them.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/detail/plan_side.hpp"
#include "libcore/redist/detail/row_product.hpp"

#include <optional>
#include <vector>

namespace tessera::detail {

/// The receivers of one source class. A source class is the elements of one combination of source coordinates; its copies are the
/// positions that hold it. Its receivers are numbered row-major over the product of its factor rows, the copies of the target last.
///
/// A receiver whose rank holds a copy of the class uses its own. The others are assigned in turn: a receiver with `place` such
/// receivers before it is served by copy place mod copies. So the numbers of messages of two copies differ by at most one.
/// Cost: construction takes the smaller of copies and receivers; a question their logarithm; served_by() the size of its answer.
class ClassReceivers {
  public:
    /// `coords`: coordinates of the class, one per axis. `product`: the factor rows of these coordinates.
    ClassReceivers(PlanSide const& source, PlanSide const& target, Extents coords, RowProduct product);

    struct Receiver {
        Index position = 0; ///< in the target grid
        Index elements = 0; ///< number of elements of this class
    };

    [[nodiscard]] Index count() const { return product_.size() * target_.mapping().replicas(); }
    /// Returns all receivers that the copy at `source_position` serves, itself included. Precondition: it holds this class.
    [[nodiscard]] std::vector<Receiver> served_by(Index source_position) const;
    /// Returns the position of the copy that serves a receiver. Precondition: `target_position` is a receiver.
    [[nodiscard]] Index server_of(Index target_position) const;

  private:
    /// A copy whose rank is also a receiver.
    struct Holder {
        Index number = 0; // number among the receivers
        Index source_position = 0;
    };

    void find_holders_by_copy();
    void find_holders_by_receiver();
    [[nodiscard]] std::optional<Index> number_of(Index target_position) const;
    /// `partner`: reused working memory.
    [[nodiscard]] Receiver receiver(Index number, RowProduct::Partner& partner) const;

    PlanSide const& source_;
    PlanSide const& target_;
    Extents coords_;
    RowProduct product_;
    std::vector<Holder> holders_; // ascending number
};

} // namespace tessera::detail
