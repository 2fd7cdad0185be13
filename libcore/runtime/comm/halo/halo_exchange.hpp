// SPDX-License-Identifier: BSD-3-Clause
// Tessera: fills the halos of arrays repeatedly.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/comm/halo/halo_direction.hpp"
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

#include <memory>
#include <mpi.h>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

class TraceRecorder;

/// One array of an exchange, and this rank's layout of it.
struct HaloArray {
    HaloPlan plan;
    std::optional<HaloLayout> layout = std::nullopt; ///< empty: HaloLayout(plan, position), or no layout if the rank owns nothing
};

/// Costs of one exchange for this rank.
struct HaloCosts {
    Index messages_sent = 0;
    Index messages_received = 0;
    Index bytes_sent = 0;
    Index bytes_received = 0;
    Index buffer_bytes = 0; ///< memory for messages; messages that are contiguous in an array need none
};

/// One rank's share of the halo exchange of one or several arrays, compiled once and executed any number of times. All arrays
/// travel from one rank to another in one message.
///
///     auto halo = HaloExchange::make(plan, MPI_COMM_WORLD).value();
///     std::vector<double> field(as_size(halo.layout().allocation_size()));
///     halo.begin(field.data());
///     ... compute plan.interior(position): it reads no element in transfer ...
///     halo.end();
///     ... compute plan.boundary(position) ...
class HaloExchange {
  public:
    /// Collective over `comm`, which is duplicated; ranks of the mappings are ranks of it.
    /// Errors: the mappings name ranks that the communicator does not have; HaloDirection::Add of elements that cannot be added
    /// (ElementArithmetic::make).
    [[nodiscard]] static Result<HaloExchange> make(std::span<HaloArray const> arrays, MPI_Comm comm,
                                                   HaloDirection way = HaloDirection::Fill);
    [[nodiscard]] static Result<HaloExchange> make(HaloPlan plan, MPI_Comm comm, HaloDirection way = HaloDirection::Fill);

    HaloExchange(HaloExchange&&) noexcept;
    HaloExchange& operator=(HaloExchange&&) noexcept;
    ~HaloExchange(); ///< precondition: no exchange is in progress

    /// Returns the layout of this rank's elements of an array and its halo.
    [[nodiscard]] HaloLayout const& layout(std::size_t array = 0) const;

    /// Starts an exchange; one pointer per array to the start of this rank's allocation. Until end(), owned elements that
    /// others read may be read but not written, and the halo neither read nor written. With HaloDirection::Add it is the reverse:
    /// the halo may be read, those elements may not be touched. Precondition: no exchange is in progress.
    void begin(std::span<void* const> arrays);
    void begin(void* array);
    /// Starts an exchange of the places that are active in a context. Only active elements go to the halos of others; with
    /// HaloDirection::Add only active places of the halo contribute. All other places keep their values. One context per array;
    /// position k is offset k of the allocation. Its value for places that are not sent does not matter. Messages name their
    /// active elements, so the cost depends on how many are active; a rank with none sends 16 bytes per array to each partner.
    /// The first such call does the work of prepare_contexts(). Either all ranks pass contexts or none.
    void begin(std::span<void* const> arrays, std::span<Context const* const> where);
    void begin(void* array, Context const& where);
    /// Compiles the messages for exchanges with contexts and allocates their buffers, so that the first one takes no longer
    /// than others. Collective.
    void prepare_contexts();
    /// Finishes the exchange. Afterwards the halos are filled or, with Add, all contributions are added, in the same order
    /// each time. The halo then keeps its values.
    void end();
    /// These call begin() and end().
    void exchange(void* array);
    void exchange(void* array, Context const& where);

    /// Records every exchange from now on, on all ranks. `trace` must outlive them. Ranks are those of the communicator.
    void record(TraceRecorder* trace);

    /// Returns the costs of an exchange without contexts.
    [[nodiscard]] HaloCosts costs() const;

  private:
    struct State;
    explicit HaloExchange(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
