// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers for mappings; equal distributions have equal numbers.
#pragma once

#include "libcore/mapping/mapping.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace tessera {

/// Numbers mappings in the order of first use. Two arrays of the same shape with the same distribution have one number, whatever
/// the names of arrays, templates and arrangements. The numbers determine what a remap between two mappings moves.
class LayoutNumbers {
  public:
    [[nodiscard]] std::size_t number_of(Mapping const& mapping);

  private:
    std::vector<MappingSpec> known_;                                   // without names, by number
    std::unordered_map<std::size_t, std::vector<std::size_t>> places_; // numbers by hash
};

} // namespace tessera
