// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program as a strip of states: the owners in each phase, and what moves in between.
#include "libcore/scene/program/program_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/arrow.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/owner_cells.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace tessera {
namespace {

constexpr double picture_size = 96;
constexpr double between_phases = 124; // width for an arrow and its text
constexpr double between_arrays = 46;
constexpr double loop_step = 20; // distance between brackets
constexpr double widest_flow = 16;
constexpr Index picture_cells = 16;
constexpr Color flow_color{73, 80, 87};
constexpr Color bracket_color{134, 142, 150};

/// Positions of the parts of the strip.
struct StripPlaces {
    double pictures = 0;              ///< y of the first array
    std::vector<std::size_t> columns; ///< column of each phase; intermediate layouts are in the columns between

    [[nodiscard]] static double column_x(std::size_t column) {
        return detail::edge + 40 + static_cast<double>(column) * (picture_size + between_phases);
    }
    [[nodiscard]] double phase_x(std::size_t phase) const { return column_x(columns[phase]); }
    [[nodiscard]] double array_y(std::size_t array) const {
        return pictures + static_cast<double>(array) * (picture_size + between_arrays);
    }
};

/// Returns the file name of the job, without its folders.
std::string file_name(PhasedProgram const& program) {
    return program.name().substr(program.name().rfind('/') + 1);
}

class ProgramStrip {
  public:
    ProgramStrip(PhasedProgram const& program, ProgramLayout const& layout, ProgramCost const& cost)
        : program_(program), layout_(layout), cost_(cost), scene_(detail::blank_scene(file_name(program) + ": phases and remaps")) {
    }

    Scene run() {
        double const top = detail::add_title(scene_, file_name(program_), subtitle());
        place_columns();
        places_.pictures = top + loop_step * static_cast<double>(program_.loops().size()) + 44;
        for (std::size_t loop = 0; loop < program_.loops().size(); ++loop) bracket(loop, top);
        for (std::size_t phase = 0; phase < layout_.size(); ++phase) add_phase(phase);
        for (std::size_t number = 0; number < program_.changes().size(); ++number) add_stops(number);
        double below = places_.array_y(program_.arrays().size());
        for (ChangeCost const& change : cost_.changes) {
            if (change.change.back)
                around(change, below += 36);
            else
                onwards(change);
        }
        scene_.height = std::max(scene_.height, below + detail::edge + 14);
        scene_.width = std::max(scene_.width, StripPlaces::column_x(places_.columns.back() + 1) - between_phases + 60);
        return std::move(scene_);
    }

  private:
    [[nodiscard]] std::string subtitle() const {
        auto const seconds = cost_.seconds();
        std::string const time = seconds ? short_seconds(*seconds) + " in all, " : "";
        return fmt::format("{}{} moved by remaps, at most {} per rank", time, short_bytes(static_cast<double>(cost_.between.bytes)),
                           short_bytes(static_cast<double>(cost_.memory)));
    }

    void place_columns() {
        std::size_t column = 0;
        places_.columns.push_back(0);
        for (std::size_t number = 0; number < program_.changes().size(); ++number)
            if (!program_.changes()[number].back) places_.columns.push_back(column += layout_.steps(number));
    }

    /// Draws the intermediate layouts if arrays need several steps between two phases. Changes around a loop have only texts.
    void add_stops(std::size_t number) {
        PhaseChange const& change = program_.changes()[number];
        for (std::size_t step = 1; !change.back && step < layout_.steps(number); ++step) {
            double const x = StripPlaces::column_x(places_.columns[change.from] + step);
            detail::add_text(scene_, x, places_.pictures - 26, "intermediate", {.size = 13, .color = faint_ink});
            for (std::size_t array = 0; array < program_.arrays().size(); ++array) {
                Mapping const& mapping = layout_.after(change, number, array, step);
                double const y = places_.array_y(array);
                detail::add_owner_cells(scene_, mapping, {x, y, picture_size, picture_cells, 0.4, static_cast<Index>(change.from)});
                detail::add_text(scene_, x, y + picture_size + 11, describe(mapping.spec()), {.size = 10, .color = faint_ink});
            }
        }
    }

