// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a long list of indices into a small array, stored in as few bytes as the array's size needs.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_list_view.hpp"
#include "libcore/mapping/mapping.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace tessera {

/// A compact list of indices into a small array. Example: a histogram has a few hundred elements and receives millions of values. A
/// table of the whole array on each rank needs less memory than a list of the destinations of all values, and needs no search.
class DenseIndices {
  public:
    /// With this number of values per element of the array, a table of the array is small compared to the values.
    static constexpr Index values_per_element = 8;
    [[nodiscard]] static bool suits(Mapping const& mapping, std::size_t values) {
        return mapping.volume() <= static_cast<Index>(values) / values_per_element;
    }

    /// Makes the list. Returns nothing if an index is outside the array.
    [[nodiscard]] static std::optional<DenseIndices> make(Mapping const& mapping, IndexListView const& indices);

    [[nodiscard]] Index values() const { return values_; }
    [[nodiscard]] Index bytes() const; ///< bytes of the list
    /// Returns the elements that occur in the list, ascending.
    [[nodiscard]] std::vector<Index> const& named() const { return named_; }

    /// Calls visit(number of the first value, elements of the values) for each part of the list.
    template <class Visit>
    void for_each_part(Visit const& visit) const {
        std::visit([&](auto const& list) { IndexListView(list).for_each_part(visit); }, list_);
    }

  private:
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>, std::vector<Index>> list_;
    std::vector<Index> named_;
    Index values_ = 0;
};

} // namespace tessera
