// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a resharding as a sequence of collectives, as machine learning frameworks perform it.
#include "libcore/pipeline/collective_path.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/spec/forms/form.hpp"
#include "libcore/spec/forms/owner_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <initializer_list>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace tessera {
namespace {

using notation::AxesOfDims;
using notation::MeshAxis;
using notation::OwnerTable;

constexpr std::size_t most_axes = 5;

/// The axes of each array dimension, major to minor, as numbers of the common mesh. Axes in no dimension replicate. If a sum is
/// pending, there is one more entry: the axes of its addends, ascending.
using AxesState = std::vector<std::vector<int>>;

/// A mesh that is fine enough for both sides. Major axes come first.
class CommonMesh {
  public:
    /// Returns nothing if an axis of one side begins inside an axis of the other and does not divide it, or if there are too many
    /// axes. The axes have the names of the first side that names them all.
    static std::optional<CommonMesh> of(AxesOfDims const& a, AxesOfDims const& b, Index ranks,
                                        std::initializer_list<AxisNames const*> names) {
        std::set<Index> points{1, ranks};
        for (AxesOfDims const* side : {&a, &b})
            for (auto const& dim : *side)
                for (MeshAxis const& axis : dim) points.insert({axis.weight, axis.weight * axis.extent});
        CommonMesh mesh;
        for (auto point = points.rbegin(); std::next(point) != points.rend(); ++point) {
            Index const below = *std::next(point);
            if (*point % below != 0) return std::nullopt;
            mesh.axes_.push_back({*point / below, below});
        }
        if (mesh.axes_.size() > most_axes) return std::nullopt;
        for (AxisNames const* const each : names)
            if (mesh.names_.empty()) mesh.take_names(*each);
        return mesh;
    }

    [[nodiscard]] AxesState state(AxesOfDims const& dims) const {
        AxesState state;
        for (std::size_t d = 0; d + 1 < dims.size(); ++d) { // the last entry holds the copies
            auto& axes = state.emplace_back();
            for (MeshAxis const& axis : dims[d])
                for (std::size_t number = 0; number < axes_.size(); ++number)
                    if (axes_[number].weight >= axis.weight && axes_[number].weight < axis.weight * axis.extent)
                        axes.push_back(static_cast<int>(number));
        }
        return state;
    }

    [[nodiscard]] int size() const { return static_cast<int>(axes_.size()); }
    [[nodiscard]] Index extent(int axis) const { return axes_[as_size(axis)].extent; }

    [[nodiscard]] std::string text() const {
        std::vector<std::string> axes;
        for (int axis = 0; axis < size(); ++axis) axes.push_back(fmt::format("{}={}", user_name(axis), extent(axis)));
        return fmt::format("{}", fmt::join(axes, ", "));
    }
    /// `dims`: number of the array's dimensions. Further entries are addends, which `op` combines.
    [[nodiscard]] std::string spec_text(AxesState const& state, std::size_t dims, ReduceOp op) const {
        std::vector<std::string> entries =
            entry_texts({state.begin(), state.begin() + static_cast<std::ptrdiff_t>(dims)}, &CommonMesh::user_name);
        if (state.size() > dims && !state.back().empty()) {
            std::vector<std::string> names;
            for (int const axis : state.back()) names.push_back(fmt::format("'{}'", user_name(axis)));
            entries.push_back(fmt::format("unreduced={}{{{}}}", op == ReduceOp::Sum ? "" : name_of(op), fmt::join(names, ",")));
        }
        return fmt::format("P({})", fmt::join(entries, ","));
    }
    /// Addends become additional dimensions, one per axis.
    [[nodiscard]] Mapping mapping(AxesState state, ArraySpec array) const {
        if (state.size() > array.extents.size()) {
            std::vector<int> const addends = state.back();
            state.pop_back();
            for (int const axis : addends) {
                state.push_back({axis});
                array.extents.push_back(extent(axis));
                array.lower.push_back(0);
            }
            array.shadow.clear();
        }
        std::vector<std::string> axes;
        for (int axis = 0; axis < size(); ++axis) axes.push_back(fmt::format("{}:{}", name(axis), extent(axis)));
        std::string const entries = fmt::format("P({})", fmt::join(entry_texts(state, &CommonMesh::name), ","));
        auto spec = read_mapping(fmt::format("jax(mesh={{{}}}, {})", fmt::join(axes, ","), entries), array);
        return Mapping::make(*std::move(spec)).value();
    }

