// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --verify: are all targets of a batch what its movements should have made of them?
#pragma once

#include "cli/redist/array_slots.hpp"
#include "cli/redist/outcome.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// Looks at whole targets, also at the elements that no movement names. Elements that a movement delivers are compared one by one
/// with their values if these are known: of generated data in a single batch. Sums, and what --beta adds to the target, are made a
/// second time from sources that are fetched element by element, without a plan (RuntimeResolution). Otherwise checksums are
/// compared.
class BatchCheck {
  public:
    /// Collective, before the move, with the sources up to date.
    BatchCheck(Comm const& comm, RedistSettings const& settings, ArraySlots& slots, MovementBatch const& batch);

    /// Collective, after the move. Returns what is wrong, in words; tells the outcome how it was found.
    [[nodiscard]] std::optional<std::string> wrong(RedistOutcome& outcome) const;

  private:
    [[nodiscard]] std::optional<std::string> wrong_movement(std::size_t i, RedistOutcome& outcome) const;
    [[nodiscard]] std::optional<std::string> wrong_checksum(std::size_t i, RedistOutcome& outcome) const;
    [[nodiscard]] Buffer fetched(RedistPlan const& plan, SourceSlot const& source, Index elements) const;
    [[nodiscard]] std::optional<std::string> wrong_sum(std::size_t i) const;
    [[nodiscard]] std::optional<std::string> changed_elsewhere() const;
    [[nodiscard]] ElementUpdate const* update() const { return settings_.update ? &*settings_.update : nullptr; }
    [[nodiscard]] std::vector<std::byte> const& before(TargetSlot const& target) const;

    Comm const& comm_;
    RedistSettings const& settings_;
    ArraySlots& slots_;
    MovementBatch const& batch_;
    bool knows_values_;
    std::vector<std::optional<std::uint64_t>> checksums_; // of the movements that need them
    std::vector<TargetSlot const*> targets_;              // each once
    std::vector<std::vector<std::byte>> before_ = {};     // what they hold before this batch; empty: 0
};

} // namespace tessera::cli
