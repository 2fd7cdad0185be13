// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange of one round of two-phase access.
#include "libcore/scene/detail/round_exchange.hpp"

#include "libcore/base/sort_unique.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/arrow.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/file_legend.hpp"
#include "libcore/scene/files/file_round.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {
namespace {

constexpr std::size_t most_ranks_in_a_row = 32;
constexpr double widest_rank = 46;
constexpr double rank_height = 22;
constexpr double gap_of_rows = 92;
constexpr double bar_height = 6;
constexpr double thinnest_arrow = 1.2;
constexpr double thickest_arrow = 4;

/// Returns all participating ranks, ascending. Each has a position in both rows.
std::vector<Rank> ranks_of(FileRound const& round) {
    std::vector<Rank> ranks = round.accesses;
    for (FileRound::Share const& share : round.shares) ranks.push_back(share.rank);
    sort_unique(ranks);
    return ranks;
}

class Exchange {
  public:
    Exchange(Scene& scene, FileRound round, bool reads, double left, double width)
        : scene_(scene), round_(std::move(round)), ranks_(ranks_of(round_)), reads_(reads), left_(left),
          pitch_(width / static_cast<double>(std::max<std::size_t>(ranks_.size(), 1))) {}

    [[nodiscard]] bool is_drawn() const { return ranks_.size() <= most_ranks_in_a_row; }

    double draw(double y) {
        double const above = y + 18;
        double const below = above + rank_height + gap_of_rows;
        add_text(scene_, left_, y, heading(), {caption_size, SceneText::Anchor::Start, ink, true});
        add_text(scene_, left_ - 8, above + rank_height / 2, reads_ ? "reads" : "writes",
                 {tick_size, SceneText::Anchor::End, faint_ink});
        add_text(scene_, left_ - 8, below + rank_height / 2, reads_ ? "needs" : "sends",
                 {tick_size, SceneText::Anchor::End, faint_ink});
        for (Rank const rank : round_.accesses) add_rank(rank, above, fmt::format("rank {} accesses the file", rank));
        for (FileRound::Share const& share : round_.shares) add_share(share, below);
        for (IoMessage const& message : round_.messages) add_message(message, above, below);
        return below + rank_height + bar_height + 36;
    }

    /// Adds a sentence instead of a picture with too many details.
    double say_how_much(double y) {
        Index bytes = 0;
        for (IoMessage const& message : round_.messages) bytes += message.bytes;
        std::string const much = fmt::format("{} between {} carry {}; too many to draw, the most is {} ranks",
                                             counted(std::ssize(round_.messages), "message"), counted(std::ssize(ranks_), "rank"),
                                             scaled_bytes(bytes), most_ranks_in_a_row);
        add_text(scene_, left_, y, much, {caption_size, SceneText::Anchor::Start, ink});
        return y + 24;
    }

  private:
    [[nodiscard]] std::string heading() const {
        return reads_ ? "Ranks that read send data to those that need it. Bars: the share that each has received."
                      : "Ranks send data to those that write. Bars: the share that each has sent.";
    }
    [[nodiscard]] double width() const { return std::min(0.8 * pitch_, widest_rank); }
    [[nodiscard]] double middle(Rank rank) const {
        auto const place = std::ranges::lower_bound(ranks_, rank) - ranks_.begin();
        return left_ + pitch_ * (static_cast<double>(place) + 0.5);
    }

    void add_rank(Rank rank, double y, std::string const& tooltip) {
        SceneRect const rect{middle(rank) - width() / 2, y, width(), rank_height, rank_color(rank), {}, tooltip};
        scene_.rects.push_back(rect);
        add_label(scene_, rect, std::to_string(rank), 0.9, 13);
    }

    void add_share(FileRound::Share const& share, double y) {
        std::string const text = fmt::format("{} of {}", bytes_text(share.done), bytes_text(share.all));
        add_rank(share.rank, y, fmt::format("rank {} has {} {}", share.rank, reads_ ? "received" : "sent", text));
        double const part = static_cast<double>(share.done) / static_cast<double>(share.all);
        double const x = middle(share.rank) - width() / 2;
        scene_.rects.push_back({x, y + rank_height + 2, width(), bar_height, neutral, {}, text});
        scene_.rects.push_back({x, y + rank_height + 2, part * width(), bar_height, ink, {}, text});
        std::string const percent = percent_text(share.done, share.all);
        if (text_width(percent, tick_size) < 0.96 * pitch_)
            add_text(scene_, middle(share.rank), y + rank_height + bar_height + 10, percent,
                     {tick_size, SceneText::Anchor::Middle, faint_ink});
    }

    void add_message(IoMessage const& message, double above, double below) {
        Index most = 1;
        for (IoMessage const& each : round_.messages) most = std::max(most, each.bytes);
        double const share = static_cast<double>(message.bytes) / static_cast<double>(most);
        bool const stays = message.from == message.to;
        Stroke const stroke{stays ? neutral : rank_color(message.from), thinnest_arrow + share * (thickest_arrow - thinnest_arrow)};
        Point const up{middle(reads_ ? message.from : message.to), above + rank_height + 1};
        Point const down{middle(reads_ ? message.to : message.from), below - 2};
        Point const from = reads_ ? up : Point{down.x, down.y + 1};
        Point const to = reads_ ? down : Point{up.x, up.y + 1};
        Point const end = add_arrow_head(scene_, from, to, stroke);
        std::string const text =
            stays ? fmt::format("rank {} keeps {}", message.from, bytes_text(message.bytes))
                  : fmt::format("rank {} sends {} to rank {}", message.from, bytes_text(message.bytes), message.to);
        scene_.lines.push_back({from.x, from.y, end.x, end.y, stroke.color, stroke.width, 1, {}, text});
    }

    Scene& scene_;
    FileRound round_;
    std::vector<Rank> ranks_;
    bool reads_;
    double left_;
    double pitch_;
};

} // namespace

double add_round_exchange(Scene& scene, FileMap const& map, Index phase, double left, double y, double width) {
    if (map.plan().two_phase() == nullptr || map.is_crowded()) return y;
    Exchange exchange(scene, round_of(map, phase), map.plan().direction() == IoDirection::Read, left, width);
    return exchange.is_drawn() ? exchange.draw(y + 4) : exchange.say_how_much(y + 4);
}

} // namespace tessera::detail
