// SPDX-License-Identifier: BSD-3-Clause
// Tessera: prices of messages: the cost on a site of the plan, schedule and collective that Tessera would execute.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/comm/halo/halo_totals.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/program/layout_numbers.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/spec/phase_statement.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tessera {

/// The price of some messages. A sum has the figures of all its terms in sequence; terms with different algorithms give "several".
struct Price {
    std::optional<double> seconds = 0.0; ///< absent without the rates of a machine
    Index bytes = 0;                     ///< bytes between different ranks
    Index messages = 0;
    Index steps = 0;
    std::string algorithm{}; ///< empty: nothing moves

    Price& operator+=(Price const& other);
    friend bool operator==(Price const&, Price const&) = default;
};

[[nodiscard]] Price operator+(Price a, Price const& b);
/// Returns the price of `times` repetitions. Numbers of bytes and messages that exceed the range become the largest number.
[[nodiscard]] Price operator*(Price price, double times);

/// The accuracy of a price.
enum class Pricing {
    Least, ///< a lower bound for all schedules of these messages, at the cost of their totals; exact if nothing moves
    Full   ///< the cost of the schedule that Tessera would execute
};

/// An array to be remapped. Both mappings must outlive the call.
struct MovingArray {
    Mapping const* from = nullptr;
    Mapping const* to = nullptr;
    /// Numbers of the mappings from PriceList::number_of. Optional; they make repeated requests faster.
    std::optional<std::size_t> from_number = std::nullopt;
    std::optional<std::size_t> to_number = std::nullopt;
};

/// The totals of remap plans, independent of the schedule. Sums over several plans are lower bounds for all of them together.
struct RemapTraffic {
    Index ranks = 0;    ///< ranks of the larger grid
    Index partners = 0; ///< largest number of messages that one rank sends
    Index bytes = 0;    ///< bytes between different ranks
    Index messages = 0;
    Index shortest = 0;       ///< lower bound of the bytes of every message
    bool from_copies = false; ///< several ranks could send the same data
    bool to_copies = false;   ///< several ranks receive the same data

    RemapTraffic& operator+=(RemapTraffic const& other);
    /// Returns the part that also holds if the array moves through intermediate mappings.
    [[nodiscard]] RemapTraffic on_any_way() const;
    [[nodiscard]] bool is_nothing() const { return messages == 0; }
};

/// Computes prices and caches them. It has no cost formulas of its own for messages: choose_algorithm and the collectives' plans
/// provide the costs.
class PriceList {
  public:
    /// `site`: see composed_by. All its sites have the same machine, or none.
    explicit PriceList(SiteOfRanks site, Watch watch = {}) : site_(std::move(site)), watch_(std::move(watch)) {}

    /// Returns the price of remapping an array. If the machine has gather times (Machine::gather), this includes the copies in the
    /// ranks' own memory. Errors, here and below: of the site; as RedistPlan::make, HaloPlan::make and choose_algorithm; the
    /// machine lacks a rate (names it); the work was stopped.
    [[nodiscard]] Result<Price> remap(Mapping const& from, Mapping const& to, Pricing pricing = Pricing::Full);
    /// Returns the price of remapping several arrays at the same time, with one message per pair of ranks for all of them.
    [[nodiscard]] Result<Price> remap(std::span<MovingArray const> arrays, Pricing pricing = Pricing::Full);
    /// Returns a lower bound for all ways of these arrays, direct or through other mappings, whatever else moves at the same time.
    [[nodiscard]] Result<Price> least_of_ways(std::span<MovingArray const> arrays);
    /// Returns a lower bound of the seconds that one array adds to least_of_ways, if up to `company` arrays, including itself, move
    /// at the same time. It adds all its bytes, but only an equal share of its messages, because arrays may share messages.
    [[nodiscard]] Result<double> least_in_company(MovingArray const& array, std::size_t company);
    /// Returns the traffic of one array.
    [[nodiscard]] Result<RemapTraffic> traffic(MovingArray const& array);
    [[nodiscard]] Result<RemapTraffic> traffic(Mapping const& from, Mapping const& to) { return traffic({&from, &to}); }
    /// Returns the number of a mapping. Mappings with equal owners have equal numbers.
    [[nodiscard]] std::size_t number_of(Mapping const& mapping) { return numbers_.number_of(mapping); }
    /// Returns the price of this traffic by Pricing::Least.
    [[nodiscard]] Result<Price> least(RemapTraffic const& traffic);