  private:
    using NameOf = std::string (CommonMesh::*)(int axis) const;
    [[nodiscard]] std::vector<std::string> entry_texts(AxesState const& state, NameOf name_of_axis) const {
        std::vector<std::string> entries;
        for (auto const& dim : state) {
            std::vector<std::string> names;
            for (int const axis : dim) names.push_back(fmt::format("'{}'", (this->*name_of_axis)(axis)));
            entries.push_back(names.empty()       ? "None"
                              : names.size() == 1 ? names.front()
                                                  : fmt::format("({})", fmt::join(names, ",")));
        }
        return entries;
    }
    [[nodiscard]] std::string name(int axis) const { return notation::axis_letter(axis, axes_.size()); }
    [[nodiscard]] std::string user_name(int axis) const { return names_.empty() ? name(axis) : names_[as_size(axis)]; }

    /// Takes the names, unless an axis of this mesh is a part of one of theirs, or consists of several of theirs.
    void take_names(AxisNames const& theirs) {
        for (MeshAxis const& axis : axes_) {
            auto const same = [&](NamedAxis const& named) { return named.extent == axis.extent && named.weight == axis.weight; };
            auto const found = std::ranges::find_if(theirs.axes, same);
            if (found == theirs.axes.end()) return names_.clear();
            names_.push_back(found->name);
        }
    }

    std::vector<MeshAxis> axes_;
    std::vector<std::string> names_; ///< names given by the user, or empty
};

/// One step and its cost: the elements that a rank receives, and those that the fullest rank holds before and after together.
struct StateMove {
    NamedCollective::Kind kind;
    AxesState to;
    double received = 0;
    double held = 0;
};

/// All steps from a state.
class StepsFrom {
  public:
    StepsFrom(CommonMesh const& mesh, Extents const& extents, AxesState const& state)
        : mesh_(mesh), extents_(extents), state_(state) {
        gather();
        slice();
        all_to_all();
        permute();
        if (state.size() > extents.size()) reduce();
        // Coordinate 0 has the largest block of each dimension, so rank 0 holds most. A reduction buffers as many addends as it
        // has.
        for (StateMove& move : moves) move.held = local(state_) + (reduces(move.kind) ? local(state_) : local(move.to));
    }

    std::vector<StateMove> moves;

  private:
    [[nodiscard]] static bool reduces(NamedCollective::Kind kind) {
        return kind == NamedCollective::Kind::AllReduce || kind == NamedCollective::Kind::ReduceScatter;
    }

    /// Returns the number of elements of the largest part.
    [[nodiscard]] double local(AxesState const& state) const {
        double elements = 1;
        for (std::size_t d = 0; d < extents_.size(); ++d) {
            Index parts = 1;
            for (int const axis : state[d]) parts *= mesh_.extent(axis);
            elements *= static_cast<double>(ceil_div(extents_[d], parts));
        }
        return elements;
    }

    void gather() {
        for (std::size_t d = 0; d < extents_.size(); ++d) {
            AxesState to = state_;
            while (!to[d].empty()) {
                to[d].pop_back();
                moves.push_back({NamedCollective::Kind::AllGather, to, local(to) - local(state_)});
            }
        }
    }

    void slice() {
        for (int axis = 0; axis < mesh_.size(); ++axis) {
            auto const has = [&](std::vector<int> const& dim) { return std::ranges::find(dim, axis) != dim.end(); };
            if (std::ranges::any_of(state_, has)) continue;
            for (std::size_t d = 0; d < extents_.size(); ++d) {
                AxesState to = state_;
                to[d].push_back(axis);
                moves.push_back({NamedCollective::Kind::LocalSlice, std::move(to), 0});
            }
        }
    }

