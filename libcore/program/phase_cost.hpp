// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of one run of a phase with given mappings of its arrays.
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

/// The cost of one run of a phase. Callers add up `repeat` and loops.
struct PhaseCost {
    std::string refusal;  ///< reason why the phase cannot run with the mappings: "dimension 2 of A is not whole"; empty if it can
    double work = 0;      ///< operations of all ranks, with each element counted once
    double most_work = 0; ///< operations of the busiest rank
    Index ranks = 1;      ///< ranks of the array that determines the owner of the work
    std::optional<double> compute = 0.0; ///< seconds of the busiest rank
    Price halo;
    Price reduction;
    Price spreading;
    Price operands;   ///< moving operands to the arrays that they are combined with
    Price sweep;      ///< waiting for previous ranks of a sweep, and passing results on
    Index memory = 0; ///< bytes per rank that all arrays of the program allocate, including halos and moved operands

    /// Returns the busiest rank's work over the mean, or 1 if there is no work.
    [[nodiscard]] double balance() const;
    /// Returns whether each rank has the same work, or there is none.
    [[nodiscard]] bool is_even() const { return balance() < 1 + 1e-9; }
    [[nodiscard]] Price communication() const;
    /// Returns the time in seconds. Absent if something moves and there are no rates.
    [[nodiscard]] std::optional<double> seconds() const;
};

/// Returns the bytes that the rank with the largest part allocates for it; with the halo of `use` unless that is null.
[[nodiscard]] Index memory_of(Mapping const& mapping, PhaseArray const* use = nullptr);

/// Returns the mapping of another array whose elements are combined with those of `model`. `dims`: see PhaseArray::partner_dims. A
/// model dimension without a partner becomes a dimension of copies. Errors: as Mapping::make.
[[nodiscard]] Result<Mapping> mapping_like(Mapping const& model, ArraySpec const& array, std::vector<int> const& dims = {});

/// Returns the mapping of an array that is spread along some dimensions of `mapping`: each rank has these dimensions whole.
/// Precondition: `spread` has one entry per dimension. Errors: as Mapping::make.
[[nodiscard]] Result<Mapping> mapping_spread(Mapping const& mapping, std::vector<bool> const& spread);

/// The cost of bringing an operand to its partner.
struct OperandCost {
    Price moving;     ///< moving it to its partner's mapping
    Price spreading;  ///< spreading it from there, block by block
    Index memory = 0; ///< bytes per rank of the copy with the partner's mapping, if it moves

    [[nodiscard]] Price price() const { return moving + spreading; }
};

/// Computes the costs of phases. Caches the tables of their work.
class PhaseCoster {
  public:
    /// `operation`: seconds for one operation of `work`. Both references must outlive the coster. Errors: as WorkTable::make.
    [[nodiscard]] static Result<PhaseCoster> make(PhasedProgram const& program, PriceList& prices, double operation);

    [[nodiscard]] PhasedProgram const& program() const { return *program_; }
    [[nodiscard]] PriceList& prices() const { return *prices_; }
    [[nodiscard]] double operation() const { return operation_; }
    [[nodiscard]] WorkTable const& work(std::size_t phase) const { return work_[phase]; }

    /// Returns, by ascending rank, the operations of each rank of the array that determines the owner of the work.
    [[nodiscard]] std::vector<std::pair<Rank, double>> loads(std::size_t phase, std::span<Mapping const> mappings) const;

    /// Returns the cost of one array in a phase: its halo, its reductions, and its spread blocks if it has no partner. Includes the
    /// work if this array determines its owner. Memory is that of this array.
    [[nodiscard]] Result<PhaseCost> of_array(std::size_t phase, std::size_t array, Mapping const& mapping,
                                             Pricing pricing = Pricing::Full) const;
    /// Returns the cost of bringing an operand to its partner; zero if it is there already, or if the array is no operand. An
    /// operand that is also spread moves among its partner's ranks. The cost is zero if these already hold all the elements they
    /// need.
    [[nodiscard]] Result<OperandCost> of_operand(std::size_t phase, std::size_t array, Mapping const& mapping,
                                                 Mapping const& partner, Pricing pricing = Pricing::Full) const;
    /// Returns the cost of a whole phase, with one mapping for each array of the program.
    [[nodiscard]] Result<PhaseCost> of(std::size_t phase, std::span<Mapping const> mappings) const;

  private:
    PhaseCoster(PhasedProgram const& program, PriceList& prices, double operation)
        : program_(&program), prices_(&prices), operation_(operation) {}
    [[nodiscard]] Result<void> add_work(PhaseCost& cost, std::size_t phase, Mapping const& mapping) const;
    [[nodiscard]] Result<void> add_sweeps(PhaseCost& cost, Mapping const& mapping, PhaseArray const& use) const;

    PhasedProgram const* program_;
    PriceList* prices_;
    double operation_;
    std::vector<WorkTable> work_; // indexed by phase
};

/// Returns sentences such as "the work of triangle is estimated from a grid of its elements", for each phase with an estimate.
[[nodiscard]] std::vector<std::string> estimates_in(PhaseCoster const& coster);

} // namespace tessera
