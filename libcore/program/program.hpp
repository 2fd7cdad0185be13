// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program: the phases and loops that use the arrays of a job.
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

/// An array with the mappings that the job gives it.
struct ProgramArray {
    ArraySpec array;
    std::vector<Mapping> states; ///< at least one
};

struct ProgramPhase {
    PhaseStatement statement;
    std::vector<std::size_t> states;     ///< state of each array of the program: the job's own choice
    double times = 1;                    ///< total number of runs; in an endless loop, runs per iteration
    std::vector<PhaseArray const*> uses; ///< use of each array of the program; null if the phase does not use it
    /// A phase before the first one of the job or after its last one. It exists only if the job remaps arrays there.
    bool implied = false;
};

/// The loop over phases first .. last. Of two nested loops the inner one comes first.
struct ProgramLoop {
    std::size_t first = 0;
    std::size_t last = 0;
    Index count = 1; ///< 0: endless
};

/// The change from a phase to the next one: neighbours in the text, or the last phase of a loop and its first.
struct PhaseChange {
    std::size_t from = 0;
    std::size_t to = 0;
    double times = 1;
    bool back = false; ///< true: from the end of a loop to its begin
    /// [array]: the states through which the job moves it, in order. The first redistributions of all arrays form one step, then
    /// the second ones, and so on.
    std::vector<std::vector<std::size_t>> stops{};
};

/// The phases, loops and changes of a job. Immutable.
class PhasedProgram {
  public:
    /// Makes the program of a job. A job without phases gets one for each state of its arrays, called "state0", "state1", ...,
    /// without work. If the job remaps before its first phase or after its last, an implied phase called "begin" or "end" is added.
    /// Errors: no array; as Mapping::make.
    [[nodiscard]] static Result<PhasedProgram> make(Job const& job);

    [[nodiscard]] std::string const& name() const { return name_; } ///< name of the job
    [[nodiscard]] std::vector<ProgramArray> const& arrays() const { return arrays_; }
    /// Returns the lines with which the job itself declares phases and loops; empty if it declares none.
    [[nodiscard]] std::vector<ProgramLine> const& lines() const { return told_; }
    [[nodiscard]] std::vector<ProgramPhase> const& phases() const { return phases_; } ///< at least one
    [[nodiscard]] Index declared_phases() const; ///< number of phases that the job declares, or that its states represent
    [[nodiscard]] std::vector<ProgramLoop> const& loops() const { return loops_; }
    /// Returns the changes in the order of the text, without those that never happen (a loop that runs once does not go back).
    /// There is a change from a phase to itself if only a loop around it remaps arrays and brings them back.
    [[nodiscard]] std::vector<PhaseChange> const& changes() const { return changes_; }

    [[nodiscard]] Mapping const& own_mapping(std::size_t phase, std::size_t array) const {
        return arrays_[array].states[phases_[phase].states[array]];
    }
    /// Returns whether this is an implied phase, and the job remaps the array on the way to it or away from it.
    [[nodiscard]] bool is_remapped_at_end(std::size_t phase, std::size_t array) const;
    /// Returns the largest number of ranks of any state of any array.
    [[nodiscard]] Index ranks() const;
    /// Returns whether there is an endless loop. In this case all sums are for one iteration.
    [[nodiscard]] bool is_endless() const;
    /// Returns the number of the array with this name. Precondition: there is one.
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
    std::shared_ptr<std::vector<ProgramLine> const> lines_;       // the phases point into it; includes lines of implied phases
    std::vector<std::size_t> phase_lines_;                        // line of each phase
    std::vector<std::pair<std::size_t, std::size_t>> loop_lines_; // first and last line of each loop
};

/// Returns sentences on what the phases leave open, and what therefore has no cost. There is one for each array of a phase whose
/// place of use is not determined.
[[nodiscard]] std::vector<std::string> unstated_in(PhasedProgram const& program);

} // namespace tessera
