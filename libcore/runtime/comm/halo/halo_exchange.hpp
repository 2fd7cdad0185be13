// SPDX-License-Identifier: BSD-3-Clause
// Tessera: fills the halos of arrays, again and again.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/comm/halo/halo_layout.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/comm/halo/halo_way.hpp"

#include <memory>
#include <mpi.h>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

class TraceRecorder;

/// One array of an exchange, and how this rank stores it.
struct HaloArray {
    HaloPlan plan;
    std::optional<HaloLayout> layout = std::nullopt; ///< nothing: HaloLayout(plan, position), or none where the rank owns nothing
};

/// What one exchange costs this rank.
struct HaloCosts {
    Index messages_sent = 0;
    Index messages_received = 0;
    Index bytes_sent = 0;
    Index bytes_received = 0;
    Index buffer_bytes = 0; ///< memory held for messages; those that are gapless in an array need none
};

/// One rank's share of the halo exchange of one or several arrays, compiled once and run any number of times. What all arrays send
/// from one rank to another travels in one message, by requests that are made once.
///
///     auto halo = HaloExchange::make(plan, MPI_COMM_WORLD).value();
///     std::vector<double> field(as_size(halo.layout().allocation_size()));
///     halo.begin(field.data());
///     ... compute plan.interior(position): it reads nothing that is under way ...
///     halo.end();
///     ... compute plan.rim(position) ...
class HaloExchange {
  public:
    /// Collective over `comm`, which is duplicated; ranks of the mappings are ranks of it.
    /// Errors: the mappings name ranks that the communicator does not have; HaloWay::Add of elements that cannot be added
    /// (ElementArithmetic::make).
    [[nodiscard]] static Result<HaloExchange> make(std::span<HaloArray const> arrays, MPI_Comm comm, HaloWay way = HaloWay::Fill);
    [[nodiscard]] static Result<HaloExchange> make(HaloPlan plan, MPI_Comm comm, HaloWay way = HaloWay::Fill);

    HaloExchange(HaloExchange&&) noexcept;
    HaloExchange& operator=(HaloExchange&&) noexcept;
    ~HaloExchange(); ///< precondition: no exchange is under way

    /// Where this rank keeps the elements of an array and its halo.
    [[nodiscard]] HaloLayout const& layout(std::size_t array = 0) const;

    /// Starts an exchange: one pointer per array to the beginning of this rank's allocation. Until end() the owned elements that
    /// others read may be read and not written, and the halo neither; with HaloWay::Add the halo may be read and not written, and
    /// those elements neither. Precondition: none is under way.
    void begin(std::span<void* const> arrays);
    void begin(void* array);
    /// The same for places that are active in a context of this run: only active elements go to the halos of others, or with
    /// HaloWay::Add only active places of the halo contribute; all other places keep what they hold. One context per array;
    /// position k is the place at offset k of the allocation, and what it says of places that are not sent does not matter.
    /// Messages carry which of their elements come, and these, so that the cost follows what is active; a rank with nothing active
    /// sends 16 bytes for each array to each partner. The first such run does what prepare_contexts() does. All ranks give
    /// contexts, or none does.
    void begin(std::span<void* const> arrays, std::span<Context const* const> where);
    void begin(void* array, Context const& where);
    /// Compiles the messages of exchanges with contexts and makes their buffers, so that the first one takes no longer than others.
    /// Collective.
    void prepare_contexts();
    /// When it returns, the halos are filled; or all contributions are added, in the same order each time (the halo keeps its own).
    void end();
    /// Both.
    void exchange(void* array);
    void exchange(void* array, Context const& where);

    /// From now on every exchange is recorded, on all ranks; `trace` outlives them. Its ranks are those of the communicator.
    void record(TraceRecorder* trace);

    /// Of an exchange without contexts.
    [[nodiscard]] HaloCosts costs() const;

  private:
    struct State;
    explicit HaloExchange(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace tessera
