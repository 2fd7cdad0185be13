// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the mappings of a program's arrays in all phases and between them.
#pragma once

#include "libcore/program/program.hpp"

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace tessera {

/// The mapping of each array in each phase, [phase][array], and the intermediate mappings between two phases.
class ProgramLayout {
  public:
    using Mappings = std::vector<Mapping>; ///< indexed by array

    ProgramLayout() = default;
    explicit ProgramLayout(std::size_t phases) : phases_(phases) {}
    ProgramLayout(std::initializer_list<Mappings> phases) : phases_(phases) {}

    [[nodiscard]] std::size_t size() const { return phases_.size(); }
    [[nodiscard]] Mappings& operator[](std::size_t phase) { return phases_[phase]; }
    [[nodiscard]] Mappings const& operator[](std::size_t phase) const { return phases_[phase]; }
    [[nodiscard]] Mappings const& front() const { return phases_.front(); }
    [[nodiscard]] Mappings const& back() const { return phases_.back(); }
    [[nodiscard]] auto begin() const { return phases_.begin(); }
    [[nodiscard]] auto end() const { return phases_.end(); }
    [[nodiscard]] auto begin() { return phases_.begin(); }
    [[nodiscard]] auto end() { return phases_.end(); }
    void push_back(Mappings mappings) { phases_.push_back(std::move(mappings)); }

    /// Returns the ranks of the largest processor grid of any phase.
    [[nodiscard]] Index ranks() const;

    /// Returns the intermediate mappings of an array at a change of the program, in order. A last step leads to the next phase.
    [[nodiscard]] std::vector<Mapping> const& stops(std::size_t change, std::size_t array) const;
    void set_stops(std::size_t change, std::size_t array, std::vector<Mapping> stops);

    /// Returns the number of steps of a change: one if all arrays move directly.
    [[nodiscard]] std::size_t steps(std::size_t change) const;
    /// Returns the mapping of an array after `steps` steps of a change. `number`: number of `change` in the program.
    [[nodiscard]] Mapping const& after(PhaseChange const& change, std::size_t number, std::size_t array, std::size_t steps) const;

  private:
    std::vector<Mappings> phases_;
    std::vector<std::vector<std::vector<Mapping>>> stops_; // [change][array]; either list may be shorter: no intermediate mappings
};

/// Returns the layout that the job itself gives its arrays.
[[nodiscard]] ProgramLayout own_layout(PhasedProgram const& program);

} // namespace tessera