    void all_to_all() {
        for (std::size_t from = 0; from < extents_.size(); ++from)
            for (std::size_t taken = 1; taken <= state_[from].size(); ++taken) {
                Index ranks = 1;
                auto const first = state_[from].end() - static_cast<std::ptrdiff_t>(taken);
                std::for_each(first, state_[from].end(), [&](int axis) { ranks *= mesh_.extent(axis); });
                for (std::size_t to = 0; to < extents_.size(); ++to) {
                    if (to == from) continue;
                    AxesState next = state_;
                    next[to].insert(next[to].end(), first, state_[from].end());
                    next[from].resize(next[from].size() - taken);
                    double const part = local(state_) / static_cast<double>(ranks);
                    moves.push_back({NamedCollective::Kind::AllToAll, std::move(next), part * static_cast<double>(ranks - 1)});
                }
            }
    }

    /// Adds the moves that exchange two axes: adjacent ones of a dimension with any sizes, or any two of equal size.
    void permute() {
        for (int a = 0; a < mesh_.size(); ++a)
            for (int b = a + 1; b < mesh_.size(); ++b) {
                bool const fit = mesh_.extent(a) == mesh_.extent(b) || are_neighbours(a, b);
                if (fit && !has_addends(a) && !has_addends(b)) exchange(a, b);
            }
    }

    /// Returns whether these axes are adjacent in a dimension.
    [[nodiscard]] bool are_neighbours(int a, int b) const {
        auto const is_pair = [&](int x, int y) { return std::min(x, y) == a && std::max(x, y) == b; };
        return std::ranges::any_of(
            state_, [&](auto const& dim) { return std::adjacent_find(dim.begin(), dim.end(), is_pair) != dim.end(); });
    }

    /// Adds the move that exchanges two axes, if the array uses one of them.
    void exchange(int a, int b) {
        AxesState to = state_;
        bool exchanged = false;
        for (auto& dim : to)
            for (int& axis : dim) {
                if (axis != a && axis != b) continue;
                axis = axis == a ? b : a;
                exchanged = true;
            }
        if (exchanged) moves.push_back({NamedCollective::Kind::Permutation, std::move(to), local(state_)});
    }

    [[nodiscard]] bool has_addends(int axis) const {
        return state_.size() > extents_.size() && std::ranges::find(state_.back(), axis) != state_.back().end();
    }

    /// Adds the moves that reduce the addends along one axis or along all: each rank gets all sums, or a part of them.
    void reduce() {
        std::vector<std::vector<int>> choices;
        for (int const axis : state_.back()) choices.push_back({axis});
        if (state_.back().size() > 1) choices.push_back(state_.back());
        for (auto const& axes : choices) {
            AxesState to = state_;
            Index ranks = 1;
            for (int const axis : axes) {
                std::erase(to.back(), axis);
                ranks *= mesh_.extent(axis);
            }
            double const received = local(state_) / static_cast<double>(ranks) * static_cast<double>(ranks - 1);
            moves.push_back({NamedCollective::Kind::AllReduce, to, 2 * received});
            for (std::size_t d = 0; d < extents_.size(); ++d) {
                AxesState scattered = to;
                scattered[d].insert(scattered[d].end(), axes.begin(), axes.end());
                moves.push_back({NamedCollective::Kind::ReduceScatter, std::move(scattered), received});
            }
        }
    }

