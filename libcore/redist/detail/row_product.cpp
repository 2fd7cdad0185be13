// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the partners of one class of positions: the product of one factor row per axis.
#include "libcore/redist/detail/row_product.hpp"

#include <algorithm>

namespace tessera::detail {

Index RowProduct::size() const {
    Index size = 1;
    for (FactorRow const row : rows_) size *= std::ssize(row);
    return size;
}

RowProduct::Partner RowProduct::at(Index number) const {
    Partner partner;
    read(number, partner);
    return partner;
}

void RowProduct::read(Index number, Partner& partner) const {
    partner.coords.resize(rows_.size());
    partner.elements = 1;
    for (std::size_t axis = rows_.size(); axis-- > 0;) {
        FactorRow const row = rows_[axis];
        auto const& entry = row[as_size(number % std::ssize(row))];
        number /= std::ssize(row);
        partner.coords[axis] = entry.coord;
        partner.elements *= entry.count;
    }
}

std::optional<Index> RowProduct::find(std::span<Index const> coords) const {
    Index number = 0;
    for (std::size_t axis = 0; axis < rows_.size(); ++axis) {
        FactorRow const row = rows_[axis];
        auto const entry = std::ranges::lower_bound(row, coords[axis], {}, &DimTransfer::Entry::coord);
        if (entry == row.end() || entry->coord != coords[axis]) return std::nullopt;
        number = number * std::ssize(row) + (entry - row.begin());
    }
    return number;
}

} // namespace tessera::detail
