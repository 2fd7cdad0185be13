// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks a collective plan by replaying it with expressions instead of numbers.
#include "libcore/comm/collectives/collective_plan.hpp"

#include "libcore/base/sort_unique.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// Expressions, each stored once: equal numbers mean equal trees. Leaf p is the element of rank p.
class Expressions {
  public:
    explicit Expressions(int ranks) {
        for (int p = 0; p < ranks; ++p) leaves_.push_back({p});
    }

    /// Returns the number of (left op right), or nothing if it would contain some rank's element twice.
    std::optional<int> combination(int left, int right) {
        auto const [entry, added] = numbers_.try_emplace({left, right}, static_cast<int>(leaves_.size()));
        if (!added) return entry->second;
        std::vector<int> both;
        std::ranges::merge(leaves_[index(left)], leaves_[index(right)], std::back_inserter(both));
        if (std::ranges::adjacent_find(both) != both.end()) {
            numbers_.erase(entry);
            return std::nullopt;
        }
        leaves_.push_back(std::move(both));
        return entry->second;
    }
    /// Returns the ranks whose elements the expression contains, ascending.
    [[nodiscard]] std::vector<int> const& leaves(int expression) const { return leaves_[index(expression)]; }

  private:
    static std::size_t index(int number) { return as_size(number); }

    std::vector<std::vector<int>> leaves_;
    std::map<std::pair<int, int>, int> numbers_;
};

/// An operand that arrived for an element in the current phase.
struct Arrived {
    int from = 0;
    int expression = 0;
    Arrival arrival = Arrival::Keep;
};

class CollectiveReplay {
  public:
    explicit CollectiveReplay(CollectivePlan const& plan) : plan_(plan), expressions_(plan.ranks) {
        cuts_ = {0, plan.elements};
        for (CollectiveStep const& step : plan.steps)
            for (CollectiveMove const& move : step.moves) cuts_.insert(cuts_.end(), {move.elements.begin, move.elements.end});
        sort_unique(cuts_);
        for (int p = 0; p < plan.ranks; ++p) held_.emplace_back(cuts_.size() - 1, p);
        arrived_.assign(held_.size(), std::vector<std::vector<Arrived>>(cuts_.size() - 1));
        sent_.assign(held_.size(), std::vector<bool>(cuts_.size() - 1));
    }

    Result<void> play() {
        for (step_ = 0; step_ < std::ssize(plan_.steps); ++step_) {
            CollectiveStep const& step = plan_.steps[as_size(step_)];
            if (auto const shaped = check_multicast(step); !shaped) return shaped;
            for (CollectiveMove const& move : step.moves)
                if (auto const sent = send(move); !sent) return sent;
            if (!step.ends_phase) continue;
            if (auto const ended = end_phase(); !ended) return ended;
        }
        return check_end();
    }

  private:
    template <class... Parts>
    tl::unexpected<Error> complaint(int rank, std::size_t range, fmt::format_string<Parts...> text, Parts&&... parts) const {
        return fail(fmt::format("step {}, rank {}, elements {} to {}: {}", step_ + 1, rank, cuts_[range], cuts_[range + 1],
                                fmt::format(text, std::forward<Parts>(parts)...)));
    }

    Result<void> check_multicast(CollectiveStep const& step) const {
        if (!step.multicast) return {};
        std::vector<int> reached;
        for (CollectiveMove const& move : step.moves) {
            CollectiveMove const& first = step.moves.front();
            if (move.from != first.from || move.elements != first.elements || move.arrival != first.arrival)
                return fail(fmt::format("step {}: one multicast sends different things", step_ + 1));
            reached.push_back(move.to);
        }
        auto const named = reached.size();
        sort_unique(reached);
        if (reached.size() == named && std::ssize(reached) + 1 == plan_.ranks) return {};
        return fail(fmt::format("step {}: a multicast does not reach every other rank once", step_ + 1));
    }

    Result<void> send(CollectiveMove const& move) {
        bool const ranks = std::min(move.from, move.to) >= 0 && std::max(move.from, move.to) < plan_.ranks && move.from != move.to;
        if (!ranks || move.elements.empty() || move.elements.begin < 0 || move.elements.end > plan_.elements)
            return fail(fmt::format("step {}: from rank {} to rank {}, elements {} to {}: no such move", step_ + 1, move.from,
                                    move.to, move.elements.begin, move.elements.end));
        auto const first = std::ranges::lower_bound(cuts_, move.elements.begin) - cuts_.begin();
        for (auto range = as_size(first); cuts_[range] < move.elements.end; ++range) {
            arrived_[as_size(move.to)][range].push_back({move.from, held_[as_size(move.from)][range], move.arrival});
            sent_[as_size(move.from)][range] = true;
        }
        return {};
    }

    Result<void> end_phase() {
        for (int p = 0; p < plan_.ranks; ++p) {
            for (std::size_t range = 0; range + 1 < cuts_.size(); ++range) {
                auto& arrived = arrived_[as_size(p)][range];
                if (!arrived.empty())
                    if (auto const taken = take(p, range, arrived); !taken) return taken;
                arrived.clear();
                sent_[as_size(p)][range] = false;
            }
        }
        return {};
    }

    Result<void> take(int p, std::size_t range, std::vector<Arrived>& arrived) {
        int& held = held_[as_size(p)][range];
        if (std::ranges::any_of(arrived, [](Arrived const& each) { return each.arrival == Arrival::Keep; })) {
            if (arrived.size() > 1) return complaint(p, range, "are to be kept, and more comes for them in the same phase");
            if (sent_[as_size(p)][range]) return complaint(p, range, "are sent in the phase in which others take their place");
            held = arrived.front().expression;
            return {};
        }
        arrived.push_back({p, held, Arrival::Combine});
        std::ranges::sort(arrived, {}, [](Arrived const& each) { return std::tuple(each.from, each.expression, each.arrival); });
        held = arrived.front().expression;
        for (Arrived const& next : std::span(arrived).subspan(1)) {
            auto const combined = expressions_.combination(held, next.expression);
            if (!combined) return complaint(p, range, "some rank's element is combined twice");
            held = *combined;
        }
        return {};
    }

    Result<void> check_end() {
        step_ = std::max(step_ - 1, Index{0});
        for (int p = 0; p < plan_.ranks; ++p) {
            for (std::size_t range = 0; range + 1 < cuts_.size(); ++range) {
                int const held = held_[as_size(p)][range];
                if (plan_.kind == CollectiveKind::Broadcast) {
                    if (held != plan_.root) return complaint(p, range, "are not what rank {} has", plan_.root);
                    continue;
                }
                if (std::ssize(expressions_.leaves(held)) != plan_.ranks)
                    return complaint(p, range, "{} of {} ranks are in the result", expressions_.leaves(held).size(), plan_.ranks);
                if (held != held_.front()[range]) return complaint(p, range, "are put together otherwise than on rank 0");
            }
        }
        return {};
    }

    CollectivePlan const& plan_;
    Expressions expressions_;
    std::vector<Index> cuts_;                                // begins of the ranges of elements, and the end of the last
    std::vector<std::vector<int>> held_;                     // expression by rank and range
    std::vector<std::vector<std::vector<Arrived>>> arrived_; // operands that arrived in this phase, by rank and range
    std::vector<std::vector<bool>> sent_;                    // elements sent in this phase, by rank and range
    Index step_ = 0;
};

} // namespace

Result<void> validate(CollectivePlan const& plan) {
    if (plan.ranks < 1 || plan.elements < 1) return {};
    return CollectiveReplay(plan).play();
}

} // namespace tessera
