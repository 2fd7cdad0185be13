// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers for mappings, the same for those that own alike.
#pragma once

#include "libcore/mapping/mapping.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace tessera {

/// Counts mappings as they come. Two arrays of the same shape that are distributed alike have one number, whatever they, their
/// templates and their arrangements are called: what moves between numbered mappings follows from the numbers.
class LayoutNumbers {
  public:
    [[nodiscard]] std::size_t number_of(Mapping const& mapping);

  private:
    std::vector<MappingSpec> known_;                                   // without names, by number
    std::unordered_map<std::size_t, std::vector<std::size_t>> places_; // numbers of the same hash
};

} // namespace tessera
