// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what one run of a phase costs with its arrays mapped so and so.
#pragma once

#include "libcore/program/price.hpp"
#include "libcore/program/program.hpp"
#include "libcore/program/work_table.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// One run: `repeat` and loops are for who adds up.
struct PhaseCost {
    std::string refusal;                 ///< why the phase cannot run so: "dimension 2 of A is not whole"; empty: it can
    double work = 0;                     ///< operations of all ranks, each element once
    double most_work = 0;                ///< of the busiest rank
    Index ranks = 1;                     ///< of the array that the work is done on
    std::optional<double> compute = 0.0; ///< seconds of the busiest rank
    Price halo;
    Price reduction;
    Price spreading;
    Price operands;   ///< to where the array is that they meet
    Price sweep;      ///< seconds: waiting for ranks in front, and handing on
    Index memory = 0; ///< bytes per rank: what all arrays of the program allocate, halos and moved operands included

    /// The busiest rank's work over the mean; 1 where there is none.
    [[nodiscard]] double balance() const;
    /// Does each rank have the same work, or is there none?
    [[nodiscard]] bool is_even() const { return balance() < 1 + 1e-9; }
    [[nodiscard]] Price communication() const;
    /// Absent without rates where anything moves.
    [[nodiscard]] std::optional<double> seconds() const;
};

/// Bytes that a rank allocates for its part, of the rank with the most; `use`: with its halo (null: without).
[[nodiscard]] Index memory_of(Mapping const& mapping, PhaseArray const* use = nullptr);

/// The mapping of another array that meets the one of `model` element by element. `dims`: see PhaseArray::partner_dims; a dimension
/// of the model that none of the array's meets is one of copies. Errors: as Mapping::make.
[[nodiscard]] Result<Mapping> mapping_like(Mapping const& model, ArraySpec const& array, std::vector<int> const& dims = {});

/// The mapping of an array that is spread along some dimensions of `mapping`: each rank has the whole of them. Nothing where
/// `spread` says nothing. Errors: as Mapping::make.
[[nodiscard]] Result<Mapping> mapping_spread(Mapping const& mapping, std::vector<bool> const& spread);

/// What it takes that an operand is where it is needed.
struct OperandCost {
    Price moving;     ///< to its partner's mapping
    Price spreading;  ///< from there, block by block
    Index memory = 0; ///< bytes per rank of the copy at its partner's, where it moves

    [[nodiscard]] Price price() const { return moving + spreading; }
};

/// Costs of phases, of which it remembers the work.
class PhaseCoster {
  public:
    /// `operation`: seconds for one operation of `work`. Both must outlive the coster. Errors: as WorkTable::make.
    [[nodiscard]] static Result<PhaseCoster> make(PhasedProgram const& program, PriceList& prices, double operation);

    [[nodiscard]] PhasedProgram const& program() const { return *program_; }
    [[nodiscard]] PriceList& prices() const { return *prices_; }
    [[nodiscard]] double operation() const { return operation_; }
    [[nodiscard]] WorkTable const& work(std::size_t phase) const { return work_[phase]; }

    /// Operations of each rank, ascending, that has work in a phase or could have: those of the array that the work is done on.
    [[nodiscard]] std::vector<std::pair<Rank, double>> loads(std::size_t phase, std::span<Mapping const> mappings) const;

    /// The part that one array has in a phase: its halo, its sums, its blocks that are spread if it has no partner, and, if the
    /// work is done on it, the work. Memory is its own.
    [[nodiscard]] Result<PhaseCost> of_array(std::size_t phase, std::size_t array, Mapping const& mapping,
                                             Pricing pricing = Pricing::Full) const;
    /// What it takes to bring an operand to where it is needed; nothing where it lies there, or is none. One that is spread as well
    /// goes around among its partner's ranks; where these hold already all that they need, nothing does.
    [[nodiscard]] Result<OperandCost> of_operand(std::size_t phase, std::size_t array, Mapping const& mapping,
                                                 Mapping const& partner, Pricing pricing = Pricing::Full) const;
    /// All of a phase: one mapping for each array of the program.
    [[nodiscard]] Result<PhaseCost> of(std::size_t phase, std::span<Mapping const> mappings) const;

  private:
    PhaseCoster(PhasedProgram const& program, PriceList& prices, double operation)
        : program_(&program), prices_(&prices), operation_(operation) {}
    [[nodiscard]] Result<void> add_work(PhaseCost& cost, std::size_t phase, Mapping const& mapping) const;
    [[nodiscard]] Result<void> add_sweeps(PhaseCost& cost, Mapping const& mapping, PhaseArray const& use) const;

    PhasedProgram const* program_;
    PriceList* prices_;
    double operation_;
    std::vector<WorkTable> work_; // of each phase
};

/// "the work of triangle is estimated from a grid of its elements", of each phase where it is.
[[nodiscard]] std::vector<std::string> estimates_in(PhaseCoster const& coster);

} // namespace tessera