    /// Returns ", step 1 of 2 to A(cyclic,*) onto P(4)".
    [[nodiscard]] std::string step_words(ChangeCost const& change) const {
        if (change.steps == 1) return "";
        std::string text = fmt::format(", step {} of {}", change.step + 1, change.steps);
        for (ArrayMove const& move : change.moves)
            text += fmt::format("{} {} {}", &move == &change.moves.front() ? " to" : ",", program_.arrays()[move.array].array.name,
                                describe(layout_.after(change.change, change.number, move.array, change.step + 1).spec()));
        return text;
    }

    /// Draws a bracket from the first to the last phase of a loop.
    void bracket(std::size_t number, double top) {
        ProgramLoop const& loop = program_.loops()[number];
        double const y = top + loop_step * static_cast<double>(program_.loops().size() - 1 - number) + 12;
        double const left = places_.phase_x(loop.first) - 8;
        double const right = places_.phase_x(loop.last) + picture_size + 8;
        scene_.lines.push_back({left, y, right, y, bracket_color, 1.5});
        scene_.lines.push_back({left, y, left, y + 8, bracket_color, 1.5});
        scene_.lines.push_back({right, y, right, y + 8, bracket_color, 1.5});
        detail::add_text(scene_, left + 6, y + 9, loop.count == 0 ? "repeat" : fmt::format("repeat {}", loop.count),
                         {.size = detail::tick_size, .color = faint_ink});
    }

    void add_phase(std::size_t phase) {
        ProgramPhase const& asked = program_.phases()[phase];
        PhaseCost const& cost = cost_.phases[phase];
        double const x = places_.phase_x(phase);
        detail::add_text(scene_, x, places_.pictures - 26, asked.statement.name, {.size = 13, .bold = true});
        std::string figures = cost.work > 0 ? fmt::format("max/mean {:.2f}", cost.balance()) : "";
        if (auto const seconds = cost.seconds(); seconds && *seconds > 0)
            figures += fmt::format("{}{}", figures.empty() ? "" : ", ", short_seconds(*seconds));
        detail::add_text(scene_, x, places_.pictures - 11, figures, {.size = detail::tick_size, .color = faint_ink});
        for (std::size_t array = 0; array < program_.arrays().size(); ++array) add_array(phase, array);
    }

    void add_array(std::size_t phase, std::size_t array) {
        double const x = places_.phase_x(phase);
        double const y = places_.array_y(array);
        bool const used = program_.phases()[phase].uses[array] != nullptr;
        Mapping const& mapping = layout_[phase][array];
        if (phase == 0)
            detail::add_text(scene_, x - 12, y + picture_size / 2, program_.arrays()[array].array.name,
                             {.size = 13, .anchor = SceneText::Anchor::End, .bold = true});
        detail::add_owner_cells(scene_, mapping, {x, y, picture_size, picture_cells, used ? 0 : 0.7, static_cast<Index>(phase)});
        std::string const text = describe(mapping.spec());
        detail::add_text(scene_, x, y + picture_size + 11, text, {.size = 10, .color = faint_ink});
        std::string const slice = detail::drawn_slice(mapping);
        std::string const below = used ? slice : slice + (slice.empty() ? "not used" : ", not used");
        if (!below.empty()) detail::add_text(scene_, x, y + picture_size + 24, below, {.size = 10, .color = faint_ink});
    }

    [[nodiscard]] double flow_width(Index bytes) const {
        Index most = 1;
        for (ChangeCost const& change : cost_.changes)
            for (ArrayMove const& move : change.moves) most = std::max(most, move.traffic.bytes);
        return 1 + (widest_flow - 1) * static_cast<double>(bytes) / static_cast<double>(most);
    }

