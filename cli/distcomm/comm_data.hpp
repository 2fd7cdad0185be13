// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that distcomm begins with: generated, or from a file; and what one process has of them.
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

    /// From --in, else from `generated`. With --in and --verify every rank reads the whole file, as the one process that the result
    /// is compared with. `settings` must outlive it. Collective. Errors: the file's.
    [[nodiscard]] static Result<CommData> make(Comm const& world, CommSettings const& settings, Generator generated);

    /// This rank's elements. Collective. Errors: the file's.
    [[nodiscard]] Result<void> fill(CommArray& array) const;

    /// One process's element. Precondition: generated, or --verify.
    void write(Index linear, std::byte* element) const;
    /// Does it take part? Precondition: --verify.
    [[nodiscard]] bool active(Index linear) const { return active_.empty() || active_[as_size(linear)]; }

  private:
    CommData(Comm const& world, CommSettings const& settings, Generator generated)
        : world_(&world), settings_(&settings), generated_(std::move(generated)) {}

    Comm const* world_;
    CommSettings const* settings_;
    Generator generated_;
    Buffer whole_;             // of a file that is verified
    std::vector<bool> active_; // by linear index; empty: all
};

/// Elements made from their indices, so that a misplaced one is seen (GeneratedData).
[[nodiscard]] CommData::Generator own_indices(ArraySpec const& array);
/// Elements that combine to the same in every order (ReductionData).
[[nodiscard]] CommData::Generator combinable(ArraySpec const& array, ReduceOp op);

} // namespace tessera::cli
