// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a copy between an array and a message buffer that can be done slice by slice.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/runtime/move/copy/block_updater.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace tessera {

/// A slice is a range of the message's slowest axis, so it is contiguous in the buffer. Both ends of a message have as many
/// elements along that axis, and so cut it alike.
class SlicedCopy {
  public:
    /// `dims`: all axes of the box, with offsets in bytes; `slowest` is the number of the message's slowest one.
    SlicedCopy(std::span<LoopDim const> dims, std::size_t slowest, Index from_base, Index to_base, Index element_bytes,
               std::shared_ptr<BlockUpdater const> updater = nullptr);

    /// Returns the number of elements along the slowest axis.
    [[nodiscard]] Index count() const { return slowest_.count; }
    /// Returns the length of the message for one element of the slowest axis, in bytes.
    [[nodiscard]] Index bytes_of_one() const { return inner_.bytes(); }
    /// Returns whether slices are copied about as fast as the whole: the slowest axis is the slowest or the fastest one in the
    /// array, too.
    [[nodiscard]] bool suits() const { return suits_; }
    /// Copies a slice. Offsets in the message count from the message's start.
    void run(Run slice, std::byte const* from, std::byte* to) const;

  private:
    AxisMoves slowest_;
    CopyProgram inner_;                // for one element of the slowest axis
    std::optional<CopyProgram> tiles_; // of all elements, set if the slowest axis is the fastest one in the array
    bool suits_;
};

} // namespace tessera
