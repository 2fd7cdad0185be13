// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the partners of one class of positions, the product of one factor row per axis.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/dim_transfer.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera::detail {

/// One row (or column) of a factor; owned by whoever computed it.
using FactorRow = std::span<DimTransfer::Entry const>;

/// Every combination of one entry per row, numbered row-major (the last axis fastest). No axis at all: one combination.
class RowProduct {
  public:
    /// The rows must outlive the product.
    explicit RowProduct(std::vector<FactorRow> rows) : rows_(std::move(rows)) {}
    explicit RowProduct(std::vector<std::vector<DimTransfer::Entry>> const& rows) : rows_(rows.begin(), rows.end()) {}

    struct Partner {
        Extents coords;     ///< the partner's, one per axis
        Index elements = 1; ///< shared with it
    };

    [[nodiscard]] Index size() const;
    [[nodiscard]] Partner at(Index number) const; ///< 0 <= number < size()
    /// The same into a partner that is used again and again.
    void read(Index number, Partner& partner) const;
    /// The number of the combination with these coordinates, or nothing.
    [[nodiscard]] std::optional<Index> find(std::span<Index const> coords) const;

  private:
    std::vector<FactorRow> rows_;
};

} // namespace tessera::detail
