// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory of an execution of redist: one buffer per array read and one per array written.
#pragma once

#include "cli/redist/settings.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera::cli {

/// An array that is read. Its memory may be shared on the node (RedistSettings::copies_directly).
struct SourceSlot {
    Mapping mapping;
    std::optional<LocalLayout> layout; ///< layout of this rank's part, in the declared shape
    std::optional<DistributedArray> shared = std::nullopt;
    Buffer own = {};                        ///< used if `shared` is empty
    std::optional<std::size_t> target = {}; ///< slot of the same array if it is also written
    bool outdated = false;                  ///< the target has changed since this was copied from it

    [[nodiscard]] std::byte* data() { return shared ? shared->data() : own.data(); }
    [[nodiscard]] std::byte const* data() const { return shared ? shared->data() : own.data(); }
    [[nodiscard]] Index size() const { return shared ? shared->memory().size() : own.size(); }
};

/// An array that is written by any number of copies.
struct TargetSlot {
    Mapping mapping;
    std::optional<LocalLayout> layout;
    Buffer values = {};
    Buffer before = {};                     ///< values before the first move; empty: 0 everywhere
    std::optional<std::size_t> source = {}; ///< slot of the same array if it is also read
};

/// The buffers of all arrays. In a job of copies, an array that is both read and written has two buffers, because a copy reads
/// its whole source before it writes. begin_batch() updates the buffer for reading.
class ArraySlots {
  public:
    /// Allocates all buffers, filled with 0. Collective.
    [[nodiscard]] static Result<ArraySlots> make(Communicator const& comm, RedistSettings const& settings);

    [[nodiscard]] std::vector<SourceSlot>& sources() { return sources_; }
    [[nodiscard]] std::vector<SourceSlot> const& sources() const { return sources_; }
    [[nodiscard]] std::vector<TargetSlot>& targets() { return targets_; }
    [[nodiscard]] std::vector<TargetSlot> const& targets() const { return targets_; }
    /// Each returns the slot of a movement, by its number in RedistSettings::plan.
    [[nodiscard]] SourceSlot& source_of(std::size_t movement) { return sources_[source_of_[movement]]; }
    [[nodiscard]] SourceSlot const& source_of(std::size_t movement) const { return sources_[source_of_[movement]]; }
    [[nodiscard]] TargetSlot& target_of(std::size_t movement) { return targets_[target_of_[movement]]; }
    [[nodiscard]] TargetSlot const& target_of(std::size_t movement) const { return targets_[target_of_[movement]]; }
    /// Each returns the layout of this rank's part in the shape that the movement uses; for a reshape it may differ from the
    /// slot's.
    [[nodiscard]] std::optional<LocalLayout> const& source_layout(std::size_t movement) const { return layouts_.sources[movement]; }
    [[nodiscard]] std::optional<LocalLayout> const& target_layout(std::size_t movement) const { return layouts_.targets[movement]; }

    /// Copies the values of the target's source slot to target.before.
    void keep_what_is_read(TargetSlot& target) const;
    /// Restores the initial values of the targets if a batch may keep some of them. With a single batch and no initial values
    /// there is nothing to restore: elements that it does not write are still 0.
    void restore_targets();
    void begin_batch(MovementBatch const& batch);
    void end_batch(MovementBatch const& batch);
    void clear_sources();

  private:
    ArraySlots() = default;
    void add(RedistPlan const& plan, RedistSettings const& settings, Rank rank);
    [[nodiscard]] Result<void> share(Communicator const& comm);

    std::vector<SourceSlot> sources_;
    std::vector<TargetSlot> targets_;
    std::vector<std::size_t> source_of_;
    std::vector<std::size_t> target_of_;
    RankLayouts layouts_; // by movement
    bool several_batches_ = false;
};

} // namespace tessera::cli
