// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of work over time.
#include "libcore/scene/program/profile_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/scale_legend.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr Index most_profile_lines = 64;
constexpr double profile_width = 720;
constexpr double lines_height = 384;
constexpr double tallest_line = 28;
constexpr double idle_height = 56;
constexpr double room_of_names = 62; // width left of the lines
constexpr Color idle_color{213, 94, 0};

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

class ProfileLayout {
  public:
    ProfileLayout(Region const& region, RegionProfile const& profile, Mapping const& mapping)
        : region_(region), profile_(profile), mapping_(mapping),
          lines_(detail::cut_evenly({0, mapping.grid().size()}, most_profile_lines)),
          line_(std::min(tallest_line, lines_height / static_cast<double>(lines_.size()))),
          column_(profile_width / static_cast<double>(profile.values.size())),
          scale_(ColorScale::Kind::Linear, 1, static_cast<double>(std::max<Index>(profile.most(), 1))),
          scene_(detail::blank_scene(title())) {}

    Scene run() {
        top_ = detail::add_title(scene_, title(), describe(region_.statement(), region_.array())) + 22;
        detail::add_text(scene_, detail::edge, top_ - 12, "rank \u2193", {.size = detail::tick_size, .bold = true});
        for (std::size_t line = 0; line < lines_.size(); ++line) add_line(line);
        double const below = top_ + line_ * static_cast<double>(lines_.size());
        add_idle(below + 14);
        add_values(below + 14 + idle_height);
        double const legend =
            detail::add_scale_legend(scene_, scale_, detail::edge, below + idle_height + 58, "elements a rank works on",
                                     [](double value) { return grouped(static_cast<Index>(std::llround(value))); });
        scene_.width = std::max(scene_.width, left_ + profile_width + detail::edge);
        scene_.height = detail::add_notes(scene_, notes(), legend) + detail::edge;
        return std::move(scene_);
    }

  private:
    [[nodiscard]] std::string title() const {
        return fmt::format("Work of each rank while {} runs from {} to {}", profile_.parameter, profile_.values.front(),
                           profile_.values.back());
    }

    [[nodiscard]] std::string line_name(std::size_t line) const {
        Run const positions = lines_[line];
        Rank const first = mapping_.grid().rank(positions.begin);
        if (positions.size() == 1) return fmt::format("{}", first);
        return fmt::format("{}-{}", first, mapping_.grid().rank(positions.end - 1));
    }

    /// Draws a line. Neighbouring values with the same number of elements form one rectangle.
    void add_line(std::size_t line) {
        double const y = top_ + line_ * static_cast<double>(line);
        auto const labels = detail::labelled_cells(lines_.size(), line_, 14);
        if (std::ranges::find(labels, static_cast<int>(line)) != labels.end())
            detail::add_text(scene_, left_ - 6, y + line_ / 2, line_name(line),
                             {.size = detail::tick_size, .anchor = SceneText::Anchor::End, .color = faint_ink});
        for (std::size_t begin = 0; begin < profile_.values.size();) {
            Index const most = busiest(line, begin);
            std::size_t end = begin + 1;
            while (end < profile_.values.size() && busiest(line, end) == most) ++end;
            add_cell(line, begin, end, y);
            begin = end;
        }
    }

    void add_cell(std::size_t line, std::size_t begin, std::size_t end, double y) {
        Index const most = busiest(line, begin);
        bool const one = lines_[line].size() == 1;
        std::string const when =
            end - begin == 1 ? fmt::format("{} = {}", profile_.parameter, profile_.values[begin])
                             : fmt::format("{} = {} to {}", profile_.parameter, profile_.values[begin], profile_.values[end - 1]);
        Index const rank = one ? mapping_.grid().rank(lines_[line].begin) : -1;
        auto const row = static_cast<Index>(line);
        scene_.rects.push_back({left_ + column_ * static_cast<double>(begin), y, column_ * static_cast<double>(end - begin),
                                line_ > 6 ? line_ - 1 : line_, most == 0 ? detail::blank : scale_.at(static_cast<double>(most)),
                                CellsTag{0, rank, {row, row + 1}, {static_cast<Index>(begin), static_cast<Index>(end)}},
                                fmt::format("{} {}, {}: {}{}", one ? "rank" : "ranks", line_name(line), when, one ? "" : "at most ",
                                            counted(most, "element"))});
    }

    [[nodiscard]] Index busiest(std::size_t line, std::size_t value) const {
        auto const& held = profile_.held[value];
        return *std::max_element(held.begin() + lines_[line].begin, held.begin() + lines_[line].end);
    }

    /// Draws bars from the bottom; the background is the time of all ranks.
    void add_idle(double y) {
        scene_.rects.push_back({left_, y, profile_width, idle_height, detail::blank, {}, {}});
        detail::add_text(scene_, left_ - 6, y + 7, "100 %", {.size = 10, .anchor = SceneText::Anchor::End, .color = faint_ink});
        detail::add_text(scene_, left_ - 6, y + idle_height / 2, "idle",
                         {.size = detail::tick_size, .anchor = SceneText::Anchor::End, .color = ink, .bold = true});
        detail::add_text(scene_, left_ - 6, y + idle_height - 6, "0 %",
                         {.size = 10, .anchor = SceneText::Anchor::End, .color = faint_ink});
        for (std::size_t value = 0; value < profile_.values.size(); ++value) {
            double const idle = profile_.idle_at(value);
            double const height = idle_height * idle;
            scene_.rects.push_back(
                {left_ + column_ * static_cast<double>(value),
                 y + idle_height - height,
                 column_,
                 height,
                 idle_color,
                 {},
                 fmt::format("{} = {}: {} of the ranks' time is idle", profile_.parameter, profile_.values[value], percent(idle))});
        }
    }

    void add_values(double y) {
        std::string const widest = fmt::format("{}", profile_.values.back());
        double const length = detail::text_width(widest, detail::tick_size) + 12;
        for (int const value : detail::labelled_cells(profile_.values.size(), column_, length))
            detail::add_text(scene_, left_ + column_ * (value + 0.5), y + 10, fmt::format("{}", profile_.values[as_size(value)]),
                             {.size = detail::tick_size, .anchor = SceneText::Anchor::Middle, .color = faint_ink});
        detail::add_text(scene_, left_ + profile_width, y + 27, profile_.parameter + " \u2192",
                         {.anchor = SceneText::Anchor::End, .bold = true});
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes{fmt::format(
            "If each step lasts until the busiest rank is done, ranks are idle for {} of their time.", percent(profile_.idle()))};
        if (lines_.front().size() > 1) notes.emplace_back("Each line covers several ranks, in the colour of the busiest.");
        if (profile_.values.size() > 1 && profile_.values[1] - profile_.values[0] > 1)
            notes.push_back(fmt::format("Only every {}th value is drawn; the idle time covers only these.",
                                        profile_.values[1] - profile_.values[0]));
        return notes;
    }

    Region const& region_;
    RegionProfile const& profile_;
    Mapping const& mapping_;
    std::vector<Run> lines_; // ranges of grid positions
    double line_;            // height
    double column_;          // width
    ColorScale scale_;
    Scene scene_;
    double left_ = detail::edge + room_of_names;
    double top_ = 0;
};

} // namespace

Scene profile_scene(Region const& region, RegionProfile const& profile, Mapping const& mapping) {
    return ProfileLayout(region, profile, mapping).run();
}

} // namespace tessera
