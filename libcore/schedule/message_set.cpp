// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages that a schedule must deliver: bytes from rank to rank.
#include "libcore/schedule/message_set.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/sort_unique.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace tessera {
namespace {

/// Returns all ranks that occur, ascending, each once.
std::vector<Rank> union_of_ranks(std::span<MessageSet::Triple const> triples, std::span<Rank const> ranks) {
    std::vector<Rank> all(ranks.begin(), ranks.end());
    all.reserve(ranks.size() + 2 * triples.size());
    for (MessageSet::Triple const& triple : triples) {
        all.push_back(triple.from);
        all.push_back(triple.to);
    }
    sort_unique(all);
    return all;
}

/// Returns the messages that are not empty and not to the own rank, by sender, then receiver.
Result<std::vector<MessageSet::Triple>> real_messages(std::span<MessageSet::Triple const> triples) {
    auto const pair_of = [](MessageSet::Triple const& triple) { return std::pair(triple.from, triple.to); };
    std::vector<MessageSet::Triple> sorted(triples.begin(), triples.end());
    std::ranges::sort(sorted, {}, pair_of);
    auto const twice = std::ranges::adjacent_find(sorted, {}, pair_of);
    if (twice != sorted.end())
        return fail(fmt::format("the message from rank {} to rank {} is given twice; add the two up", twice->from, twice->to));
    Index total = 0;
    for (MessageSet::Triple const& triple : sorted) {
        if (triple.bytes < 0)
            return fail(fmt::format("the message from rank {} to rank {} has {} bytes; a size cannot be negative", triple.from,
                                    triple.to, triple.bytes));
        auto const sum = checked_add(total, triple.bytes);
        if (!sum) return fail("the messages together have more bytes than 64 bits can count");
        total = *sum;
    }
    std::erase_if(sorted, [](MessageSet::Triple const& triple) { return triple.bytes == 0 || triple.from == triple.to; });
    return sorted;
}

/// Returns the position of one of the sorted ranks.
int position_in(std::span<Rank const> ranks, Rank rank) {
    return static_cast<int>(std::ranges::lower_bound(ranks, rank) - ranks.begin());
}

/// Calls visit(from, to, bytes) for each message between different ranks, by sender, then by receiver.
template <class Visit>
void visit_moved(MultiPlan const& plan, std::span<Rank const> ranks, Visit visit) {
    if (plan.plans().size() == 1) {
        Index const size = plan.plans()[0].source().array().type.bytes;
        plan.plans()[0].for_each_message([&](Message const& message) {
            if (message.from != message.to) visit(message.from, message.to, message.elements * size);
        });
    } else {
        for (Rank const rank : ranks)
            for (MultiMessage const& message : plan.sends(rank))
                if (message.from != message.to) visit(message.from, message.to, message.bytes);
    }
}

/// Returns an upper bound of the messages to list: the pairs of ranks, or the messages of all arrays.
Index messages_at_most(MultiPlan const& plan, Index ranks) {
    constexpr Index few_pairs = 1 << 16; // not worth the totals
    Index const pairs = saturated_mul(ranks, ranks);
    if (pairs <= few_pairs) return pairs;
    Index messages = 0;
    for (RedistPlan const& part : plan.plans()) messages = saturated_add(messages, part.totals().messages);
    return messages;
}

/// Returns whether each source coordinate shares the same number of indices with each target coordinate.
bool deals_evenly(DimTransfer const& factor) {
    Index const sources = factor.source().coords();
    Index const targets = factor.target().coords();
    if (factor.extent() % (sources * targets) != 0) return false;
    Index const each = factor.extent() / (sources * targets);
    for (Index source = 0; source < sources; ++source) {
        auto const row = factor.row(source);
        auto const even = [each](DimTransfer::Entry const& entry) { return entry.count == each; };
        if (std::ssize(row) != targets || !std::ranges::all_of(row, even)) return false;
    }
    return true;
}

/// Returns whether the ranks of a grid are 0 .. size-1, in any order.
bool has_all_ranks(ProcessorGrid const& grid) {
    return Index{grid.max_rank()} + 1 == grid.size();
}

/// Returns the bytes from every rank to every other rank, if they are the same for all pairs. The source must have no copies. Its
/// data must be divided evenly, or all ranks must receive equal parts.
std::optional<Index> even_share(RedistPlan const& plan) {
    Mapping const& source = plan.source();
    Mapping const& target = plan.target();
    Index const ranks = source.grid().size();
    bool const to_all = target.replicas() == ranks;
    if (ranks != target.grid().size() || !has_all_ranks(source.grid()) || !has_all_ranks(target.grid())) return std::nullopt;
    if (source.replicas() != 1 || !(to_all || target.replicas() == 1)) return std::nullopt;
    Index senders = 1;
    Index receivers = 1;
    for (DimTransfer const& factor : plan.factors()) {
        senders *= factor.source().coords();
        receivers *= factor.target().coords();
    }
    if (senders != ranks || receivers != (to_all ? 1 : ranks)) return std::nullopt;
    Index bytes = source.array().type.bytes;
    for (DimTransfer const& factor : plan.factors()) {
        if (!deals_evenly(factor)) return std::nullopt;
        bytes *= factor.extent() / (factor.source().coords() * factor.target().coords());
    }
    return bytes;
}

/// Returns the bytes from every rank to every other rank, if they are the same for all pairs of at least two ranks.
std::optional<Index> even_share(MultiPlan const& plan) {
    Index bytes = 0;
    for (RedistPlan const& part : plan.plans()) {
        if (part.source().grid().size() != plan.ranks() || plan.ranks() < 2) return std::nullopt;
        auto const share = even_share(part);
        if (!share) return std::nullopt;
        bytes += *share;
    }
    return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

} // namespace

std::vector<Rank> members_of(MultiPlan const& plan) {
    std::vector<Rank> ranks;
    for (RedistPlan const& part : plan.plans())
        for (Mapping const* mapping : {&part.source(), &part.target()})
            for (Index position = 0; position < mapping->grid().size(); ++position) ranks.push_back(mapping->grid().rank(position));
    sort_unique(ranks);
    return ranks;
}

Result<MessageSet> MessageSet::all_to_all(int ranks, Index bytes) {
    if (ranks < 1) return fail(fmt::format("an all-to-all among {} ranks; at least one must take part", ranks));
    if (bytes < 0) return fail(fmt::format("an all-to-all of {} bytes; a size cannot be negative", bytes));
    if (!checked_product(std::array<Index, 3>{ranks, ranks, bytes}))
        return fail(fmt::format("an all-to-all of {} among {} has more bytes than 64 bits can count", counted(bytes, "byte"),
                                counted(ranks, "rank")));
    MessageSet set;
    set.size_ = ranks;
    set.uniform_bytes_ = bytes;
    return set;
}

Result<MessageSet> MessageSet::of(std::span<Triple const> triples, std::span<Rank const> ranks) {
    std::vector<Rank> all = union_of_ranks(triples, ranks);
    if (all.empty()) return fail("no rank takes part in the messages; name at least one");
    if (all.front() < 0) return fail(fmt::format("rank {} takes part in the messages; ranks count from 0", all.front()));
    auto const real = TRY(real_messages(triples));

    auto const visit_all = [&real](auto const& visit) {
        for (Triple const& triple : real) visit(triple.from, triple.to, triple.bytes);
    };
    return of_sorted(visit_all, std::move(all), std::ssize(real));
}

template <class VisitAll>
MessageSet MessageSet::of_sorted(VisitAll visit_all, std::vector<Rank> ranks, Index messages) {
    assert(!ranks.empty());
    MessageSet set;
    set.size_ = static_cast<int>(ranks.size());
    if (ranks.back() != set.size_ - 1) set.ranks_ = std::move(ranks);
    auto const position_of = [&set](Rank rank) { return set.ranks_.empty() ? rank : position_in(set.ranks_, rank); };

    auto const listed = std::make_shared<Listed>();
    Compressed& by_sender = listed->by_sender;
    Compressed& by_receiver = listed->by_receiver;
    by_sender.start.assign(as_size(set.size_) + 1, 0);
    by_receiver.start.assign(as_size(set.size_) + 1, 0);
    by_sender.entries.reserve(as_size(messages));
    visit_all([&](Rank from, Rank to, Index bytes) {
        int const receiver = position_of(to);
        ++by_sender.start[as_size(position_of(from)) + 1];
        ++by_receiver.start[as_size(receiver) + 1];
        by_sender.entries.push_back({receiver, bytes});
    });
    for (Compressed* side : {&by_sender, &by_receiver})
        std::partial_sum(side->start.begin(), side->start.end(), side->start.begin());
    by_receiver.entries.resize(by_sender.entries.size());
    std::vector<std::size_t> next(by_receiver.start.begin(), by_receiver.start.end() - 1);
    for (int from = 0; from < set.size_; ++from) // senders ascend, so each receiver's entries ascend too
        for (Entry const& entry : by_sender.of(from)) by_receiver.entries[next[as_size(entry.peer)]++] = {from, entry.bytes};
    set.listed_ = listed;
    return set;
}

std::span<MessageSet::Entry const> MessageSet::Compressed::of(int position) const {
    auto const p = as_size(position);
    return std::span(entries).subspan(start[p], start[p + 1] - start[p]);
}

Rank MessageSet::rank(int position) const {
    require(position >= 0 && position < size_, "MessageSet: there is no rank at this position");
    return ranks_.empty() ? position : ranks_[as_size(position)];
}

Index MessageSet::bytes(int from, int to) const {
    if (is_all_to_all()) return from == to ? 0 : uniform_bytes_;
    auto const entries = listed_->by_sender.of(from);
    if (entries.empty() || to < entries.front().peer || to > entries.back().peer) return 0;
    // Peers are mostly evenly spaced. Then this guess is right, or one too low because a rank does not send to itself.
    Index const reach = std::max(entries.back().peer - entries.front().peer, 1);
    auto const guess = as_size((to - entries.front().peer) * (std::ssize(entries) - 1) / reach);
    for (std::size_t place = guess; place < std::min(guess + 2, entries.size()); ++place)
        if (entries[place].peer == to) return entries[place].bytes;
    auto const found = std::ranges::lower_bound(entries, to, {}, &Entry::peer);
    return found->peer == to ? found->bytes : 0;
}

std::vector<MessageSet::Entry> MessageSet::uniform_entries(int position) const {
    std::vector<Entry> entries;
    entries.reserve(as_size(size_ - 1));
    for (int peer = 0; peer < size_; ++peer)
        if (peer != position) entries.push_back({peer, uniform_bytes_});
    return entries;
}

std::vector<MessageSet::Entry> MessageSet::sends(int position) const {
    if (is_all_to_all()) return uniform_entries(position);
    auto const entries = listed_->by_sender.of(position);
    return {entries.begin(), entries.end()};
}

std::vector<MessageSet::Entry> MessageSet::receives(int position) const {
    if (is_all_to_all()) return uniform_entries(position);
    auto const entries = listed_->by_receiver.of(position);
    return {entries.begin(), entries.end()};
}

void MessageSet::for_each(std::function<void(int, int, Index)> const& visit) const {
    for (int from = 0; from < size_; ++from) {
        if (is_all_to_all()) {
            for (int to = 0; to < size_; ++to)
                if (to != from) visit(from, to, uniform_bytes_);
        } else {
            for (Entry const& entry : listed_->by_sender.of(from)) visit(from, entry.peer, entry.bytes);
        }
    }
}

Index MessageSet::messages() const {
    if (is_all_to_all()) return Index{size_} * (size_ - 1);
    return static_cast<Index>(listed_->by_sender.entries.size());
}

Index MessageSet::total_bytes() const {
    if (is_all_to_all()) return messages() * uniform_bytes_;
    Index total = 0;
    for (Entry const& entry : listed_->by_sender.entries) total += entry.bytes;
    return total;
}

Index MessageSet::max_degree() const {
    if (is_all_to_all()) return size_ - 1;
    std::size_t most = 0;
    for (int p = 0; p < size_; ++p) most = std::max({most, listed_->by_sender.of(p).size(), listed_->by_receiver.of(p).size()});
    return static_cast<Index>(most);
}

Index MessageSet::busiest_port() const {
    if (is_all_to_all()) return max_degree() * uniform_bytes_;
    Index most = 0;
    for (Compressed const* side : {&listed_->by_sender, &listed_->by_receiver})
        for (int p = 0; p < size_; ++p) {
            Index port = 0;
            for (Entry const& entry : side->of(p)) port += entry.bytes;
            most = std::max(most, port);
        }
    return most;
}

std::vector<int> MessageSet::senders() const {
    std::vector<int> active;
    for (int p = 0; p < size_; ++p)
        if (is_all_to_all() ? messages() > 0 : !listed_->by_sender.of(p).empty()) active.push_back(p);
    return active;
}

std::vector<int> MessageSet::receivers() const {
    if (is_all_to_all()) return senders();
    std::vector<int> active;
    for (int p = 0; p < size_; ++p)
        if (!listed_->by_receiver.of(p).empty()) active.push_back(p);
    return active;
}

/// No overflow check is needed: MultiPlan::make has checked that the bytes fit.
Result<MessageSet> MessageSet::of(MultiPlan const& plan) {
    if (auto const share = even_share(plan)) return all_to_all(static_cast<int>(plan.ranks()), *share);
    std::vector<Rank> ranks = members_of(plan);
    Index const messages = messages_at_most(plan, std::ssize(ranks));
    if (messages > most_listed)
        return fail(fmt::format("the redistribution has {} messages of different lengths, and at most {} are listed; use fewer "
                                "ranks, or ask distplan redist for --totals or one --rank",
                                grouped(messages), grouped(most_listed)));
    auto const visit_all = [&](auto const& visit) { visit_moved(plan, ranks, visit); };
    return of_sorted(visit_all, ranks, messages);
}

} // namespace tessera
