// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory of a run of redist: one buffer for each array that is read, one for each that is written.
#pragma once

#include "cli/redist/settings.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera::cli {

/// An array that is read. Other ranks of the node may see it (RedistSettings::copies_straight).
struct SourceSlot {
    Mapping mapping;
    std::optional<LocalLayout> layout; ///< of this rank's part
    std::optional<DistributedArray> shared = std::nullopt;
    Buffer own = {};                        ///< used if there is no shared one
    std::optional<std::size_t> target = {}; ///< the slot of the same array, if it is also written
    bool outdated = false;                  ///< the target has changed since it was copied from there

    [[nodiscard]] std::byte* data() { return shared ? shared->data() : own.data(); }
    [[nodiscard]] std::byte const* data() const { return shared ? shared->data() : own.data(); }
    [[nodiscard]] Index size() const { return shared ? shared->memory().size() : own.size(); }
};

/// An array that is written, by any number of copies.
struct TargetSlot {
    Mapping mapping;
    std::optional<LocalLayout> layout;
    Buffer values = {};
    Buffer before = {};                     ///< what it holds before the first move; empty: 0 everywhere
    std::optional<std::size_t> source = {}; ///< the slot of the same array, if it is also read
};

/// In a job of copies an array that is both read and written has two buffers, because a copy reads all of its source before it
/// writes: begin_batch() brings the one for reading up to date.
class ArraySlots {
  public:
    /// Collective; everything is 0.
    [[nodiscard]] static Result<ArraySlots> make(Comm const& comm, RedistSettings const& settings);

    [[nodiscard]] std::vector<SourceSlot>& sources() { return sources_; }
    [[nodiscard]] std::vector<SourceSlot> const& sources() const { return sources_; }
    [[nodiscard]] std::vector<TargetSlot>& targets() { return targets_; }
    [[nodiscard]] std::vector<TargetSlot> const& targets() const { return targets_; }
    /// The slots of a movement, by its number in RedistSettings::plan.
    [[nodiscard]] SourceSlot& source_of(std::size_t movement) { return sources_[source_of_[movement]]; }
    [[nodiscard]] SourceSlot const& source_of(std::size_t movement) const { return sources_[source_of_[movement]]; }
    [[nodiscard]] TargetSlot& target_of(std::size_t movement) { return targets_[target_of_[movement]]; }
    [[nodiscard]] TargetSlot const& target_of(std::size_t movement) const { return targets_[target_of_[movement]]; }

    /// Copies the values of the target's source slot into target.before.
    void keep_what_is_read(TargetSlot& target) const;
    /// Gives the targets what they hold before, if a batch may keep a part of it. (A single batch finds zeros where it found them.)
    void restore_targets();
    void begin_batch(MovementBatch const& batch);
    void end_batch(MovementBatch const& batch);
    void clear_sources();

  private:
    ArraySlots() = default;
    void add(RedistPlan const& plan, RedistSettings const& settings, Rank rank);
    [[nodiscard]] Result<void> share(Comm const& comm);

    std::vector<SourceSlot> sources_;
    std::vector<TargetSlot> targets_;
    std::vector<std::size_t> source_of_;
    std::vector<std::size_t> target_of_;
    bool several_batches_ = false;
};

} // namespace tessera::cli
