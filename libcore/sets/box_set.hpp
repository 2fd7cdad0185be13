// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a box, the product of one index set per dimension.
#pragma once

#include "libcore/sets/periodic_set.hpp"

#include <functional>
#include <span>
#include <vector>

namespace tessera {

/// The positions whose index in every dimension d lies in dims()[d]. A box without dimensions has one position.
/// Order: row-major in the dimensions (the last one fastest), ascending in each.
class BoxSet {
  public:
    BoxSet() = default;
    explicit BoxSet(std::vector<PeriodicSet> dims) : dims_(std::move(dims)) {}

    [[nodiscard]] std::span<PeriodicSet const> dims() const { return dims_; }
    [[nodiscard]] bool empty() const;
    /// Precondition: the count fits 64 bits (it does where the array's own volume was checked).
    [[nodiscard]] Index count() const;
    [[nodiscard]] Extents shape() const; ///< number of indices per dimension
    [[nodiscard]] bool contains(std::span<Index const> index) const;
    [[nodiscard]] Extents element(Index k) const;                     ///< 0 <= k < count()
    [[nodiscard]] Index position(std::span<Index const> index) const; ///< precondition: contains(index)
    void for_each(std::function<void(std::span<Index const>)> const& visit) const;

    friend bool operator==(BoxSet const& a, BoxSet const& b) = default;

  private:
    std::vector<PeriodicSet> dims_;
};

/// Precondition: the same number of dimensions.
[[nodiscard]] BoxSet intersection(BoxSet const& a, BoxSet const& b);

/// Returns the elements of a that are not in b, as at most one box per dimension. Precondition: the same number of dimensions.
[[nodiscard]] std::vector<BoxSet> difference(BoxSet const& a, BoxSet const& b);

} // namespace tessera
