// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --verify: checks that the targets of a batch have the values its movements should give.
#pragma once

#include "cli/redist/array_slots.hpp"
#include "cli/redist/outcome.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// Checks whole targets, including elements that no movement names. If the values are known (generated data in a single
/// batch), delivered elements are compared one by one. Sums, and targets with --beta, are computed a second time from sources
/// fetched element by element without a plan (RuntimeResolution). In other cases checksums are compared.
class BatchCheck {
  public:
    /// Prepares the check before the move, with up-to-date sources. Collective.
    BatchCheck(Communicator const& comm, RedistSettings const& settings, ArraySlots& slots, MovementBatch const& batch);

    /// Checks after the move and returns the mismatch in words, if any. Stores the kind of verification in the outcome.
    /// Collective.
    [[nodiscard]] std::optional<std::string> wrong(RedistOutcome& outcome) const;

  private:
    [[nodiscard]] std::optional<std::string> wrong_movement(std::size_t i, RedistOutcome& outcome) const;
    [[nodiscard]] std::optional<std::string> wrong_checksum(std::size_t i, RedistOutcome& outcome) const;
    [[nodiscard]] Buffer fetched(RedistPlan const& plan, SourceSlot const& source, Index elements) const;
    [[nodiscard]] std::optional<std::string> wrong_sum(std::size_t i) const;
    [[nodiscard]] std::optional<std::string> changed_elsewhere() const;
    [[nodiscard]] ElementUpdate const* update() const { return settings_.update ? &*settings_.update : nullptr; }
    [[nodiscard]] std::vector<std::byte> const& before(TargetSlot const& target) const;

    Communicator const& comm_;
    RedistSettings const& settings_;
    ArraySlots& slots_;
    MovementBatch const& batch_;
    bool knows_values_;
    std::vector<std::optional<std::uint64_t>> checksums_; // of the movements that need them
    std::vector<TargetSlot const*> targets_;              // each target once
    std::vector<std::vector<std::byte>> before_ = {};     // values before this batch; empty: 0
};

} // namespace tessera::cli
