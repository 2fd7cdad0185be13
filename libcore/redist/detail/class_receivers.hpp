// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who receives the elements of one source class, and which copy of the class serves whom.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/detail/plan_side.hpp"
#include "libcore/redist/detail/row_product.hpp"

#include <optional>
#include <vector>

namespace tessera::detail {

/// A source class is what one combination of source coordinates owns; its copies are the positions that hold it. Its receivers
/// are numbered row-major over the product of its factor rows, the copies of the target last.
///
/// A receiver whose rank holds a copy of the class takes its own. The others are dealt out in turn: with `place` others in front
/// of it, a receiver is served by copy place mod copies. So the messages of two copies differ by at most one.
/// Cost: the copies or the receivers, whichever are fewer, to make; their logarithm per question; the answer for served_by().
class ClassReceivers {
  public:
    /// `coords`: those of the class, one per axis. The rows of `product` are the factor rows of these coordinates.
    ClassReceivers(PlanSide const& source, PlanSide const& target, Extents coords, RowProduct product);

    struct Receiver {
        Index position = 0; ///< in the target grid
        Index elements = 0; ///< of this class
    };

    [[nodiscard]] Index count() const { return product_.size() * target_.mapping().replicas(); }
    /// Everything that the copy at `source_position` sends, itself included. Precondition: it holds this class.
    [[nodiscard]] std::vector<Receiver> served_by(Index source_position) const;
    /// The position whose copy serves a receiver. Precondition: `target_position` is one.
    [[nodiscard]] Index server_of(Index target_position) const;

  private:
    /// A copy whose rank is a receiver as well.
    struct Holder {
        Index number = 0; // among the receivers
        Index source_position = 0;
    };

    void find_holders_by_copy();
    void find_holders_by_receiver();
    [[nodiscard]] std::optional<Index> number_of(Index target_position) const;
    /// `partner`: room to compute in.
    [[nodiscard]] Receiver receiver(Index number, RowProduct::Partner& partner) const;

    PlanSide const& source_;
    PlanSide const& target_;
    Extents coords_;
    RowProduct product_;
    std::vector<Holder> holders_; // ascending number
};

} // namespace tessera::detail
