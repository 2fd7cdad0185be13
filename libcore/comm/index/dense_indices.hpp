// SPDX-License-Identifier: BSD-3-Clause
// Tessera: many indices into a small array, kept in as few bytes as name its elements.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/index/index_span.hpp"
#include "libcore/mapping/mapping.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace tessera {

/// A histogram has a few hundred elements, and millions of values are for them: a table of the whole array on each rank, by
/// element, takes less room than a list of where each value goes, and needs no search.
class DenseIndices {
  public:
    /// So many values for each element of the array, and a table of them is small beside the values.
    static constexpr Index values_per_element = 8;
    [[nodiscard]] static bool suits(Mapping const& mapping, std::size_t values) {
        return mapping.volume() <= static_cast<Index>(values) / values_per_element;
    }

    /// Nothing where an index is none of the array's.
    [[nodiscard]] static std::optional<DenseIndices> make(Mapping const& mapping, IndexSpan const& indices);

    [[nodiscard]] Index values() const { return values_; }
    [[nodiscard]] Index bytes() const; ///< that the list takes
    /// The elements that are named at all, ascending.
    [[nodiscard]] std::vector<Index> const& named() const { return named_; }

    /// Calls visit(first value, their elements) for one part of the list after the other.
    template <class Visit>
    void for_each_part(Visit const& visit) const {
        std::visit([&](auto const& list) { IndexSpan(list).for_each_part(visit); }, list_);
    }

  private:
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>, std::vector<Index>> list_;
    std::vector<Index> named_;
    Index values_ = 0;
};

} // namespace tessera
