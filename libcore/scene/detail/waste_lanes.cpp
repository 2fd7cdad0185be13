// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what each rank accesses of a file, and how much of it is wanted.
#include "libcore/scene/detail/waste_lanes.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/sort_unique.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/file_legend.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {
namespace {

constexpr std::size_t most_waste_lanes = 16;
constexpr Index waste_columns = 225;
constexpr double waste_lane_height = 14;
constexpr double waste_lane_pitch = 18;

Fad::Member const* member_of(FileMap const& map, Rank rank) {
    for (Fad::Member const& member : map.plan().fad().members())
        if (member.rank == rank) return &member;
    return nullptr;
}

/// Returns the ranks with requests, ascending.
std::vector<Rank> asking_ranks(FileMap const& map) {
    std::vector<Rank> ranks;
    for (FileRequest const& each : map.requests()) ranks.push_back(each.request.rank);
    sort_unique(ranks);
    return ranks;
}

/// Returns "rank 3: 13 % of 4.2 MiB wanted".
std::string waste_words(FileMap const& map, Rank rank) {
    Index touched = 0;
    Index useful = 0;
    for (FileRequest const& each : map.requests())
        if (each.request.rank == rank) {
            touched += each.request.bytes.size();
            useful += each.request.useful;
        }
    return fmt::format("{} of {}", percent_text(useful, touched), short_bytes(static_cast<double>(touched)));
}

} // namespace

std::vector<WastePiece> waste_of(FileMap const& map, Rank rank, Run shown, Index columns) {
    std::vector<WastePiece> pieces;
    Fad::Member const* const member = member_of(map, rank);
    Index const length = std::max<Index>(ceil_div(shown.size(), columns), 1);
    for (FileRequest const& each : map.requests()) {
        if (each.request.rank != rank) continue;
        Run const seen = intersection(each.positions, shown);
        for (Index at = seen.begin; at < seen.end;) {
            Index const end = std::min(seen.end, shown.begin + ((at - shown.begin) / length + 1) * length);
            pieces.push_back({{at, end}, member ? member->section.count_in({at, end}) : 0});
            at = end;
        }
    }
    return pieces;
}

double add_waste_lanes(Scene& scene, FileMap const& map, double left, double y, double width) {
    if (map.plan().settings().access != Access::Sieve || map.is_crowded()) return y;
    std::vector<Rank> const ranks = asking_ranks(map);
    Run const shown = map.detail().positions;
    if (ranks.empty() || shown.empty()) return y;
    bool const reads = map.plan().direction() == IoDirection::Read;
    add_text(scene, left, y,
             reads ? "bytes that each rank reads, and the part it needs"
                   : "bytes that each rank writes, and the part that is its own",
             {caption_size, SceneText::Anchor::Start, ink, true});
    y += 16;
    double const scale = width / static_cast<double>(shown.size());
    for (std::size_t i = 0; i < std::min(ranks.size(), most_waste_lanes); ++i) {
        Rank const rank = ranks[i];
        add_text(scene, left - 8, y + waste_lane_height / 2, fmt::format("rank {}", rank),
                 {tick_size, SceneText::Anchor::End, faint_ink});
        scene.rects.push_back({left, y, width, waste_lane_height, blank, {}, {}});
        for (WastePiece const& piece : waste_of(map, rank, shown, waste_columns)) {
            double const x = left + scale * static_cast<double>(piece.positions.begin - shown.begin);
            double const w = std::max(scale * static_cast<double>(piece.positions.size()), 0.5);
            double const share = static_cast<double>(piece.wanted) / static_cast<double>(piece.positions.size());
            double const own = piece.wanted > 0 ? std::max(share * waste_lane_height, 2.0) : 0;
            scene.rects.push_back(
                {x,
                 y,
                 w,
                 waste_lane_height,
                 unneeded_color,
                 {},
                 fmt::format("rank {}: {} of these bytes are needed", rank, percent_text(piece.wanted, piece.positions.size()))});
            if (own > 0) scene.rects.push_back({x, y + waste_lane_height - own, w, own, rank_color(rank), {}, {}});
        }
        add_text(scene, left + width + 6, y + waste_lane_height / 2, waste_words(map, rank),
                 {tick_size, SceneText::Anchor::Start, ink});
        y += waste_lane_pitch;
    }
    if (ranks.size() > most_waste_lanes)
        y = add_notes(scene, {fmt::format("... and {} more ranks", ranks.size() - most_waste_lanes)}, y + 8);
    return y + 8;
}

} // namespace tessera::detail
