// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the collective operation that equals a plan.
#include "libcore/redist/named_collective.hpp"

#include "libcore/redist/summed_plan.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tessera {
namespace {

using Kind = NamedCollective::Kind;

/// The elements and messages of one rank.
struct RankWork {
    Index before = 0; ///< elements before the move
    Index after = 0;
    Index kept = 0; ///< elements that stay on the rank
    Index sent = 0; ///< elements sent to others
    Index sends = 0;
    Index receives = 0;
    Index least_sent = 0; ///< elements of its smallest message to another rank
};

/// A group: ranks that messages connect, directly or through others.
using GroupWork = std::vector<RankWork>;

/// The work of each rank of a plan, and the groups of ranks.
class WorkByRank {
  public:
    explicit WorkByRank(MultiPlan const& plan) {
        for (RedistPlan const& each : plan.plans()) add_holdings(each);
        for (Rank const rank : plan.senders())
            for (MultiMessage const& message : plan.sends(rank)) add(message);
    }

    [[nodiscard]] bool same_everywhere() const {
        return std::ranges::all_of(work_, [](auto const& entry) { return entry.second.before == entry.second.after; });
    }

    /// Returns the groups of two or more ranks.
    [[nodiscard]] std::vector<GroupWork> groups() {
        std::map<Rank, GroupWork> by_root;
        for (auto const& [rank, work] : work_) by_root[root(rank)].push_back(work);
        std::vector<GroupWork> result;
        for (auto& [rank, group] : by_root)
            if (group.size() > 1) result.push_back(std::move(group));
        return result;
    }

  private:
    void add_holdings(RedistPlan const& plan) {
        for (auto const& [mapping, count] :
             {std::pair(&plan.source(), &RankWork::before), std::pair(&plan.target(), &RankWork::after)})
            for (Index position = 0; position < mapping->grid().size(); ++position)
                if (Index const owned = mapping->owned_count(position); owned > 0)
                    work_[mapping->grid().rank(position)].*count += owned;
    }

    void add(MultiMessage const& message) {
        RankWork& from = work_[message.from];
        if (message.from == message.to) {
            from.kept += message.elements;
            return;
        }
        from.least_sent = from.sends == 0 ? message.elements : std::min(from.least_sent, message.elements);
        from.sent += message.elements;
        ++from.sends;
        ++work_[message.to].receives;
        parent_[root(message.from)] = root(message.to);
    }

    /// Returns the root of a rank's group. Halves the path on the way, so that paths stay short.
    Rank root(Rank rank) {
        for (auto parent = parent_.find(rank); parent != parent_.end() && parent->second != rank; parent = parent_.find(rank)) {
            parent->second = parent_of(parent->second);
            rank = parent->second;
        }
        return rank;
    }

    [[nodiscard]] Rank parent_of(Rank rank) const {
        auto const parent = parent_.find(rank);
        return parent != parent_.end() ? parent->second : rank;
    }

    std::map<Rank, RankWork> work_;
    std::map<Rank, Rank> parent_; // parent of each rank in the union-find forest of connected ranks
};

Index sum(GroupWork const& group, Index RankWork::*number) {
    return std::accumulate(group.begin(), group.end(), Index{0},
                           [&](Index total, RankWork const& work) { return total + work.*number; });
}

bool is_permutation(GroupWork const& group) {
    return std::ranges::all_of(group, [](RankWork const& work) {
        bool const gives_all = work.sends == 0 ? work.before == 0 : work.sends == 1 && work.sent == work.before;
        return gives_all && work.kept == 0 && work.receives <= 1;
    });
}

/// Returns whether one rank sends to all others: with `copies` all its elements to each, else a part to each, and the others had
/// nothing before.
bool is_from_one(GroupWork const& group, bool copies) {
    auto const others = std::ssize(group) - 1;
    auto const is_root = [&](RankWork const& work) { return work.sends == others; };
    auto const root = std::ranges::find_if(group, is_root);
    if (root == group.end() || sum(group, &RankWork::sends) != others) return false;
    if (!copies) return root->sent + root->kept == root->before && sum(group, &RankWork::before) == root->before;
    bool const all_to_each = root->least_sent == root->before;
    return all_to_each &&
           std::ranges::all_of(group, [&](RankWork const& work) { return &work == &*root || work.after == root->before; });
}

/// Returns whether one rank receives all elements of the others, and the others keep nothing.
bool is_gather(GroupWork const& group) {
    auto const others = std::ssize(group) - 1;
    return std::ranges::any_of(group, [&](RankWork const& work) {
        bool const only = work.receives == others && sum(group, &RankWork::sends) == others;
        return only && work.after == sum(group, &RankWork::before) && work.after == sum(group, &RankWork::after);
    });
}

bool is_all_gather(GroupWork const& group) {
    auto const others = std::ssize(group) - 1;
    Index const all = sum(group, &RankWork::before);
    return std::ranges::all_of(group, [&](RankWork const& work) {
        bool const gives_all = work.before == 0 || (work.sends == others && work.least_sent == work.before);
        return gives_all && work.after == all;
    });
}

bool is_all_to_all(GroupWork const& group) {
    auto const others = std::ssize(group) - 1;
    return std::ranges::all_of(group, [&](RankWork const& work) {
        return work.sends == others && work.receives == others && work.sent + work.kept == work.before;
    });
}

Kind kind_of(GroupWork const& group) {
    if (is_permutation(group)) return Kind::Permutation;
    if (is_from_one(group, true)) return Kind::Broadcast;
    if (is_from_one(group, false)) return Kind::Scatter;
    if (is_gather(group)) return Kind::Gather;
    if (is_all_gather(group)) return Kind::AllGather;
    return is_all_to_all(group) ? Kind::AllToAll : Kind::None;
}

/// Returns the kind of a group if every rank has one addend of each of the group's sums. `in_turn`: groups with copies of the
/// addends reduce a part each.
Kind kind_of_sums(GroupWork const& group, Index addends, bool in_turn) {
    Index const sums = group.front().before;
    bool const alike = std::ranges::all_of(group, [&](RankWork const& work) { return work.before == sums; });
    if (!alike || std::ssize(group) != addends) return Kind::None;
    auto const all = std::ranges::count(group, sums, &RankWork::after);
    if (all == std::ssize(group)) return Kind::AllReduce;
    if (in_turn) return Kind::ReduceScatter;
    if (sum(group, &RankWork::after) != sums) return Kind::None;
    return all == 1 ? Kind::Reduce : Kind::ReduceScatter;
}

/// Returns whether the groups have the same addends, and each group receives a different, equally large part of the sums.
bool takes_turns(RedistPlan const& plan, std::vector<GroupWork> const& groups) {
    Index const part = sum(groups.front(), &RankWork::after);
    bool const alike = std::ranges::all_of(groups, [&](GroupWork const& group) { return sum(group, &RankWork::after) == part; });
    return alike && groups.size() > 1 && plan.source().replicas() == std::ssize(groups) &&
           part * std::ssize(groups) == groups.front().front().before;
}

bool moves_whole(RedistPlan const& plan) {
    if (adds(plan) || plan.map().reshapes())
        return std::ranges::all_of(plan.map().axes, [&](CopyAxis const& axis) {
            return axis.source && axis.source->start == 0 && axis.source->step == 1 &&
                   axis.extent == plan.source().array().extents[as_size(axis.source->dim)] &&
                   (!axis.target || (axis.target->start == 0 && axis.target->step == 1 &&
                                     axis.extent == plan.target().array().extents[as_size(axis.target->dim)]));
        });
    return plan.source().array().extents == plan.target().array().extents &&
           plan.map() == CopyMap::identity(plan.source().array().extents);
}

} // namespace

