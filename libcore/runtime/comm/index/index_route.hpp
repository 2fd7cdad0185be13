// SPDX-License-Identifier: BSD-3-Clause
// Tessera: general send and get to elements of a distributed array named by indices (pC*, chapter 5).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/comm/index/index_list_view.hpp"
#include "libcore/comm/index/wire_order.hpp"
#include "libcore/runtime/comm/index/send_combiner.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"

#include <memory>
#include <mpi.h>
#include <span>
#include <vector>

namespace tessera {

struct IndexRouteCosts {
    Index values = 0;   ///< values of this rank
    Index travel = 0;   ///< values sent to other ranks, after merging
    Index messages = 0; ///< messages to other ranks
    bool merged = false;
    bool dense = false;     ///< values are merged in a table of the whole array
    Index buffer_bytes = 0; ///< bytes held by this rank: values in transfer, and the lists of offsets
};

/// A route for a list of indices, made once (the inspector of Thakur, chapter 2) and used any number of times. Value i of a
/// rank belongs to the element with number indices[i] in the array's storage order. Any rank may name any element, any number
/// of times. Construction sends the offsets ahead, so that later only values travel. If a rank has at least eight values per
/// element of the array, and may merge, it merges them in a table of the whole array (DenseIndices). It then keeps its list in
/// the narrowest integers that can name the elements.
class IndexRoute {
  public:
    /// Collective over `comm`; ranks of the mapping are ranks of `comm`. `indices`: a list of integers of any width, not
    /// needed after the call. Errors, the same on all ranks: an index outside the array; the mapping names ranks that the
    /// communicator does not have.
    [[nodiscard]] static Result<IndexRoute> make(ElementAddresses const& addresses, MPI_Comm comm, IndexListView const& indices,
                                                 RouteOptions options = {});

    IndexRoute(IndexRoute&&) noexcept;
    IndexRoute& operator=(IndexRoute&&) noexcept;
    ~IndexRoute(); ///< precondition: no send or get is in progress

    /// Sets array[indices[i]] = values[i], or with a combiner array[indices[i]] op= values[i]. Collective. `array`: this
    /// rank's allocation in its LocalLayout, null if it owns nothing. Values are applied in the order of ranks and of each
    /// rank's list, so the result is the same in every execution. Without a combiner, the last of several values for one
    /// element stays. A combiner that is not associative gets every value on its own, even if the route merges (costs()):
    /// values then travel unmerged, with a count per element. All ranks pass the same combiner. Throws BrokenPrecondition if
    /// the array has copies and the route was not made for every copy.
    void send(void const* values, void* array, SendCombiner const& combiner = {});
    /// Sets values[i] = array[indices[i]]. Of copies it takes the rank's own or, if it has none, the first. Collective.
    void get(void const* array, void* values);

    /// The two halves of send() and get(), so that a program can compute while values travel. Until end() the values of a send
    /// and the array of a get may be read but not written; the other side neither read nor written. Collective; one may be in
    /// progress at a time. Unmerged values for a combiner that is not associative travel within end().
    void begin_send(void const* values, void* array, SendCombiner const& combiner = {});
    void begin_get(void const* array, void* values);
    void end();

    /// Records every send and get from now on as one step, on all ranks. `trace` must outlive them; null ends recording.
    void record(TraceRecorder* trace);

    /// Returns by rank of the communicator how many values a send sends there after merging (a get receives as many). Includes
    /// this rank's own elements.
    [[nodiscard]] std::vector<Index> travelling() const;
    [[nodiscard]] IndexRouteCosts costs() const;

  private:
    struct State;
    explicit IndexRoute(std::unique_ptr<State> state);
    /// Finds the order in which this rank's values travel. Error: an index outside the array.
    [[nodiscard]] static Result<void> find_order(State& state, ElementAddresses const& addresses, IndexListView const& indices,
                                                 RouteOptions const& options);
    std::unique_ptr<State> state_;
};

} // namespace tessera
