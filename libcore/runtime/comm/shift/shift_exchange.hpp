// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts an array over its grid.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"

#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

/// How this rank stores what is shifted and what it becomes; nothing where it holds nothing.
struct ShiftLayouts {
    std::optional<LocalLayout> source;
    std::optional<LocalLayout> target;
};

/// One rank's share of a shift, compiled once and run any number of times.
class ShiftExchange {
  public:
    /// Collective over `comm`. With a context the active elements go by messages between pairs of ranks, whatever transport the
    /// options name, and so do all where the options ask for a trace. Error: as Redistributor::make.
    [[nodiscard]] static Result<ShiftExchange> make(GridShift const& shift, MPI_Comm comm, RedistributorOptions options = {});
    /// With each rank's own layouts. Error besides, the same on all ranks: check_layouts() of any of them.
    [[nodiscard]] static Result<ShiftExchange> make(GridShift const& shift, MPI_Comm comm, ShiftLayouts const& layouts,
                                                    RedistributorOptions options = {});

    ShiftExchange(ShiftExchange&&) noexcept;
    ShiftExchange& operator=(ShiftExchange&&) noexcept;
    ~ShiftExchange(); ///< precondition: no run is under way

    /// Collective. Source and target are this rank's allocations in the layouts that this was made for, or else in the array's
    /// standard layout (LocalLayout), null where it holds nothing, and do not overlap. With ShiftEdge::Fill, places that nothing
    /// can come to get the element at `fill`; else they keep what they hold. Precondition: `fill` is not null where they are
    /// filled.
    void execute(void const* source, void* target, void const* fill = nullptr);

    /// execute() in two halves, so that a program computes while messages travel: as Redistributor::begin and end. `fill` is read
    /// by end().
    void begin(void const* source, void* target, void const* fill = nullptr);
    void end();

    /// From now on every run is recorded as one step, on all ranks; `trace` outlives them, null: no more. Its ranks are those of
    /// the communicator. Precondition: the shift has a context, or the options asked for a trace.
    void record(TraceRecorder* trace);

    [[nodiscard]] RedistributorCosts costs() const;

  private:
    struct State;
    explicit ShiftExchange(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
