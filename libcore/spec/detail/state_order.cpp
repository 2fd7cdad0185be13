// SPDX-License-Identifier: BSD-3-Clause
// Tessera: searches for directives that produce the states.
#include "libcore/spec/detail/state_order.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tessera::notation {

namespace {

/// Compares distributions. The leading dimension only counts for an array that is distributed itself.
bool same_distribution(MappingSpec const& a, MappingSpec const& b) {
    if (!a.target && !b.target && a.leading != b.leading) return false;
    return std::tie(a.formats, a.processors, a.onto) == std::tie(b.formats, b.processors, b.onto);
}

bool same_alignment(MappingSpec const& a, MappingSpec const& b) {
    return std::tie(a.target, a.align) == std::tie(b.target, b.align);
}

/// The current state of all arrays during the search.
struct Progress {
    std::vector<std::size_t> at;                     ///< the state of each array
    std::map<std::string, MappingSpec const*> roots; ///< current distribution of each root, by lower-case name; any mapping that
                                                     ///< has it
};

/// A possible step: the progress after it, and its directives.
struct Move {
    Progress after;
    std::vector<RemapStep> steps;
};

class Search {
  public:
    explicit Search(Job const& job) : job_(job) {}

    std::optional<std::vector<RemapStep>> run() {
        Progress start;
        start.at.assign(job_.arrays.size(), 0);
        for (std::size_t a = 0; a < job_.arrays.size(); ++a) {
            MappingSpec const& mapping = state(a, 0);
            auto const [known, is_new] = start.roots.try_emplace(lower(root_name(mapping)), &mapping);
            if (is_new) steps_.push_back({RemapStep::Kind::DistributeRoot, root_array(mapping).value_or(a), 0, false});
            if (!same_distribution(*known->second, mapping)) return std::nullopt;
        }
        if (!reach_end(start)) return std::nullopt;
        // A root that is first used by a realign is still distributed at the beginning.
        std::stable_partition(steps_.begin(), steps_.end(),
                              [](RemapStep const& step) { return step.kind == RemapStep::Kind::DistributeRoot; });
        return std::move(steps_);
    }

  private:
    MappingSpec const& state(std::size_t array, std::size_t number) const { return job_.arrays[array].states[number]; }
    MappingSpec const& now(Progress const& progress, std::size_t array) const { return state(array, progress.at[array]); }
    MappingSpec const& next(Progress const& progress, std::size_t array) const { return state(array, progress.at[array] + 1); }
    bool finished(Progress const& progress, std::size_t array) const {
        return progress.at[array] + 1 == job_.arrays[array].states.size();
    }

    /// Depth-first search; takes the first step that leads to the end. Remembers dead ends.
    bool reach_end(Progress const& progress) {
        bool done = true;
        for (std::size_t a = 0; a < job_.arrays.size(); ++a) {
            if (finished(progress, a)) continue;
            done = false;
            for (auto const possible : {&Search::realigned, &Search::redistributed}) {
                auto const move = (this->*possible)(progress, a);
                if (!move || dead_ends_.contains(move->after.at)) continue;
                std::size_t const before = steps_.size();
                steps_.insert(steps_.end(), move->steps.begin(), move->steps.end());
                if (reach_end(move->after)) return true;
                steps_.resize(before);
            }
        }
        if (!done) dead_ends_.insert(progress.at);
        return done;
    }

    /// Moves one array to its next state, alone: aligned elsewhere, or given its own distribution.
    std::optional<Move> realigned(Progress const& progress, std::size_t array) const {
        MappingSpec const& before = now(progress, array);
        MappingSpec const& after = next(progress, array);
        if (!before.target && !after.target) return std::nullopt;
        Move result{progress, {}};
        ++result.after.at[array];
        std::size_t const number = result.after.at[array];
        if (!before.target && !is_idle(progress, root_name(before), array)) return std::nullopt;
        if (!before.target) result.after.roots.erase(lower(root_name(before)));
        if (!after.target) {
            result.after.roots[lower(root_name(after))] = &after;
            result.steps.push_back({RemapStep::Kind::Free, array, number, true});
            return result;
        }
        if (!may_be_target(progress, after.target->name)) return std::nullopt;
        auto const [root, is_new] = result.after.roots.try_emplace(lower(root_name(after)), &after);
        if (is_new) {
            result.steps.push_back({RemapStep::Kind::DistributeRoot, array, number, false});
        } else if (!same_distribution(*root->second, after)) {
            if (!is_idle(progress, root_name(after))) return std::nullopt;
            root->second = &after;
            result.steps.push_back({RemapStep::Kind::RedistributeIdle, array, number, false});
        }
        result.steps.push_back({RemapStep::Kind::Realign, array, number, !before.target});
        return result;
    }

    /// Moves all arrays of the array's root to their next states.
    std::optional<Move> redistributed(Progress const& progress, std::size_t array) const {
        MappingSpec const& after = next(progress, array);
        std::string const root = lower(root_name(after));
        if (!same_alignment(now(progress, array), after)) return std::nullopt;
        Move result{progress, {}};
        for (std::size_t a = 0; a < job_.arrays.size(); ++a) {
            if (lower(root_name(now(progress, a))) != root) continue;
            if (finished(progress, a) || !same_alignment(now(progress, a), next(progress, a)) ||
                !same_distribution(next(progress, a), after))
                return std::nullopt;
            ++result.after.at[a];
        }
        result.after.roots[root] = &after;
        std::size_t const told = root_array(after).value_or(array);
        result.steps.push_back({RemapStep::Kind::Redistribute, told, result.after.at[told], false});
        return result;
    }

    /// Returns the array with which others are aligned. Its own mapping contains the whole directive.
    std::optional<std::size_t> root_array(MappingSpec const& mapping) const {
        for (std::size_t a = 0; a < job_.arrays.size(); ++a)
            if (same_word(job_.arrays[a].array.name, root_name(mapping))) return a;
        return std::nullopt;
    }

    /// Returns whether arrays may be aligned with this name: always for a template, for an array only while it is distributed
    /// itself.
    bool may_be_target(Progress const& progress, std::string const& name) const {
        for (std::size_t a = 0; a < job_.arrays.size(); ++a)
            if (same_word(job_.arrays[a].array.name, name) && now(progress, a).target) return false;
        return true;
    }

    /// Returns whether no array (except `except`) depends on this root.
    bool is_idle(Progress const& progress, std::string const& root, std::optional<std::size_t> except = std::nullopt) const {
        for (std::size_t a = 0; a < job_.arrays.size(); ++a)
            if (a != except && same_word(root_name(now(progress, a)), root)) return false;
        return true;
    }

    Job const& job_;
    std::vector<RemapStep> steps_; // steps so far
    std::set<std::vector<std::size_t>> dead_ends_;
};

} // namespace

std::string const& root_name(MappingSpec const& mapping) {
    return mapping.target ? mapping.target->name : mapping.array.name;
}

std::optional<std::vector<RemapStep>> remap_steps(Job const& job) {
    return Search(job).run();
}

} // namespace tessera::notation
