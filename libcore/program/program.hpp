// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program: what is done with the arrays of a job, phase by phase, in loops.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/job.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// An array with the mappings that the job gives it, derived.
struct ProgramArray {
    ArraySpec array;
    std::vector<Mapping> states; ///< at least one
};

struct ProgramPhase {
    PhaseStatement statement;
    std::vector<std::size_t> states;     ///< of each array of the program: the job's own choice
    double times = 1;                    ///< it runs so often in all; in a loop without end, each time around
    std::vector<PhaseArray const*> uses; ///< of each array of the program; null: it does not use the array
    /// Before the first phase of the job, or behind its last: there only where the job remaps arrays there.
    bool implied = false;
};

/// Phases first .. last, over and over. Of two loops the inner one stands first.
struct ProgramLoop {
    std::size_t first = 0;
    std::size_t last = 0;
    Index count = 1; ///< 0: without end
};

/// One phase after another: neighbours in the text, or the last of a loop and its first.
struct PhaseChange {
    std::size_t from = 0;
    std::size_t to = 0;
    double times = 1;
    bool back = false; ///< around a loop
    /// [array]: the states that the job has it pass, one redistribution after the other. The first redistributions of all arrays
    /// are one step, then the second ones, and so on.
    std::vector<std::vector<std::size_t>> stops{};
};

/// What a job's phases come to. Immutable.
class PhasedProgram {
  public:
    /// A job without phases has one for each state of its arrays, called "state0", "state1", ..., in which nothing is computed.
    /// What a job remaps before its first phase or behind its last happens between that one and one called "begin" or "end".
    /// Errors: no array; as Mapping::make.
    [[nodiscard]] static Result<PhasedProgram> make(Job const& job);

    [[nodiscard]] std::string const& name() const { return name_; } ///< of the job
    [[nodiscard]] std::vector<ProgramArray> const& arrays() const { return arrays_; }
    /// What the job itself says of its phases and loops; empty where it says nothing.
    [[nodiscard]] std::vector<ProgramLine> const& lines() const { return told_; }
    [[nodiscard]] std::vector<ProgramPhase> const& phases() const { return phases_; } ///< at least one
    [[nodiscard]] Index told_phases() const; ///< how many of them the job has, or its states stand for
    [[nodiscard]] std::vector<ProgramLoop> const& loops() const { return loops_; }
    /// In the order of the text; those that never happen (a loop that runs once does not go back) are left out. From a phase to
    /// itself there is one where a loop around it alone remaps arrays and brings them back.
    [[nodiscard]] std::vector<PhaseChange> const& changes() const { return changes_; }

    [[nodiscard]] Mapping const& own_mapping(std::size_t phase, std::size_t array) const {
        return arrays_[array].states[phases_[phase].states[array]];
    }
    /// Is this an implied phase away from which, or to which, the job remaps the array?
    [[nodiscard]] bool is_remapped_at_end(std::size_t phase, std::size_t array) const;
    /// The most ranks of any state of any array.
    [[nodiscard]] Index ranks() const;
    /// Is there a loop without end? Then all sums are about one time around it.
    [[nodiscard]] bool is_endless() const;
    /// The number of an array of this name. Precondition: there is one.
    [[nodiscard]] std::size_t array_number(std::string const& name) const;

  private:
    PhasedProgram() = default;
    void read_lines();
    void count_changes();
    [[nodiscard]] double times_around(std::size_t first, std::size_t last) const;

    std::string name_;
    std::vector<ProgramArray> arrays_;
    std::vector<ProgramPhase> phases_;
    std::vector<ProgramLoop> loops_;
    std::vector<PhaseChange> changes_;
    std::vector<ProgramLine> told_;
    std::shared_ptr<std::vector<ProgramLine> const> lines_;       // which the phases point into, implied ones included
    std::vector<std::size_t> phase_lines_;                        // of each phase
    std::vector<std::pair<std::size_t, std::size_t>> loop_lines_; // of each loop, where it begins and ends
};

/// What the phases leave unsaid and nothing can be charged for: a sentence for each array of a phase of which nothing says where
/// its elements are needed.
[[nodiscard]] std::vector<std::string> unsaid_in(PhasedProgram const& program);

} // namespace tessera
