// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the initial elements of distcomm, generated or from a file, and the same for comparison with a single process.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/reduce_op.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <functional>
#include <vector>

namespace tessera::cli {

class CommData {
  public:
    /// Writes the element with this linear index (in storage order).
    using Generator = std::function<void(Index linear, std::byte* element)>;

    /// Uses the data of --in, else `generated`. With --in and --verify every rank reads the whole file, for comparison with a
    /// single process. `settings` must outlive it. Collective. Errors: those of the file.
    [[nodiscard]] static Result<CommData> make(Communicator const& world, CommSettings const& settings, Generator generated);

    /// Writes this rank's elements. Collective. Errors: those of the file.
    [[nodiscard]] Result<void> fill(CommArray& array) const;

    /// Writes an element as a single process has it. Precondition: generated, or --verify.
    void write(Index linear, std::byte* element) const;
    /// Returns whether the element takes part. Precondition: --verify.
    [[nodiscard]] bool active(Index linear) const { return active_.empty() || active_[as_size(linear)]; }

  private:
    CommData(Communicator const& world, CommSettings const& settings, Generator generated)
        : world_(&world), settings_(&settings), generated_(std::move(generated)) {}

    Communicator const* world_;
    CommSettings const* settings_;
    Generator generated_;
    Buffer whole_;             // the whole file, for --verify
    std::vector<bool> active_; // one per linear index; empty: all take part
};

/// Returns a generator of elements from their indices, so that a misplaced one is detected (GeneratedData).
[[nodiscard]] CommData::Generator own_indices(ArraySpec const& array);
/// Returns a generator of elements that give the same result in every order of combination (ReductionData).
[[nodiscard]] CommData::Generator combinable(ArraySpec const& array, ReduceOp op);

} // namespace tessera::cli
