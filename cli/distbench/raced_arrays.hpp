// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's arrays in a measurement, in which every misplaced element is found.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {

/// This rank's arrays of a plan: sources with their own global indices in them, targets that are empty before each check.
class RacedArrays {
  public:
    /// Collective over `comm`, whose ranks are those of the plan; both outlive the arrays.
    RacedArrays(Comm const& comm, MultiPlan const& plan);

    [[nodiscard]] RankLayouts const& layouts() const { return layouts_; }

    /// One pointer per plan, as Redistributor::execute takes them, on the way there and on the way back.
    [[nodiscard]] std::span<void const* const> sources() const { return from_; }
    [[nodiscard]] std::span<void* const> targets() const { return to_; }
    [[nodiscard]] std::span<void const* const> arrived() const { return arrived_; }
    [[nodiscard]] std::span<void* const> returned() const { return returned_; }

    /// Seconds of the slowest rank, all of which begin together. Collective.
    [[nodiscard]] double timed(std::function<void()> const& work) const;

    void clear_sources();
    void clear_targets();

    /// The first element that did not arrive, or "". Collective.
    [[nodiscard]] std::string wrong() const;

  private:
    Comm const& comm_;
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