    [[nodiscard]] static std::string words(ArrayMove const& move) {
        if (move.overwritten) return "overwritten";
        return move.traffic.bytes == 0 ? "stays" : short_bytes(static_cast<double>(move.traffic.bytes));
    }

    [[nodiscard]] static std::string figures(ChangeCost const& change, ArrayMove const& move) {
        bool const timed = change.price.seconds && *change.price.seconds > 0 && !move.traffic.is_nothing();
        std::string text = timed ? (change.moves.size() > 1 ? "together " : "") + short_seconds(*change.price.seconds) : "";
        if (change.change.times != 1) text += fmt::format("{}{:.12g} times", text.empty() ? "" : ", ", change.change.times);
        return text;
    }

    /// Adds a rectangle that makes an arrow and its text clickable.
    void add_target(ChangeCost const& change, Index array, double x, double y, double width, double height) {
        scene_.rects.push_back({x, y, width, height, scene_.background,
                                ChangeTag{array, change.change.from, change.change.to, change.step},
                                fmt::format("from {} to {}", program_.phases()[change.change.from].statement.name,
                                            program_.phases()[change.change.to].statement.name)});
    }

    void onwards(ChangeCost const& change) {
        for (ArrayMove const& move : change.moves) {
            double const y = places_.array_y(move.array) + picture_size / 2;
            std::size_t const column = places_.columns[change.change.from] + change.step;
            double const left = StripPlaces::column_x(column) + picture_size + 6;
            double const right = StripPlaces::column_x(column + 1) - 6;
            double const middle = (left + right) / 2;
            double const half = flow_width(move.traffic.bytes) / 2;
            add_target(change, static_cast<Index>(move.array), left, y - half - 20, right - left, 2 * half + 40);
            detail::add_arrow(scene_, {left, y}, {right, y}, {flow_color, 2 * half, move.overwritten ? 0.35 : 0.8});
            detail::add_text(scene_, middle, y - half - 12, words(move),
                             {.size = detail::tick_size, .anchor = SceneText::Anchor::Middle});
            detail::add_text(scene_, middle, y + half + 13, figures(change, move),
                             {.size = 10, .anchor = SceneText::Anchor::Middle, .color = faint_ink});
        }
    }

    /// Draws an arrow below the pictures, from the last phase of a loop to its first.
    void around(ChangeCost const& change, double y) {
        double const right = places_.phase_x(change.change.from) + picture_size / 2;
        double const left = places_.phase_x(change.change.to) + picture_size / 2;
        double const width = std::max(flow_width(change.price.bytes) / 2, 1.0);
        double const under = places_.array_y(program_.arrays().size()) - 10;
        add_target(change, -1, left, y - width, right - left, 2 * width + 16);
        scene_.lines.push_back({right, under, right, y, flow_color, width, 0.8});
        scene_.lines.push_back({right, y, left, y, flow_color, width, 0.8});
        detail::add_arrow(scene_, {left, y}, {left, under}, {flow_color, width, 0.8});
        std::string const time = change.price.seconds ? ", " + short_seconds(*change.price.seconds) : "";
        detail::add_text(scene_, (left + right) / 2, y + width + 10,
                         fmt::format("back to the start of the loop{}: {}{}, {:.12g} times", step_words(change),
                                     short_bytes(static_cast<double>(change.price.bytes)), time, change.change.times),
                         {.size = detail::tick_size, .anchor = SceneText::Anchor::Middle});
    }

    PhasedProgram const& program_;
    ProgramLayout const& layout_;
    ProgramCost const& cost_;
    Scene scene_;
    StripPlaces places_;
};

} // namespace

Scene program_scene(PhasedProgram const& program, ProgramLayout const& layout, ProgramCost const& cost) {
    return ProgramStrip(program, layout, cost).run();
}

} // namespace tessera
