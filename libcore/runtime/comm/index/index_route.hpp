// SPDX-License-Identifier: BSD-3-Clause
// Tessera: general send and get: between this rank's values and the elements of a distributed array that indices name (pC*, chapter
// 5).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/comm/index/index_span.hpp"
#include "libcore/comm/index/wire_order.hpp"
#include "libcore/runtime/comm/index/send_combiner.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"

#include <memory>
#include <mpi.h>
#include <span>
#include <vector>

namespace tessera {

struct IndexRouteCosts {
    Index values = 0;   ///< of this rank
    Index travel = 0;   ///< of them to other ranks, after merging
    Index messages = 0; ///< to other ranks
    bool merged = false;
    bool dense = false;     ///< in a table of the whole array
    Index buffer_bytes = 0; ///< held by this rank: values on their way, and the lists of places
};

/// Made once for a list of indices (the inspector of Thakur, chapter 2), used any number of times. Value i of a rank belongs to the
/// element whose number in the array's storage order is indices[i]; any rank may name any element, any number of times.
/// Making it sends the places ahead, so that later only values travel.
/// Where a rank has at least eight values for each element of the array, and may merge, it puts them together in a table of the
/// whole array (DenseIndices), and keeps its list in bytes or whatever names the elements.
class IndexRoute {
  public:
    /// Collective over `comm`; ranks of the mapping are ranks of it. `indices`: a list of whole numbers of any width, not used any
    /// more when it returns. Errors, the same on all ranks: an index outside of the array; the mapping names ranks that the
    /// communicator does not have.
    [[nodiscard]] static Result<IndexRoute> make(ElementAddresses const& addresses, MPI_Comm comm, IndexSpan const& indices,
                                                 RouteOptions options = {});

    IndexRoute(IndexRoute&&) noexcept;
    IndexRoute& operator=(IndexRoute&&) noexcept;
    ~IndexRoute(); ///< precondition: nothing is under way

    /// array[indices[i]] = values[i], or with a combiner array[indices[i]] op= values[i]. Collective. `array`: this rank's
    /// allocation in its LocalLayout, null where it owns nothing. What ranks send is applied in the order of their numbers and of
    /// their values, so that the result is the same in every run; of several values for one element without a combiner, the last
    /// stays. A combiner that is not associative gets every value by itself, also where the route merges (costs()): its values
    /// travel as they are, with a count for each element. All ranks pass the same combiner. Throws BrokenPrecondition where the
    /// array has copies and the route was not made for every copy.
    void send(void const* values, void* array, SendCombiner const& combiner = {});
    /// values[i] = array[indices[i]]; of copies the rank's own or, where it has none, the first. Collective.
    void get(void const* array, void* values);

    /// send() and get() in two halves, so that a program computes while values travel. Until end() the values of a send and the
    /// array of a get may be read and not written; the other side neither. Collective; one is under way at a time. What a combiner
    /// that is not associative sends by itself travels within end().
    void begin_send(void const* values, void* array, SendCombiner const& combiner = {});
    void begin_get(void const* array, void* values);
    void end();

    /// From now on every send and get is recorded as one step, on all ranks; `trace` outlives them, null: no more.
    void record(TraceRecorder* trace);

    /// By rank of the communicator, how many values go there after merging, for its elements (a get: come from there); this rank's
    /// own elements included.
    [[nodiscard]] std::vector<Index> travelling() const;
    [[nodiscard]] IndexRouteCosts costs() const;

  private:
    struct State;
    explicit IndexRoute(std::unique_ptr<State> state);
    /// How this rank's values travel. Error: an index outside of the array.
    [[nodiscard]] static Result<void> find_order(State& state, ElementAddresses const& addresses, IndexSpan const& indices,
                                                 RouteOptions const& options);
    std::unique_ptr<State> state_;
};

} // namespace tessera
