// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where in a picture there is room for a label.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tessera::detail {

/// Remembers what is taken, in squares of a coarse grid, so that asking costs the neighbourhood.
class LabelRoom {
  public:
    struct Box {
        double x = 0;
        double y = 0;
        double width = 0;
        double height = 0;
    };
    void take(Box const& box);
    /// Takes the box unless it touches another one.
    [[nodiscard]] bool take_if_free(Box const& box);

  private:
    template <class Visit>
    static void for_each_square(Box const& box, Visit const& visit);

    std::unordered_map<std::uint64_t, std::vector<Box>> squares_; ///< by row and column; a box stands in all that it meets
};

} // namespace tessera::detail
