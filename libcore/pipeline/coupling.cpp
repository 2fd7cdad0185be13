// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two coupled data-parallel programs: the data that one sends to the other, and the algorithm (CDT, sections 2.2 and 3.1).
#include "libcore/pipeline/coupling.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <utility>

namespace tessera {
namespace {

/// Returns the mapping with ranks among all. A rank of the arrangement that the side does not have (a section may leave it out)
/// gets a number that no rank has.
MappingSpec among_all(CouplingSide const& side) {
    MappingSpec spec = side.mapping;
    Index count = 1;
    for (Index const extent : spec.processors.extents) count *= extent;
    std::vector<Rank> ranks = spec.processors.ranks;
    if (ranks.empty())
        for (Index rank = 0; rank < count; ++rank) ranks.push_back(static_cast<Rank>(rank));
    Rank const beyond = side.ranks.empty() ? 0 : *std::ranges::max_element(side.ranks) + 1;
    for (Rank& rank : ranks) rank = as_size(rank) < side.ranks.size() ? side.ranks[as_size(rank)] : beyond + rank;
    spec.processors.ranks = std::move(ranks);
    return spec;
}

Result<Mapping> mapping_of(CouplingSide const& side, std::string_view what) {
    auto own = Mapping::make(side.mapping);
    if (!own) return fail(fmt::format("the {}: {}", what, own.error().message));
    Index const named = Index{own->grid().max_rank()} + 1;
    if (named > std::ssize(side.ranks))
        return fail(fmt::format("the {} maps {} onto ranks up to {}, but has {}: start it with as many as its mapping names", what,
                                own->array().name, named - 1, counted(std::ssize(side.ranks), "rank")));
    return Mapping::make(among_all(side));
}

Result<void> check_arrays(ArraySpec const& sent, ArraySpec const& received) {
    auto const differ = [&](char const* what) {
        return fail(fmt::format("sender and receiver do not agree on the array: '{}' is sent, '{}' is expected; their {} differ",
                                describe(sent), describe(received), what));
    };
    if (sent.extents != received.extents) return differ("shapes");
    if (sent.type != received.type) return differ("types");
    return {};
}

/// Sums over the transfers of a schedule.
class TransferSums {
  public:
    TransferSums(MessageSet const& messages, RatedCoupling& row)
        : row_(row), sent_(as_size(messages.size()), 0), received_(as_size(messages.size()), 0),
          sends_(as_size(messages.size()), 0), receives_(as_size(messages.size()), 0) {
        for (int const position : messages.senders()) sends_[as_size(position)] = 1;
        for (int const position : messages.receivers()) receives_[as_size(position)] = 1;
    }

    void add(Transfer const& transfer) {
        ++row_.messages;
        if (sends_[as_size(transfer.from)] != 0 && receives_[as_size(transfer.to)] != 0) ++row_.crossing;
        row_.bytes += transfer.bytes;
        ++sent_[as_size(transfer.from)];
        ++received_[as_size(transfer.to)];
    }

    /// Returns the largest number of messages that a rank starts (of_senders), or receives.
    [[nodiscard]] Index busiest(bool of_senders) const { return *std::ranges::max_element(of_senders ? sent_ : received_); }

