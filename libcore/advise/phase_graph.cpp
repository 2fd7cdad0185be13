// SPDX-License-Identifier: BSD-3-Clause
// Tessera: choice of one layout for each phase of a program with loops, with the least cost of phases and remaps together.
#include "libcore/advise/phase_graph.hpp"

#include <memory>
#include <utility>

namespace tessera {
namespace {

/// The best choices for some consecutive phases, by the first layout (outside of loops one row for all of them) and the last
/// layout.
struct LayoutChain {
    std::size_t first = 0;
    std::size_t last = 0;
    WeightTable best;
    // Parts of which this one was joined. A single phase has neither.
    std::unique_ptr<LayoutChain> front; // all but the last part, which is `back`
    std::unique_ptr<LayoutChain> back;
    std::vector<std::size_t> leaves_from; // [row][layout of the first phase of `back`]: the last layout of `front`
    std::vector<std::size_t> goes_to;     // [row][last layout]: the layout of the first phase of `back`
};

using LayoutChainPointer = std::unique_ptr<LayoutChain>;

class ChoiceSearch {
  public:
    explicit ChoiceSearch(PhaseGraph const& graph) : graph_(graph), layouts_(graph.phases.columns()) {}

    std::optional<LayoutChoice> run() {
        LayoutChainPointer const all = sequence(0, graph_.phases.rows() - 1, graph_.loops.size(), false);
        std::size_t last = 0;
        for (std::size_t layout = 1; layout < layouts_; ++layout)
            if (all->best.at(0, layout).less_than(all->best.at(0, last))) last = layout;
        if (all->best.at(0, last).is_forbidden()) return std::nullopt;
        LayoutChoice choice{all->best.at(0, last), std::vector<std::size_t>(graph_.phases.rows(), 0)};
        follow(*all, 0, last, choice.layouts);
        return choice;
    }

  private:
    /// Returns the best choices for phases first .. last, using the loops with numbers below `within`. `rows`: one row per first
    /// layout.
    LayoutChainPointer sequence(std::size_t first, std::size_t last, std::size_t within, bool rows) {
        LayoutChainPointer all;
        for (std::size_t phase = first; phase <= last;) {
            std::size_t const loop = outermost_at(phase, last, within);
            bool const leading = all == nullptr;
            LayoutChainPointer part = loop < graph_.loops.size() ? looped(loop) : single(phase);
            phase = part->last + 1;
            all = leading ? (rows ? std::move(part) : from_anywhere(std::move(part))) : joined(std::move(all), std::move(part));
        }
        return all;
    }

    /// Returns the largest loop among the first `within` that begins with the phase and ends by `last`, or the number of loops if
    /// none does.
    [[nodiscard]] std::size_t outermost_at(std::size_t phase, std::size_t last, std::size_t within) const {
        for (std::size_t loop = within; loop-- > 0;)
            if (graph_.loops[loop].first == phase && graph_.loops[loop].last <= last) return loop;
        return graph_.loops.size();
    }

    [[nodiscard]] LayoutChainPointer single(std::size_t phase) const {
        auto part = std::make_unique<LayoutChain>();
        part->first = part->last = phase;
        part->best = WeightTable(layouts_, layouts_);
        for (std::size_t layout = 0; layout < layouts_; ++layout) part->best.at(layout, layout) = graph_.phases.at(phase, layout);
        return part;
    }

    /// Adds only the weight of the way back, because all other weights already include the repetitions.
    LayoutChainPointer looped(std::size_t loop) {
        ProgramLoop const& around = graph_.loops[loop];
        LayoutChainPointer body = sequence(around.first, around.last, loop, true);
        auto const [table, times] = graph_.back[loop];
        if (times == 0) return body;
        for (std::size_t first = 0; first < layouts_; ++first)
            for (std::size_t last = 0; last < layouts_; ++last)
                body->best.at(first, last) += graph_.remaps[table].at(last, first) * times;
        return body;
    }

    /// Reduces a part to one row: the best over its first layouts.
    static LayoutChainPointer from_anywhere(LayoutChainPointer part) {
        std::size_t const layouts = part->best.columns();
        auto all = std::make_unique<LayoutChain>();
        all->first = part->first;
        all->last = part->last;
        all->best = WeightTable(1, layouts);
        all->goes_to.assign(layouts, 0);
        for (std::size_t last = 0; last < layouts; ++last)
            for (std::size_t first = 0; first < layouts; ++first)
                if (part->best.at(first, last).less_than(all->best.at(0, last))) {
                    all->best.at(0, last) = part->best.at(first, last);
                    all->goes_to[last] = first;
                }
        all->back = std::move(part);
        return all;
    }

