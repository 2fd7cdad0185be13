// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of the balance picture.
#include "libcore/scene/ownership/balance_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/ownership/ownership_balance.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr Index most_balance_lines = 32;
constexpr double balance_bar_width = 340; // width of the fullest rank's bar
constexpr double balance_lines_height = 420;
constexpr double tallest_balance_line = 30;
constexpr double room_shadow_paleness = 0.7;

class BalancePicture {
  public:
    BalancePicture(Mapping const& mapping, std::optional<Rank> rank)
        : mapping_(mapping), rank_(rank), balance_(balance_of(mapping)) {
        for (Run const positions : cut_evenly({0, mapping.grid().size()}, most_balance_lines)) lines_.push_back(line_of(positions));
        for (Line const& line : lines_) most_ = std::max(most_, line.allocated);
        height_ = std::clamp(balance_lines_height / static_cast<double>(lines_.size()), 13.0, tallest_balance_line);
    }

    Scene draw() {
        ArraySpec const& array = mapping_.array();
        Scene scene = blank_scene(fmt::format("balance of {}", describe(array)));
        top_ = add_title(scene, scene.title, describe(mapping_.spec()) + ": " + balance_text(balance_)) + 26;
        add_text(scene, edge, top_ - 12, "rank", {.bold = true});
        add_text(scene, left_, top_ - 12, "elements \u2192", {.bold = true});
        for (std::size_t i = 0; i < lines_.size(); ++i) add_line(scene, i);
        double const below = top_ + height_ * static_cast<double>(lines_.size());
        add_mean(scene, below);
        SwatchLines swatches(scene, edge, below + 26);
        swatches.add(rank_color(lines_.front().fullest), "elements of the rank");
        if (!array.shadow.empty())
            swatches.add(blend(rank_color(lines_.front().fullest), white, room_shadow_paleness), "memory for its shadow");
        scene.height = add_notes(scene, notes(), swatches.below()) + edge;
        return scene;
    }

  private:
    /// A line for one or more ranks; the fullest of them represents the line.
    struct Line {
        Run positions;
        Rank fullest = 0;
        Index least = 0;
        Index most = 0;
        Index allocated = 0; // elements that the fullest allocates
        bool framed = false;
    };

    [[nodiscard]] Line line_of(Run positions) const {
        Line line{.positions = positions, .fullest = mapping_.grid().rank(positions.begin), .least = max_extent};
        Index fullest = positions.begin;
        for (Index position = positions.begin; position < positions.end; ++position) {
            Index const own = mapping_.owned_count(position);
            if (own > line.most) fullest = position;
            line.least = std::min(line.least, own);
            line.most = std::max(line.most, own);
            line.framed = line.framed || rank_ == mapping_.grid().rank(position);
        }
        line.fullest = mapping_.grid().rank(fullest);
        bool const more = line.most > 0 && !mapping_.array().shadow.empty();
        line.allocated = more ? LocalLayout(mapping_, fullest).allocation_size() : line.most;
        return line;
    }

    [[nodiscard]] double length_of(double elements) const {
        return most_ == 0 ? 0 : balance_bar_width * elements / static_cast<double>(most_);
    }
    [[nodiscard]] double length_of(Index elements) const { return length_of(static_cast<double>(elements)); }

    /// Returns the x of a line's text: after its bar, and after the line of the mean if that would cross the text.
    [[nodiscard]] double words_begin(Line const& line, std::string const& words) const {
        double const behind = left_ + length_of(std::max(line.allocated, line.most)) + 8;
        double const mean = left_ + length_of(balance_.mean);
        return behind < mean + 4 && mean < behind + text_width(words, tick_size) ? mean + 8 : behind;
    }

    [[nodiscard]] std::string name_of(Line const& line) const {
        Rank const first = mapping_.grid().rank(line.positions.begin);
        if (line.positions.size() == 1) return fmt::format("{}", first);
        return fmt::format("{}-{}", first, mapping_.grid().rank(line.positions.end - 1));
    }

    /// Returns "120 elements, 480 B; 144 with its shadow".
    [[nodiscard]] std::string text_of(Line const& line) const {
        Index const bytes = mapping_.array().type.bytes;
        bool const alike = line.least == line.most;
        std::string text = fmt::format("{}{}, {}", alike ? "" : grouped(line.least) + " to ", counted(line.most, "element"),
                                       scaled_bytes(line.most * bytes));
        if (line.allocated > line.most) text += fmt::format("; {} with its shadow", grouped(line.allocated));
        return text;
    }

    void add_line(Scene& scene, std::size_t i) const {
        Line const& line = lines_[i];
        double const y = top_ + height_ * static_cast<double>(i);
        std::string const words = text_of(line);
        Index const rank = line.positions.size() == 1 ? Index{line.fullest} : -1;
        auto const row = static_cast<Index>(i);
        auto const bar = [&](double x, double width, Color fill) {
            scene.rects.push_back({x, y + 1, width, height_ - 2, fill, CellsTag{0, rank, {row, row + 1}, {0, 1}},
                                   fmt::format("{} {}: {}", rank < 0 ? "ranks" : "rank", name_of(line), words)});
        };
        Color const color = rank_color(line.fullest);
        bar(left_, length_of(line.most), color);
        if (line.allocated > line.most)
            bar(left_ + length_of(line.most), length_of(line.allocated - line.most), blend(color, white, room_shadow_paleness));
        add_text(scene, left_ - 8, y + height_ / 2, name_of(line),
                 {.size = tick_size, .anchor = Anchor::End, .color = line.framed ? ink : faint_ink, .bold = line.framed});
        add_text(scene, words_begin(line, words), y + height_ / 2, words,
                 {.size = tick_size, .color = line.framed ? ink : faint_ink, .bold = line.framed});
    }

    void add_mean(Scene& scene, double below) const {
        double const mean = balance_.mean;
        double const x = left_ + length_of(mean);
        std::string const words = mean < 10'000 ? fmt::format("{:.4g}", mean) : grouped(std::llround(mean));
        scene.lines.push_back({x, top_ - 3, x, below + 4, ink, 1.5, 0.8});
        add_text(scene, x, below + 13, "mean " + words, {.size = tick_size, .anchor = Anchor::Middle, .color = ink, .bold = true});
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        if (lines_.front().positions.size() > 1)
            notes.emplace_back("Each line covers several ranks. Its bar is that of the fullest rank.");
        if (balance_.imbalance() > 1) {
            double const waiting = 100 * (1 - 1 / balance_.imbalance());
            notes.push_back(
                fmt::format("All ranks wait for the fullest rank. If each element costs the same, ranks wait for {} of their time.",
                            waiting < 1 ? "less than 1 %" : fmt::format("{:.0f} %", waiting)));
        }
        return notes;
    }

    Mapping const& mapping_;
    std::optional<Rank> rank_;
    OwnershipBalance balance_;
    std::vector<Line> lines_;
    Index most_ = 0; // largest number of elements that a rank allocates
    double left_ = edge + 62;
    double top_ = 0;
    double height_ = 0; // height of a line
};

} // namespace

Scene balance_scene(Mapping const& mapping, std::optional<Rank> rank) {
    return BalancePicture(mapping, rank).draw();
}

} // namespace tessera
