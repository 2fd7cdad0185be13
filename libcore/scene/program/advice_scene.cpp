// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of advice: paths through the compared layouts.
#include "libcore/scene/program/advice_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/owner_cells.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace tessera {
namespace {

constexpr double column_width = 116;
constexpr double row_height = 26;
constexpr double node_width = 54;
constexpr double node_height = 14;
constexpr double thumbnail_size = 20;
constexpr Index thumbnail_cells = 8;
constexpr double longest_label = 420;
constexpr Color way_color{0, 114, 178};
constexpr Color other_color{173, 181, 189};
constexpr Color own_color{213, 94, 0};

/// A layout of an array, and its figures for each phase.
struct Row {
    std::size_t array = 0;
    Mapping layout;
    double y = 0;
};

class AdviceWays {
  public:
    AdviceWays(PhasedProgram const& program, Advice const& advice)
        : program_(program), advice_(advice),
          scene_(detail::blank_scene(program.name().substr(program.name().rfind('/') + 1) + ": paths through the layouts")) {}

    Scene run() {
        collect_rows();
        double const top = detail::add_title(scene_, scene_.title, subtitle()) + 10;
        left_ = detail::edge;
        for (Row const& row : rows_) left_ = std::max(left_, label_width(row));
        left_ += detail::edge + 30;
        place_rows(top + 24);
        for (std::size_t phase = 0; phase < program_.phases().size(); ++phase)
            detail::add_text(scene_, x_of(phase), top + 8, program_.phases()[phase].statement.name,
                             {.size = 13, .anchor = SceneText::Anchor::Middle, .bold = true});
        for (std::size_t answer = advice_.answers.size(); answer-- > 1;) add_way(advice_.answers[answer], answer);
        if (advice_.own) add_way(*advice_.own, advice_.answers.size());
        add_way(advice_.answers.front(), 0);
        for (Row const& row : rows_) add_row(row);
        add_legend();
        scene_.width = std::max(scene_.width, x_of(program_.phases().size()));
        return std::move(scene_);
    }

  private:
    [[nodiscard]] std::string subtitle() const {
        return fmt::format("the best answer takes {}; point at a box or a line to see the time of another",
                           short_seconds(seconds_of(advice_.answers.front())));
    }

    [[nodiscard]] static double seconds_of(AdvisedLayout const& answer) { return answer.cost.seconds().value_or(0); }
    [[nodiscard]] double x_of(std::size_t phase) const { return left_ + column_width * (static_cast<double>(phase) + 0.5); }
    [[nodiscard]] double label_width(Row const& row) const {
        return std::min(detail::text_width(describe(row.layout.spec()), detail::tick_size), longest_label);
    }

    void collect_rows() {
        for (std::size_t array = 0; array < program_.arrays().size(); ++array) {
            for (AdvisedLayout const& answer : advice_.answers) collect(array, answer.layout);
            if (advice_.own) collect(array, advice_.own->layout);
            for (PhaseRunnerUp const& runner : advice_.runners_up)
                if (array < runner.mappings.size()) collect(array, runner.mappings[array]);
        }
    }
    void collect(std::size_t array, ProgramLayout const& layout) {
        for (auto const& phase : layout) collect(array, phase[array]);
    }
    void collect(std::size_t array, Mapping const& layout) {
        if (row_of(array, layout) == nullptr) rows_.push_back({array, layout, 0});
    }

    [[nodiscard]] Row const* row_of(std::size_t array, Mapping const& layout) const {
        auto const found =
            std::ranges::find_if(rows_, [&](Row const& row) { return row.array == array && row.layout.spec() == layout.spec(); });
        return found == rows_.end() ? nullptr : &*found;
    }

    void place_rows(double y) {
        for (std::size_t number = 0; number < rows_.size(); ++number) {
            Row& row = rows_[number];
            if (number == 0 || rows_[number - 1].array != row.array) {
                y += number == 0 ? 0 : 12;
                detail::add_text(scene_, detail::edge, y + row_height / 2, program_.arrays()[row.array].array.name,
                                 {.size = 13, .bold = true});
                y += row_height - 4;
            }
            row.y = y + row_height / 2;
            y += row_height;
        }
        bottom_ = y;
    }

