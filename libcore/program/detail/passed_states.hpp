// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the states that the arrays of a program pass between two of its lines.
#pragma once

#include "libcore/program/program.hpp"

#include <cstddef>
#include <vector>

namespace tessera::detail {

/// Follows the redistributions of a job from phase to phase. Both arguments must outlive the object.
class PassedStates {
  public:
    using Stops = std::vector<std::vector<std::size_t>>; ///< [array], as in PhaseChange

    PassedStates(std::vector<ProgramLine> const& lines, std::vector<ProgramArray> const& arrays) : lines_(lines), arrays_(arrays) {}

    /// Returns the intermediate states from a line to a later one.
    [[nodiscard]] Stops onwards(std::size_t from, std::size_t to) const { return stops_of(path(from, to)); }
    /// Returns the intermediate states from the last phase of a loop to its first. Arrays that are not remapped at the begin of the
    /// loop are brought back there.
    [[nodiscard]] Stops around(std::size_t last, std::size_t loop_end, std::size_t loop_begin, std::size_t first) const;
    /// Returns whether any array has a different mapping on the way from a line to a later one.
    [[nodiscard]] bool moves(std::size_t from, std::size_t to) const;

  private:
    using States = std::vector<std::size_t>; // indexed by array
    using Path = std::vector<States>;

    [[nodiscard]] Path path(std::size_t from, std::size_t to) const;
    [[nodiscard]] Stops stops_of(Path const& path) const;
    [[nodiscard]] bool differ(std::size_t array, std::size_t state, std::size_t other) const;
    [[nodiscard]] bool moves_again(States const& begin, States const& now, States const& next) const;

    std::vector<ProgramLine> const& lines_;
    std::vector<ProgramArray> const& arrays_;
};

} // namespace tessera::detail
