// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's arrays in a measurement, filled so that every misplaced element is detected.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {

/// This rank's arrays of a plan. Sources contain their own global indices; targets are cleared before each check.
class RacedArrays {
  public:
    /// Collective over `comm`, whose ranks are those of the plan. Both must outlive the arrays.
    RacedArrays(Communicator const& comm, MultiPlan const& plan);

    [[nodiscard]] RankLayouts const& layouts() const { return layouts_; }

    /// Return one pointer per plan, for Redistributor::execute, for the way there and for the way back.
    [[nodiscard]] std::span<void const* const> sources() const { return from_; }
    [[nodiscard]] std::span<void* const> targets() const { return to_; }
    [[nodiscard]] std::span<void const* const> arrived() const { return arrived_; }
    [[nodiscard]] std::span<void* const> returned() const { return returned_; }

    /// Returns the seconds of the slowest rank; all ranks begin together. Collective.
    [[nodiscard]] double timed(std::function<void()> const& work) const;

    void clear_sources();
    void clear_targets();

    /// Returns a text on the first element that did not arrive, or "". Collective.
    [[nodiscard]] std::string wrong() const;

  private:
    Communicator const& comm_;
    MultiPlan const& plan_;
    RankLayouts layouts_;
    std::vector<Buffer> sources_;
    std::vector<Buffer> targets_;
    std::vector<void const*> from_;
    std::vector<void*> to_;
    std::vector<void const*> arrived_;
    std::vector<void*> returned_;
};

} // namespace tessera::cli