    /// Draws a line for each array from phase to phase, between the boxes of its layouts.
    void add_way(AdvisedLayout const& answer, std::size_t number) {
        bool const best = number == 0;
        bool const own = number == advice_.answers.size();
        double const ratio = seconds_of(answer) / std::max(seconds_of(advice_.answers.front()), 1e-300);
        std::string const name = best  ? "the best answer"
                                 : own ? fmt::format("the job's own: {:.2f} times the best", ratio)
                                       : fmt::format("answer {}: {:.2f} times the best", number + 1, ratio);
        for (std::size_t array = 0; array < program_.arrays().size(); ++array)
            for (std::size_t phase = 1; phase < answer.layout.size(); ++phase) {
                Row const* const from = row_of(array, answer.layout[phase - 1][array]);
                Row const* const to = row_of(array, answer.layout[phase][array]);
                scene_.lines.push_back({x_of(phase - 1) + node_width / 2,
                                        from->y,
                                        x_of(phase) - node_width / 2,
                                        to->y,
                                        best  ? way_color
                                        : own ? own_color
                                              : other_color,
                                        best ? 6.0 : 1.5,
                                        best ? 0.9 : 0.8,
                                        {},
                                        name + remap_words(answer, phase, array)});
            }
    }

    [[nodiscard]] std::string remap_words(AdvisedLayout const& answer, std::size_t to, std::size_t array) const {
        Price sum;
        double times = 0;
        std::size_t steps = 0;
        for (ChangeCost const& change : answer.cost.changes) {
            bool const moves = std::ranges::find(change.moves, array, &ArrayMove::array) != change.moves.end();
            if (change.change.back || change.change.to != to || !moves) continue;
            sum += change.price;
            times = change.change.times;
            ++steps;
        }
        if (steps == 0) return "";
        return fmt::format("; remap before {}{}: {} in {}, {:.12g} times", program_.phases()[to].statement.name,
                           steps > 1 ? fmt::format(", in {} steps", steps) : "", short_seconds(sum.seconds.value_or(0)),
                           counted(sum.messages, "message"), times);
    }

    void add_row(Row const& row) {
        std::string const text = describe(row.layout.spec());
        detail::add_text(scene_, left_ - 24, row.y, text, {.size = detail::tick_size, .anchor = SceneText::Anchor::End});
        detail::add_owner_cells(scene_, row.layout, {left_ - 14, row.y - thumbnail_size / 2, thumbnail_size, thumbnail_cells});
        for (std::size_t phase = 0; phase < program_.phases().size(); ++phase) {
            auto const margin = margin_of(row, phase);
            if (!margin) continue;
            bool const best = advice_.answers.front().layout[phase][row.array].spec() == row.layout.spec();
            bool const used = program_.phases()[phase].uses[row.array] != nullptr;
            std::string const name = program_.phases()[phase].statement.name;
            std::string const words = best ? "used by the best answer"
                                      : *margin > 0
                                          ? fmt::format("with this layout the program takes {} longer", short_seconds(*margin))
                                          : "equally good";
            scene_.rects.push_back({x_of(phase) - node_width / 2,
                                    row.y - node_height / 2,
                                    node_width,
                                    node_height,
                                    best ? (used ? way_color : blend(way_color, white, 0.6)) : other_color,
                                    {},
                                    fmt::format("{}: {} {}, {}", name, program_.arrays()[row.array].array.name, text, words)});
            detail::add_text(scene_, x_of(phase), row.y,
                             best          ? (used ? "" : "not used")
                             : *margin > 0 ? "+" + short_seconds(*margin)
                                           : "equal",
                             {.size = 10, .anchor = SceneText::Anchor::Middle});
        }
    }

    /// Returns how many seconds longer the best answer with this layout in this phase takes; nothing if no such answer is known.
    [[nodiscard]] std::optional<double> margin_of(Row const& row, std::size_t phase) const {
        double const best = seconds_of(advice_.answers.front());
        std::optional<double> margin;
        auto const take = [&](double seconds) { margin = std::min(margin.value_or(seconds), seconds); };
        auto const see = [&](AdvisedLayout const& answer) {
            if (answer.layout[phase][row.array].spec() == row.layout.spec()) take(seconds_of(answer) - best);
        };
        for (AdvisedLayout const& answer : advice_.answers) see(answer);
        if (advice_.own) see(*advice_.own);
        for (PhaseRunnerUp const& runner : advice_.runners_up)
            if (runner.phase == phase && row.array < runner.mappings.size() &&
                runner.mappings[row.array].spec() == row.layout.spec())
                take(runner.margin);
        return margin;
    }

    void add_legend() {
        double x = detail::edge;
        double const y = bottom_ + 24;
        x = detail::add_swatch(scene_, x, y, way_color, "the best answer") + 14;
        x = detail::add_swatch(scene_, x, y, other_color, "other answers") + 14;
        if (advice_.own) detail::add_swatch(scene_, x, y, own_color, "the job's own");
        scene_.height = std::max(scene_.height, y + detail::edge + 10);
    }

    PhasedProgram const& program_;
    Advice const& advice_;
    Scene scene_;
    std::vector<Row> rows_; // in the order of the arrays
    double left_ = 0;       // left edge of the first column
    double bottom_ = 0;
};

} // namespace

Scene advice_scene(PhasedProgram const& program, Advice const& advice) {
    return AdviceWays(program, advice).run();
}

} // namespace tessera