std::optional<NamedCollective> collective_of(MultiPlan const& plan, Index most_messages) {
    if (!std::ranges::all_of(plan.plans(), moves_whole)) return std::nullopt;
    bool const sums = adds(plan);
    if (sums && plan.plans().size() > 1) return std::nullopt;
    for (RedistPlan const& each : plan.plans())
        if (each.source().grid().size() > most_messages || each.target().grid().size() > most_messages) return std::nullopt;
    if (plan.totals().messages > most_messages) return std::nullopt;
    WorkByRank work(plan);
    auto const groups = work.groups();
    if (groups.empty() && sums) return std::nullopt; // each rank reduces its own elements
    if (groups.empty()) return NamedCollective{work.same_everywhere() ? Kind::Nothing : Kind::LocalSlice, 0, 0};
    auto const kind_of_group = [&](GroupWork const& group) {
        return sums ? kind_of_sums(group, addends_of(plan.plans().front().map()), takes_turns(plan.plans().front(), groups))
                    : kind_of(group);
    };
    NamedCollective named{kind_of_group(groups.front()), std::ssize(groups), std::ssize(groups.front())};
    for (GroupWork const& group : groups) {
        if (kind_of_group(group) != named.kind) named.kind = Kind::None;
        if (std::ssize(group) != named.ranks) named.ranks = 0;
    }
    return named;
}

std::string_view collective_name(NamedCollective::Kind kind) {
    constexpr std::array<std::string_view, 12> names = {"nothing",        "local slice", "broadcast",  "scatter",
                                                        "gather",         "all-gather",  "all-to-all", "permutation",
                                                        "reduce-scatter", "all-reduce",  "reduce",     "none"};
    return names[static_cast<std::size_t>(kind)];
}

std::string collective_text(NamedCollective const& collective) {
    if (collective.kind == Kind::Nothing) return "nothing moves";
    if (collective.kind == Kind::LocalSlice) return "a local slice: each rank already has what it needs";
    if (collective.kind == Kind::None) return "no one collective";
    std::string_view const name = collective_name(collective.kind);
    bool const vowel = name.starts_with('a');
    if (collective.groups == 1) return fmt::format("{} {} among {} ranks", vowel ? "an" : "a", name, collective.ranks);
    std::string const each = collective.ranks > 0 ? fmt::format(" among {} ranks each", collective.ranks) : "";
    return fmt::format("{} {}s{}", collective.groups, name, each);
}

std::vector<Index> held_bytes(MultiPlan const& plan) {
    std::vector<Index> held(as_size(plan.ranks()), 0);
    auto const add = [&](Mapping const& mapping) {
        for (Index position = 0; position < mapping.grid().size(); ++position)
            held[as_size(mapping.grid().rank(position))] += mapping.owned_count(position) * mapping.array().type.bytes;
    };
    std::set<std::string> read;
    std::set<std::string> written;
    for (RedistPlan const& each : plan.plans()) {
        if (read.insert(each.source().array().name).second) add(each.source());
        if (written.insert(each.target().array().name).second) add(each.target());
    }
    return held;
}

Index peak_bytes(MultiPlan const& plan) {
    return std::ranges::max(held_bytes(plan));
}

} // namespace tessera
