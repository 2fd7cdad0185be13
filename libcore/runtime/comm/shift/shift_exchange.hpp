// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts an array over its grid.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/comm/index/send_combiner.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"

#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

/// This rank's layouts of the source and the target of a shift. Empty if it holds nothing.
struct ShiftLayouts {
    std::optional<LocalLayout> source;
    std::optional<LocalLayout> target;
};

/// Options of one execution of a shift. They are the same on all ranks.
struct ShiftOptions {
    /// With ShiftEdge::Fill, the element that is stored at places which no element can reach. Precondition if such places
    /// exist: exactly one of `fill` and `fill_array` is given.
    void const* fill = nullptr;
    /// An array in the layout of the target; each such place gets its element at that place.
    void const* fill_array = nullptr;
    /// The sender's context: only active elements are sent. Places without an arriving element keep their values, except that
    /// ShiftEdge::Fill fills those that no element can reach. Its positions are the rank's owned elements in the memory order
    /// of the source; all copies of an array have the same context. It has no positions if the rank holds nothing. Null: all
    /// elements are sent.
    Context const* where = nullptr;
    /// The reader's context: only active places of the target are stored or filled; others keep their values. Its positions
    /// are as for `where`, in the memory order of the target. All elements that the sender's context selects still travel, and
    /// the reader holds one bit per place. If few places are wanted and known in advance, pass them to GridShift::make as a
    /// mask.
    Context const* wanted = nullptr;
    /// Computes target = target op arriving, for example SendCombiner(Combiner::make(ReduceOp::Min, type).value()).
    /// Combiner::make lists the operations of a type; SendCombiner::of takes the caller's own. The default replaces. Fill
    /// elements are treated as arriving elements. No two elements of a shift arrive at one place, so order does not matter.
    SendCombiner op = {};
};

/// One rank's share of a shift, compiled once and executed any number of times.
class ShiftExchange {
  public:
    /// Collective over `comm`. With a context, active elements travel in messages between pairs of ranks, and
    /// options.transport is ignored. The same holds for all elements if the options request a trace. Errors: those of
    /// Redistributor::make.
    [[nodiscard]] static Result<ShiftExchange> make(GridShift const& shift, MPI_Comm comm, RedistributorOptions options = {});
    /// Makes an exchange for each rank's own layouts. Further errors, the same on all ranks: those of check_layouts() on any
    /// rank.
    [[nodiscard]] static Result<ShiftExchange> make(GridShift const& shift, MPI_Comm comm, ShiftLayouts const& layouts,
                                                    RedistributorOptions options = {});

    ShiftExchange(ShiftExchange&&) noexcept;
    ShiftExchange& operator=(ShiftExchange&&) noexcept;
    ~ShiftExchange(); ///< precondition: no execution is in progress

    /// Shifts the array. `source`, `target`: this rank's allocations in the layouts given to make(), or else in the standard
    /// layout (LocalLayout); null if it holds nothing. They must not overlap. With ShiftEdge::Fill, places that no element can
    /// reach get the element at `fill`; otherwise they keep their values. Precondition: `fill` is not null if they are filled.
    /// Collective.
    void execute(void const* source, void* target, void const* fill = nullptr);

    /// Shifts the array with further options. With contexts of this execution (which need not be known in advance) or an
    /// operation, messages between pairs of ranks name their elements. So a rank's work depends on its active elements; with
    /// none, it sends 16 bytes to each partner. The first such execution does the work of prepare_contexts(). The context
    /// given to GridShift applies in addition.
    void execute(void const* source, void* target, ShiftOptions const& options);
    /// Compiles the messages for such executions and allocates buffers for all elements, so that the first takes no longer
    /// than others. Collective.
    void prepare_contexts();

    /// The two halves of execute(), so that a program can compute while messages travel; see Redistributor::begin and end.
    /// begin() reads the contexts; end() reads the fill elements.
    void begin(void const* source, void* target, void const* fill = nullptr);
    void begin(void const* source, void* target, ShiftOptions const& options);
    void end();

    /// Records every execution from now on as one step, on all ranks. `trace` must outlive them; null ends recording. Ranks
    /// are those of the communicator. Precondition for executions meanwhile: the shift or the execution has a context or an
    /// operation, or the options requested a trace.
    void record(TraceRecorder* trace);

    /// Returns the costs of an execution without contexts or an operation of its own.
    [[nodiscard]] RedistributorCosts costs() const;

  private:
    struct State;
    explicit ShiftExchange(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
