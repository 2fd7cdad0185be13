// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the active elements of a box, as boxes.
#include "libcore/comm/context/context_boxes.hpp"

#include "libcore/sets/falls.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tessera {
namespace {

/// Makes a set of ascending, separate runs. Equal runs at equal distances become one FALLS.
PeriodicSet set_of(std::vector<Run> const& runs) {
    if (runs.size() > 2) {
        Index const stride = runs[1].begin - runs[0].begin;
        bool even = true;
        for (std::size_t i = 1; i < runs.size() && even; ++i)
            even = runs[i].size() == runs[0].size() && runs[i].begin - runs[i - 1].begin == stride;
        if (even) return PeriodicSet::of_falls({runs[0].begin, runs[0].end - 1, stride, std::ssize(runs)});
    }
    return PeriodicSet::of_runs(runs);
}

/// Returns the elements of `set` with these numbers.
PeriodicSet numbered(PeriodicSet const& set, PeriodicSet const& numbers) {
    if (numbers.count() == set.count()) return set;
    if (set.is_interval()) return numbers.shifted(set.bounds().begin);
    std::vector<Run> elements;
    for (auto run = numbers.run_from(numbers.bounds().begin); run; run = numbers.run_from(run->end)) {
        for (Index number = run->begin; number < run->end;) {
            Run part = *set.run_from(set.element(number));
            part.end = std::min(part.end, part.begin + run->end - number);
            number += part.size();
            if (!elements.empty() && elements.back().end == part.begin)
                elements.back().end = part.end;
            else
                elements.push_back(part);
        }
    }
    return set_of(elements);
}

/// A shape is the set of active elements in the last dimensions of a box, for one index of each other dimension. Equal shapes have
/// one number; 0 means empty.
class ActiveShapes {
  public:
    ActiveShapes(BoxSet const& box, Context const& active) : box_(box) {
        read_lines(active);
        for (std::size_t d = box.dims().size() - 1; d-- > 0;) join(d);
    }

    [[nodiscard]] std::vector<BoxSet> boxes() {
        add_boxes(shapes_.front(), levels_.size() - 1, {});
        return std::move(boxes_);
    }

  private:
    /// A shape maps each shape of the next dimension to the index numbers that have it. The last dimension has one entry with all
    /// active index numbers.
    using Shape = std::vector<std::pair<Index, std::vector<Run>>>;
    using Level = std::vector<Shape>; // indexed by shape number - 1
    using Known = std::map<std::vector<Index>, Index>;

    static Index number_of(Shape shape, Level& level, Known& known) {
        if (shape.empty()) return 0;
        std::vector<Index> key;
        for (auto const& [lower, runs] : shape) {
            key.insert(key.end(), {lower, std::ssize(runs)});
            for (Run const& run : runs) key.insert(key.end(), {run.begin, run.end});
        }
        auto const [found, is_new] = known.try_emplace(std::move(key), std::ssize(level) + 1);
        if (is_new) level.push_back(std::move(shape));
        return found->second;
    }

    /// Reads the lines along the last dimension.
    void read_lines(Context const& active) {
        Index const length = box_.dims().back().count();
        shapes_.assign(as_size(box_.count() / length), 0);
        Level& level = levels_.emplace_back();
        Known known;
        std::vector<Run> runs;
        Index line = 0;
        auto const close = [&] {
            if (!runs.empty()) shapes_[as_size(line)] = number_of({{0, std::exchange(runs, {})}}, level, known);
        };
        active.for_each_run([&](Run run) {
            while (!run.empty()) {
                Index const at = run.begin / length;
                if (at != line) close();
                line = at;
                Index const end = std::min(run.end, (at + 1) * length);
                runs.push_back({run.begin - at * length, end - at * length});
                run.begin = end;
            }
        });
        close();
    }

    /// Joins the shapes of all indices of dimension d into one shape per index of the dimensions before it.
    void join(std::size_t d) {
        Index const length = box_.dims()[d].count();
        std::vector<Index> joined;
        Level& level = levels_.emplace_back();
        Known known;
        for (Index first = 0; first < std::ssize(shapes_); first += length) {
            std::map<Index, std::vector<Run>> by_shape;
            for (Index k = 0; k < length; ++k) {
                Index const shape = shapes_[as_size(first + k)];
                if (shape == 0) continue;
                auto& runs = by_shape[shape];
                if (!runs.empty() && runs.back().end == k)
                    ++runs.back().end;
                else
                    runs.push_back({k, k + 1});
            }
            joined.push_back(number_of({by_shape.begin(), by_shape.end()}, level, known));
        }
        shapes_ = std::move(joined);
    }

    /// `outer`: the sets of the previous dimensions.
    void add_boxes(Index shape, std::size_t level, std::vector<PeriodicSet> const& outer) {
        for (auto const& [lower, runs] : levels_[level][as_size(shape - 1)]) {
            std::vector<PeriodicSet> dims = outer;
            dims.push_back(numbered(box_.dims()[outer.size()], set_of(runs)));
            if (level == 0)
                boxes_.emplace_back(std::move(dims));
            else
                add_boxes(lower, level - 1, dims);
        }
    }

    BoxSet const& box_;
    std::vector<Level> levels_; // last dimension first
    std::vector<Index> shapes_; // shape numbers on the current level, by index of the dimensions before it
    std::vector<BoxSet> boxes_;
};

} // namespace

std::vector<BoxSet> active_boxes(BoxSet const& box, Context const& active) {
    if (active.active() == 0) return {};
    if (active.active() == active.positions()) return {box};
    return ActiveShapes(box, active).boxes();
}

} // namespace tessera
