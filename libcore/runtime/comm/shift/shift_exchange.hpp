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

/// How this rank stores what is shifted and what it becomes; nothing where it holds nothing.
struct ShiftLayouts {
    std::optional<LocalLayout> source;
    std::optional<LocalLayout> target;
};

/// What one run of a shift does besides moving every element to its place. All ranks ask for the same.
struct ShiftOptions {
    /// With ShiftEdge::Fill the element at `fill` goes to places that nothing can come to. Precondition where they are filled:
    /// this or fill_array is given, not both.
    void const* fill = nullptr;
    /// An array laid out as the target: each such place gets its element at that place.
    void const* fill_array = nullptr;
    /// The sender's context: only active elements go. Places that nothing comes to keep what they hold, but with ShiftEdge::Fill
    /// those that nothing can come to. It counts the elements that the rank owns in the order of the source's memory (copies of an
    /// array have the same one); where a rank holds nothing, it has no positions. Null: all elements go.
    Context const* where = nullptr;
    /// The reader's context: only active places of the target take an element, or are filled; others keep what they hold. It counts
    /// as `where` does, in the order of the target's memory. All elements travel that the sender's context lets go, and the reader
    /// keeps a bit for each place: where few are wanted and known before, GridShift::make takes a mask of them.
    Context const* wanted = nullptr;
    /// target = target op arriving, such as SendCombiner(Combiner::make(ReduceOp::Min, type).value()); Combiner::make says which
    /// operations a type has, SendCombiner::of takes the caller's own. Nothing: what arrives takes the place. A filling element
    /// arrives as others do. No two elements of a shift arrive at one place, so that their order does not matter.
    SendCombiner op = {};
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

    /// The same with more that is asked for. With contexts of this run (they need not be known before) or an operation, messages
    /// between pairs of ranks carry which of their elements come, and these: a rank works for what is active, and one with nothing
    /// active sends 16 bytes to each partner. The first such run does what prepare_contexts() does. A context that GridShift was
    /// made with holds besides.
    void execute(void const* source, void* target, ShiftOptions const& options);
    /// Compiles the messages of such runs, and makes buffers for all elements, so that the first one takes no longer than others.
    /// Collective.
    void prepare_contexts();

    /// execute() in two halves, so that a program computes while messages travel: as Redistributor::begin and end. What fills is
    /// read by end(), contexts by begin().
    void begin(void const* source, void* target, void const* fill = nullptr);
    void begin(void const* source, void* target, ShiftOptions const& options);
    void end();

    /// From now on every run is recorded as one step, on all ranks; `trace` outlives them, null: no more. Its ranks are those of
    /// the communicator. Precondition of runs meanwhile: the shift or the run has a context, or the options asked for a trace.
    void record(TraceRecorder* trace);

    /// Of a run without contexts and operation of its own.
    [[nodiscard]] RedistributorCosts costs() const;

  private:
    struct State;
    explicit ShiftExchange(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