    [[nodiscard]] LayoutChainPointer joined(LayoutChainPointer front, LayoutChainPointer back) const {
        auto const [table, times] = graph_.next[front->last];
        std::size_t const rows = front->best.rows();
        auto all = std::make_unique<LayoutChain>();
        all->first = front->first;
        all->last = back->last;
        all->best = WeightTable(rows, layouts_);
        all->leaves_from.assign(rows * layouts_, 0);
        all->goes_to.assign(rows * layouts_, 0);
        bool const diagonal = back->first == back->last;
        WeightTable arrivals(rows, layouts_);
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t from = 0; from < layouts_; ++from) {
                LayoutWeight const leaving = front->best.at(row, from);
                for (std::size_t to = 0; to < layouts_ && !leaving.is_forbidden(); ++to)
                    take(arrivals.at(row, to), leaving + graph_.remaps[table].at(from, to) * times,
                         all->leaves_from[row * layouts_ + to], from);
            }
            for (std::size_t to = 0; to < layouts_; ++to) {
                LayoutWeight const arriving = arrivals.at(row, to);
                for (std::size_t last = diagonal ? to : 0; last < (diagonal ? to + 1 : layouts_) && !arriving.is_forbidden();
                     ++last)
                    take(all->best.at(row, last), arriving + back->best.at(to, last), all->goes_to[row * layouts_ + last], to);
            }
        }
        all->front = std::move(front);
        all->back = std::move(back);
        return all;
    }

    static void take(LayoutWeight& best, LayoutWeight const& found, std::size_t& how, std::size_t layout) {
        if (!found.less_than(best)) return;
        best = found;
        how = layout;
    }

    /// Writes the layouts of the best choice from a row to a last layout.
    void follow(LayoutChain const& stretch, std::size_t row, std::size_t last, std::vector<std::size_t>& layouts) const {
        if (stretch.back == nullptr) {
            layouts[stretch.first] = last;
            return;
        }
        std::size_t const to = stretch.goes_to[row * layouts_ + last];
        follow(*stretch.back, to, last, layouts);
        if (stretch.front != nullptr) follow(*stretch.front, row, stretch.leaves_from[row * layouts_ + to], layouts);
    }

    PhaseGraph const& graph_;
    std::size_t layouts_;
};

} // namespace

PhaseGraph graph_of(PhasedProgram const& program, std::vector<WeightTable> remaps, std::vector<std::size_t> const& tables) {
    PhaseGraph graph;
    graph.remaps = std::move(remaps);
    graph.loops = program.loops();
    graph.next.resize(program.phases().size() - 1);
    graph.back.assign(graph.loops.size(), {0, 0});
    // Changes around loops are in the order of program.loops(): by the end of the loop, then by loop.
    std::size_t loop = 0;
    for (std::size_t number = 0; number < tables.size(); ++number) {
        PhaseChange const& change = program.changes()[number];
        if (!change.back) {
            graph.next[change.from] = {tables[number], change.times};
            continue;
        }
        while (graph.loops[loop].first != change.to || graph.loops[loop].last != change.from) ++loop;
        graph.back[loop++] = {tables[number], change.times};
    }
    return graph;
}

std::optional<LayoutChoice> best_choice(PhaseGraph const& graph) {
    if (graph.phases.columns() == 0) return std::nullopt;
    return ChoiceSearch(graph).run();
}

LayoutWeight weight_of(PhaseGraph const& graph, std::vector<std::size_t> const& layouts) {
    LayoutWeight sum;
    for (std::size_t phase = 0; phase < layouts.size(); ++phase) {
        sum += graph.phases.at(phase, layouts[phase]);
        if (phase == 0) continue;
        auto const [table, times] = graph.next[phase - 1];
        sum += graph.remaps[table].at(layouts[phase - 1], layouts[phase]) * times;
    }
    for (std::size_t loop = 0; loop < graph.loops.size(); ++loop) {
        auto const [table, times] = graph.back[loop];
        if (times == 0) continue;
        sum += graph.remaps[table].at(layouts[graph.loops[loop].last], layouts[graph.loops[loop].first]) * times;
    }
    return sum;
}

} // namespace tessera
