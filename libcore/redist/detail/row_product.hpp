// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the partners of one class of positions: the product of one factor row per axis.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/dim_transfer.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera::detail {

/// One row (or column) of a factor. The code that computed the row owns it.
using FactorRow = std::span<DimTransfer::Entry const>;

/// All combinations of one entry per row, numbered row-major (the last axis fastest). Without axes: one combination.
class RowProduct {
  public:
    /// The rows must outlive the product.
    explicit RowProduct(std::vector<FactorRow> rows) : rows_(std::move(rows)) {}
    explicit RowProduct(std::vector<std::vector<DimTransfer::Entry>> const& rows) : rows_(rows.begin(), rows.end()) {}

    struct Partner {
        Extents coords;     ///< coordinates of the partner, one per axis
        Index elements = 1; ///< number of shared elements
    };

    [[nodiscard]] Index size() const;
    [[nodiscard]] Partner at(Index number) const; ///< 0 <= number < size()
    /// Writes the combination into an existing partner, to avoid an allocation.
    void read(Index number, Partner& partner) const;
    /// Returns the number of the combination with these coordinates, or nothing.
    [[nodiscard]] std::optional<Index> find(std::span<Index const> coords) const;

  private:
    std::vector<FactorRow> rows_;
};

} // namespace tessera::detail