    CommonMesh const& mesh_;
    Extents const& extents_;
    AxesState const& state_;
};

/// The steps that a search may take.
struct StepLimits {
    double held = std::numeric_limits<double>::infinity(); ///< elements on a rank
    std::set<std::pair<AxesState, AxesState>> forbidden{}; ///< steps that hold more than it seems
    bool least_peak = false;                               ///< the least peak counts first
};

/// Returns the cheapest steps in order, by Dijkstra's algorithm, or nothing if there are none or too many states.
std::optional<std::vector<StateMove>> cheapest_steps(CommonMesh const& mesh, Extents const& extents, AxesState const& from,
                                                     AxesState const& to, StepLimits const& limits) {
    constexpr std::size_t most_states = 4000;
    using Cost = std::tuple<double, double, int>; // peak if it counts, elements received, number of steps
    struct Arrival {
        Cost cost;
        AxesState before;
        NamedCollective::Kind kind;
    };
    std::map<AxesState, Arrival> best{{from, {{0, 0, 0}, from, NamedCollective::Kind::Nothing}}};
    std::set<AxesState> done;
    std::priority_queue<std::pair<Cost, AxesState>, std::vector<std::pair<Cost, AxesState>>, std::greater<>> open;
    open.push({{0, 0, 0}, from});
    while (!open.empty() && best.size() < most_states) {
        auto const [cost, state] = open.top();
        open.pop();
        if (state == to) break;
        if (!done.insert(state).second) continue;
        for (StateMove const& move : StepsFrom(mesh, extents, state).moves) {
            if (move.held > limits.held || limits.forbidden.contains({state, move.to})) continue;
            auto const& [peak, received, number] = cost;
            Cost const next{limits.least_peak ? std::max(peak, move.held) : 0, received + move.received, number + 1};
            auto const known = best.find(move.to);
            if (known != best.end() && known->second.cost <= next) continue;
            best.insert_or_assign(move.to, Arrival{next, state, move.kind});
            open.push({next, move.to});
        }
    }
    if (!best.contains(to)) return std::nullopt;
    std::vector<StateMove> steps;
    for (AxesState at = to; at != from; at = best.at(at).before) steps.push_back({best.at(at).kind, at});
    std::ranges::reverse(steps);
    return steps;
}

/// Returns the axes of a mapping, if it has plain blocks over all ranks.
std::optional<AxesOfDims> plain_axes(Mapping const& mapping) {
    auto const table = OwnerTable::make(mapping, "a sequence of collectives");
    if (!table || !table->complete()) return std::nullopt;
    for (int d = 0; d < mapping.dims(); ++d)
        if (!notation::is_block(mapping.dim(d))) return std::nullopt;
    return notation::axes_of_dims(*table);
}

/// Returns the plan between two states. Addends along axes that the second state no longer has are reduced.
RedistPlan plan_between(Mapping const& from, AxesState const& before, Mapping const& to, AxesState const& after, std::size_t dims,
                        ReduceOp op) {
    CopyMap map = CopyMap::identity(from.array().extents);
    map.op = op;
    for (std::size_t i = dims; i < map.axes.size(); ++i) {
        auto const left = after.size() > dims ? std::ranges::find(after.back(), before.back()[i - dims]) : after.front().end();
        if (after.size() > dims && left != after.back().end())
            map.axes[i].target->dim = static_cast<int>(dims) + static_cast<int>(left - after.back().begin());
        else
            map.axes[i].target.reset();
    }
    return RedistPlan::make(from, to, std::move(map)).value();
}

/// Returns the plans that `redist` would execute, in order.
std::vector<MultiPlan> parts_of(RedistPlan const& plan) {
    if (!adds(plan)) return {MultiPlan::make({plan}).value()};
    auto const sum = summed_plan(plan).value();
    return {MultiPlan::make({sum.contributions}).value(), MultiPlan::make({sum.delivery}).value()};
}

void add_step(CollectivePath& path, NamedCollective::Kind kind, RedistPlan const& plan, std::string target) {
    ReshardStep step{kind, std::move(target), {}, 0};
    for (MultiPlan const& part : parts_of(plan)) {
        RedistTotals const totals = part.totals();
        step.totals.moved += totals.moved;
        step.totals.messages += totals.messages;
        step.totals.bytes_moved += totals.bytes_moved;
        step.peak_bytes = std::max(step.peak_bytes, peak_bytes(part));
    }
    path.moved += step.totals.moved;
    path.peak_bytes = std::max(path.peak_bytes, step.peak_bytes);
    path.steps.push_back(std::move(step));
}

/// Returns whether each element keeps its indices, or the addends of the source's last dimension are reduced to one element.
bool is_whole_change(RedistPlan const& plan) {
    if (adds(plan)) return adds_in_place(plan);
    Extents const& from = plan.source().array().extents;
    return from == plan.target().array().extents && plan.map() == CopyMap::identity(from);
}

/// Plans the steps of sequences from one state.
struct PathPlanner {
    CommonMesh const& mesh;
    ArraySpec const& array;
    ReduceOp op;
    AxesState const& from;