  private:
    RatedCoupling& row_;
    std::vector<Index> sent_;
    std::vector<Index> received_;
    std::vector<char> sends_;
    std::vector<char> receives_;
};

/// Returns the terms of all-to-all, from the totals.
RatedCoupling terms_of_totals(Coupling const& coupling) {
    RedistTotals const totals = coupling.plan->totals();
    RatedCoupling row;
    row.algorithm = coupling_algorithms[0];
    row.messages = row.crossing = totals.messages;
    row.bytes = totals.bytes_moved;
    row.steps = 1;
    row.busiest_messages = coupling.senders >= coupling.receivers ? totals.max_sends : totals.max_receives;
    row.busiest_bytes = static_cast<double>(row.bytes) / ((coupling.senders + coupling.receivers) / 2.0);
    return row;
}

RatedCoupling terms_of(std::string_view algorithm, Coupling const& coupling, Schedule const* schedule) {
    RatedCoupling row;
    row.algorithm = algorithm;
    TransferSums sums(coupling.messages, row);
    if (schedule == nullptr) {
        row.steps = coupling.messages.messages() > 0 ? 1 : 0;
        coupling.messages.for_each([&](int from, int to, Index bytes) { sums.add({from, to, bytes}); });
    } else {
        row.steps = schedule->steps();
        std::vector<Transfer> transfers;
        for (int step = 0; step < schedule->steps(); ++step)
            for (int position = 0; position < schedule->size(); ++position) schedule->sends(position, step, transfers);
        for (Transfer const& transfer : transfers) sums.add(transfer);
    }
    row.busiest_messages = coupling.messages.size() > 0 ? sums.busiest(coupling.senders >= coupling.receivers) : 0;
    row.busiest_bytes = static_cast<double>(row.bytes) / ((coupling.senders + coupling.receivers) / 2.0);
    if (algorithm == "centralized" && row.messages > 0) {
        row.busiest_messages = coupling.senders + coupling.receivers - 1;
        row.busiest_bytes = 2.0 * static_cast<double>(coupling.messages.total_bytes());
    }
    return row;
}

std::string time_text(RatedCoupling const& row) {
    return row.time ? short_seconds(*row.time) : short_bytes(static_cast<double>(row.bytes));
}

} // namespace

Result<Coupling> Coupling::make(CouplingSide const& sender, CouplingSide const& receiver) {
    auto source = TRY(mapping_of(sender, "sender"));
    auto target = TRY(mapping_of(receiver, "receiver"));
    TRY(check_arrays(source.array(), target.array()));
    int const senders = static_cast<int>(source.grid().size());
    int const receivers = static_cast<int>(target.grid().size());
    auto plan = TRY(RedistPlan::make(std::move(source), std::move(target)));
    auto multi = TRY(MultiPlan::make({std::move(plan)}));
    bool const listed = multi.totals().messages <= most_listed_messages;
    std::array const nobody{Rank{0}};
    auto messages = TRY(listed ? MessageSet::of(multi) : MessageSet::of(std::span<MessageSet::Triple const>(), nobody));
    return Coupling{std::make_shared<MultiPlan const>(std::move(multi)), std::move(messages), listed, senders, receivers};
}

std::string coupling_algorithm_names() {
    std::span const all(coupling_algorithms);
    return fmt::format("{} or {}", fmt::join(all.first(all.size() - 1), ", "), all.back());
}

Result<std::shared_ptr<Schedule const>> coupling_schedule(std::string_view algorithm, MessageSet const& messages) {
    if (std::ranges::find(coupling_algorithms, algorithm) == std::end(coupling_algorithms))
        return fail(fmt::format("unknown algorithm '{}' of coupling; it is {}, or auto", algorithm, coupling_algorithm_names()));
    if (algorithm == coupling_algorithms[0]) return std::shared_ptr<Schedule const>();
    return make_schedule(algorithm, messages);
}

Result<std::shared_ptr<Schedule const>> coupling_schedule(std::string_view algorithm, Coupling const& coupling) {
    bool const known = std::ranges::find(coupling_algorithms, algorithm) != std::end(coupling_algorithms);
    if (coupling.listed || !known || algorithm == coupling_algorithms[0]) return coupling_schedule(algorithm, coupling.messages);
    return fail(fmt::format("'{}' needs a list of all messages, {}, and at most {} are listed; use {}", algorithm,
                            grouped(coupling.plan->totals().messages), grouped(most_listed_messages), coupling_algorithms[0]));
}

std::optional<CouplingRates> coupling_rates(Machine const& machine, Index bytes) {
    if (machine.t_m && machine.t_w)
        return CouplingRates{*machine.t_m, *machine.t_w / static_cast<double>(machine.word_bytes), "t_m and t_w"};
    if (!machine.has_rates()) return std::nullopt;
    Protocol const& protocol = machine.protocol(bytes);
    auto const beta = protocol.beta_sr ? protocol.beta_sr : protocol.beta_ex ? protocol.beta_ex : protocol.beta_s;
    if (!beta) return std::nullopt;
    return CouplingRates{protocol.alpha, *beta, "alpha and beta"};
}

Result<std::vector<RatedCoupling>> rate_coupling(Coupling const& coupling, Machine const* machine) {
    std::vector<RatedCoupling> rows;
    for (std::string_view const algorithm : coupling_algorithms) {
        if (!coupling.listed && algorithm != coupling_algorithms[0]) continue;
        auto const schedule = TRY(coupling_schedule(algorithm, coupling.messages));
        RatedCoupling row = coupling.listed ? terms_of(algorithm, coupling, schedule.get()) : terms_of_totals(coupling);
        Index const typical = row.messages > 0 ? row.bytes / row.messages : 0;
        auto const rates = machine != nullptr ? coupling_rates(*machine, typical) : std::nullopt;
        if (rates) row.time = rates->message * static_cast<double>(row.busiest_messages) + rates->byte * row.busiest_bytes;
        rows.push_back(std::move(row));
    }
    return rows;
}

CouplingChoice choose_coupling(std::span<RatedCoupling const> rows) {
    auto const cheaper = [](RatedCoupling const& a, RatedCoupling const& b) {
        if (a.time && b.time) return *a.time < *b.time;
        return a.bytes != b.bytes ? a.bytes < b.bytes : a.messages < b.messages;
    };
    auto const best = std::ranges::min_element(rows, cheaper); // the first of equal ones
    RatedCoupling const* next = nullptr;
    for (RatedCoupling const& row : rows)
        if (&row != &*best && (next == nullptr || cheaper(row, *next))) next = &row;
    if (next == nullptr)
        return {best->algorithm, fmt::format("the others need a list of all messages; there are {}, and at most {} are listed",
                                             grouped(best->messages), grouped(most_listed_messages))};
    if (best->messages == 0) return {best->algorithm, "nothing travels: every rank keeps what it has"};
    std::string const rest = fmt::format("{} {} {}", next->algorithm, best->time ? "takes" : "sends", time_text(*next));
    if (!best->time)
        return {best->algorithm, fmt::format("no rates are known, and it sends the fewest bytes, {} ({})", time_text(*best), rest)};
    return {best->algorithm,
            fmt::format("by equation 1 it takes {}: {} one after the other and {} for each rank ({})", time_text(*best),
                        counted(best->busiest_messages, "message"), short_bytes(best->busiest_bytes), rest)};
}

} // namespace tessera