    /// Returns the price of one halo exchange for `use.halo`. If the machine has gather times (Machine::gather), this includes
    /// packing data that is not contiguous.
    [[nodiscard]] Result<Price> halo(Mapping const& mapping, PhaseArray const& use, Pricing pricing = Pricing::Full);
    /// Returns the price of one reduction along the dimensions of `use.reduced`, in all groups of ranks at the same time.
    [[nodiscard]] Result<Price> reduction(Mapping const& mapping, PhaseArray const& use, Pricing pricing = Pricing::Full);
    /// Returns the price of spreading all blocks along the dimensions of `use.spread`, one after the other, from their owners to
    /// all ranks of the same processor dimension. If the machine has gather times, the owner packs blocks that are not contiguous.
    [[nodiscard]] Result<Price> spreading(Mapping const& mapping, PhaseArray const& use, Pricing pricing = Pricing::Full);

    /// Returns the effort of all full prices so far, in messages that were examined.
    [[nodiscard]] double effort() const { return effort_; }
    /// Sets the effort that all prices together may take. From then on each price reports its part of it.
    void expect_effort(double effort) { expected_effort_ = effort; }
    /// Returns the source of the sites.
    [[nodiscard]] SiteOfRanks const& sites() const { return site_; }
    /// Returns the machine of a site of this number of ranks, or null if there is none, or it has no rates.
    [[nodiscard]] Result<Machine const*> machine(int ranks);

  private:
    using NumberedMove = std::pair<std::size_t, std::size_t>; // numbers (in numbers_) of the mappings from and to
    using HaloKey = std::tuple<std::size_t, std::vector<std::pair<Index, Index>>, bool>; // mapping, widths, corners
    using CollectiveKey = std::tuple<CollectiveKind, int, Index, Index>;
    [[nodiscard]] NumberedMove numbered(MovingArray const& array);
    [[nodiscard]] Result<Site const*> site_of(int ranks);
    [[nodiscard]] Result<Price> exchange(MessageSet const& messages);
    struct LeastRates {
        double start = 0; ///< seconds per message
        double byte = 0;  ///< seconds per byte
    };
    [[nodiscard]] Result<std::optional<LeastRates>> least_rates(int ranks);
    [[nodiscard]] Result<Price> least(int ranks, Index partners, double bytes);
    [[nodiscard]] Result<Price> several_alike(std::span<MovingArray const> moving);
    [[nodiscard]] Result<Price> several(std::span<MovingArray const> moving);
    [[nodiscard]] Result<Price> full_remap(std::vector<RedistPlan> plans);
    [[nodiscard]] Result<Price> exchange_of(std::vector<RedistPlan> plans);
    [[nodiscard]] Result<Price> least_halo(HaloShares const& shares);
    [[nodiscard]] Result<Price> full_halo(HaloPlan const& plan);
    [[nodiscard]] Result<Price> collective(CollectiveTask const& task, Pricing pricing);
    [[nodiscard]] Result<Price> best_collective(CollectiveTask const& task);
    [[nodiscard]] Result<Price> as_messages(CollectiveTask const& task, std::string const& lacking);

    SiteOfRanks site_;
    Watch watch_;
    std::map<int, Site> sites_;
    std::map<CollectiveKey, Price> collectives_;
    LayoutNumbers numbers_;
    std::map<NumberedMove, RemapTraffic> traffic_;
    std::map<std::vector<NumberedMove>, Price> remaps_; // sorted by moves in ascending order
    std::map<HaloKey, Price> halos_;
    double effort_ = 0;
    double expected_effort_ = 0; // 0: unknown
};

} // namespace tessera