    [[nodiscard]] std::optional<CollectivePath> path(std::optional<std::vector<StateMove>> const& steps) const {
        if (!steps) return std::nullopt;
        std::size_t const dims = array.extents.size();
        CollectivePath path{mesh.text(), mesh.spec_text(from, dims, op), {}};
        Mapping before = mesh.mapping(from, array);
        AxesState at = from;
        for (StateMove const& step : *steps) {
            Mapping after = mesh.mapping(step.to, array);
            add_step(path, step.kind, plan_between(before, at, after, step.to, dims, op), mesh.spec_text(step.to, dims, op));
            before = std::move(after);
            at = step.to;
        }
        return path;
    }
};

/// Returns the cheapest path within the memory, or nothing if there is none. Plans tell the peaks of its steps exactly; a step that
/// holds too much is forbidden in the next search.
std::optional<CollectivePath> path_within(PathPlanner const& planner, AxesState const& to, std::optional<Index> memory) {
    constexpr std::size_t most_searches = 100;
    StepLimits limits;
    if (memory) limits.held = static_cast<double>(*memory) / static_cast<double>(planner.array.type.bytes);
    while (limits.forbidden.size() < most_searches) {
        auto const steps = cheapest_steps(planner.mesh, planner.array.extents, planner.from, to, limits);
        auto path = planner.path(steps);
        if (!path || !memory || path->peak_bytes <= *memory) return path;
        auto const full = std::ranges::find_if(path->steps, [&](ReshardStep const& step) { return step.peak_bytes > *memory; });
        auto const number = as_size(full - path->steps.begin());
        limits.forbidden.insert({number == 0 ? planner.from : (*steps)[number - 1].to, (*steps)[number].to});
    }
    return std::nullopt;
}

} // namespace

bool CollectivePath::copy_likely() const {
    auto const permutes = [](ReshardStep const& step) { return step.kind == NamedCollective::Kind::Permutation; };
    return moved_by_copy > moved && (steps.size() > 1 || std::ranges::any_of(steps, permutes));
}

std::optional<CollectivePath> shortest_collectives(RedistPlan const& plan, std::optional<Index> memory) {
    ArraySpec const& array = plan.target().array();
    std::size_t const dims = array.extents.size();
    ReduceOp const op = plan.map().op;
    Index const ranks = plan.source().grid().size();
    constexpr Index most_ranks = 1024; // limit, because every step is planned
    if (!is_whole_change(plan) || ranks != plan.target().grid().size() || ranks > most_ranks || ranks < 2) return std::nullopt;
    auto const source = plain_axes(plan.source());
    auto const target = plain_axes(plan.target());
    if (!source || !target) return std::nullopt;
    auto const mesh =
        CommonMesh::of(*source, *target, ranks, {&plan.source().spec().processors.names, &plan.target().spec().processors.names});
    if (!mesh) return std::nullopt;
    AxesState from = mesh->state(*source);
    AxesState to = mesh->state(*target);
    if (adds(plan)) std::ranges::sort(from.back());
    if (adds(plan)) to.emplace_back(); // no addends remain
    PathPlanner const planner{*mesh, array, op, from};
    auto found = path_within(planner, to, memory);
    if (!found && memory) {
        found = planner.path(cheapest_steps(*mesh, array.extents, from, to, {.least_peak = true}));
        if (found) found->within = found->peak_bytes <= *memory;
    }
    if (!found) return std::nullopt;
    CollectivePath path = *std::move(found);
    CollectivePath copy;
    AxesState const everywhere(dims);
    add_step(copy, NamedCollective::Kind::AllGather,
             plan_between(mesh->mapping(from, array), from, mesh->mapping(everywhere, array), everywhere, dims, op), "");
    path.moved_by_copy = copy.moved;
    path.peak_bytes_by_copy = copy.peak_bytes;
    return path;
}

} // namespace tessera
