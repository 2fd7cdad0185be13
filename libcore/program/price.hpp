// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what messages cost: the plan, schedule and collective that Tessera would execute, on a site.
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

/// Sums of several have the figures of all, one after the other, and no algorithm.
struct Price {
    std::optional<double> seconds = 0.0; ///< absent without the rates of a machine
    Index bytes = 0;                     ///< from rank to rank
    Index messages = 0;
    Index steps = 0;
    std::string algorithm{}; ///< empty: nothing moves

    Price& operator+=(Price const& other);
    friend bool operator==(Price const&, Price const&) = default;
};

[[nodiscard]] Price operator+(Price a, Price const& b);
/// So many times, one after the other. Numbers of bytes and messages that do not fit are the largest that do.
[[nodiscard]] Price operator*(Price price, double times);

/// How well a price is known.
enum class Pricing {
    Least, ///< what no schedule of these messages can go below, at the cost of their totals; exact where nothing moves
    Full   ///< what the schedule takes that Tessera would execute
};

/// An array on its way. Both mappings must outlive the call that gets it.
struct MovingArray {
    Mapping const* from = nullptr;
    Mapping const* to = nullptr;
    /// As PriceList::number_of has them, for who asks often.
    std::optional<std::size_t> from_number = std::nullopt;
    std::optional<std::size_t> to_number = std::nullopt;
};

/// What the totals of remap plans tell, before any schedule; of several plans at a time, what all of them together have at least.
struct RemapTraffic {
    Index ranks = 0;    ///< of the larger grid
    Index partners = 0; ///< the most messages that any rank sends
    Index bytes = 0;    ///< from rank to rank
    Index messages = 0;
    Index shortest = 0;       ///< bytes: no message has fewer
    bool from_copies = false; ///< several ranks could send the same
    bool to_copies = false;   ///< several ranks get the same

    RemapTraffic& operator+=(RemapTraffic const& other);
    /// What is sure also where the array goes by way of other mappings.
    [[nodiscard]] RemapTraffic on_any_way() const;
    [[nodiscard]] bool is_nothing() const { return messages == 0; }
};

/// Finds prices, and remembers those that are asked for again. Nothing here has a formula of its own for messages: choose_algorithm
/// and the collectives' plans have them all.
class PriceList {
  public:
    /// `site`: see composed_by; all its sites have the same machine, or none.
    explicit PriceList(SiteOfRanks site, Watch watch = {}) : site_(std::move(site)), watch_(std::move(watch)) {}

    /// From one mapping of an array to another; where the machine tells what gathering costs (Machine::gather), with what its ranks
    /// copy in their own memory. Errors, of all of these: of the site; as RedistPlan::make, HaloPlan::make and
    /// choose_algorithm; the work was stopped.
    [[nodiscard]] Result<Price> remap(Mapping const& from, Mapping const& to, Pricing pricing = Pricing::Full);
    /// Several arrays at a time, as a redistribution of them all moves them: one message from rank to rank for all together.
    [[nodiscard]] Result<Price> remap(std::span<MovingArray const> arrays, Pricing pricing = Pricing::Full);
    /// What no way of these arrays takes less than, straight or by other mappings, with whatever else moves at the time.
    [[nodiscard]] Result<Price> least_of_ways(std::span<MovingArray const> arrays);
    /// The seconds of least_of_ways that one array is sure to add where up to `company` arrays, itself among them, move at a time:
    /// all of its bytes, as these add up, and an equal share of the messages, as several arrays may share them.
    [[nodiscard]] Result<double> least_in_company(MovingArray const& array, std::size_t company);
    /// Of one array.
    [[nodiscard]] Result<RemapTraffic> traffic(MovingArray const& array);
    [[nodiscard]] Result<RemapTraffic> traffic(Mapping const& from, Mapping const& to) { return traffic({&from, &to}); }
    /// The same for mappings that own alike.
    [[nodiscard]] std::size_t number_of(Mapping const& mapping) { return numbers_.number_of(mapping); }
    /// The price of such traffic by Pricing::Least.
    [[nodiscard]] Result<Price> least(RemapTraffic const& traffic);

    /// One exchange of what `use.halo` reads of its neighbours, and where the machine tells what gathering costs (Machine::gather),
    /// packing what does not lie in one stretch.
    [[nodiscard]] Result<Price> halo(Mapping const& mapping, PhaseArray const& use, Pricing pricing = Pricing::Full);
    /// One sum along the dimensions of `use.reduced`, all groups of ranks at a time.
    [[nodiscard]] Result<Price> reduction(Mapping const& mapping, PhaseArray const& use, Pricing pricing = Pricing::Full);
    /// Each block along the dimensions of `use.spread`, one after the other, from its owner to all of the same processor dimension;
    /// where the machine tells what gathering costs, packed by its owner unless it lies in one stretch.
    [[nodiscard]] Result<Price> spreading(Mapping const& mapping, PhaseArray const& use, Pricing pricing = Pricing::Full);

    /// What all full prices so far took to find, in messages looked at closely.
    [[nodiscard]] double effort() const { return effort_; }
    /// Where the sites come from.
    [[nodiscard]] SiteOfRanks const& sites() const { return site_; }
    /// The machine of a site of so many ranks; null: there is none, or it has no rates.
    [[nodiscard]] Result<Machine const*> machine(int ranks);

  private:
    using NumberedMove = std::pair<std::size_t, std::size_t>;                            // from, to, as numbers_ has them
    using HaloKey = std::tuple<std::size_t, std::vector<std::pair<Index, Index>>, bool>; // mapping, widths, corners
    using CollectiveKey = std::tuple<CollectiveKind, int, Index, Index>;
    [[nodiscard]] NumberedMove numbered(MovingArray const& array);
    [[nodiscard]] Result<Site const*> site_of(int ranks);
    [[nodiscard]] Result<Price> exchange(MessageSet const& messages);
    struct LeastRates {
        double start = 0; ///< seconds for a message
        double byte = 0;  ///< seconds for a byte
    };
    [[nodiscard]] Result<std::optional<LeastRates>> least_rates(int ranks);
    [[nodiscard]] Result<Price> least(int ranks, Index partners, double bytes);
    [[nodiscard]] Result<Price> several_alike(std::span<MovingArray const> moving);
    [[nodiscard]] Result<Price> several(std::span<MovingArray const> moving);
    [[nodiscard]] Result<Price> full_remap(std::vector<RedistPlan> plans);
    [[nodiscard]] Result<Price> exchange_of(std::vector<RedistPlan> plans);
    [[nodiscard]] Result<Price> least_halo(Index ranks, HaloTotals const& totals);
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
    std::map<std::vector<NumberedMove>, Price> remaps_; // of moves in ascending order
    std::map<HaloKey, Price> halos_;
    double effort_ = 0;
};

/// Do these plans together send a message of the same length from every rank to every other? Ranks count from 0.
[[nodiscard]] std::optional<MessageSet> as_all_to_all(std::span<RedistPlan const> plans);

} // namespace tessera
