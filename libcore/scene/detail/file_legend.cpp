// SPDX-License-Identifier: BSD-3-Clause
// Tessera: legend and notes below the picture of a file.
#include "libcore/scene/detail/file_legend.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tessera::detail {
namespace {

using Anchor = SceneText::Anchor;

constexpr std::size_t most_swatches = 16;
constexpr std::size_t most_sentences = 8;

/// Returns the ranks that want elements or have a domain.
std::set<Rank> ranks_shown(IoPlan const& plan) {
    std::set<Rank> ranks;
    for (Fad::Member const& member : plan.fad().members())
        if (!member.section.empty()) ranks.insert(member.rank);
    if (plan.two_phase() != nullptr)
        ranks.insert(plan.two_phase()->domains().ranks().begin(), plan.two_phase()->domains().ranks().end());
    return ranks;
}

bool touches_in_vain(IoPlan const& plan) {
    return plan.settings().access != Access::Direct;
}

/// Returns whether more ranks want some cell, or have parts of it in their domains, than the picture can show.
bool has_crowds(FileMap const& map) {
    auto const crowded = [](FileCell const& cell) { return cell.demands.size() > most_file_stripes || cell.shared_domain; };
    auto const any = [&](FileLines const& lines) {
        return std::ranges::any_of(lines.lines, [&](auto const& cells) { return std::ranges::any_of(cells, crowded); });
    };
    return any(map.detail()) || (map.overview() && any(*map.overview()));
}

bool has_repetition(FileMap const& map) {
    auto const repeated = [](FileCell const& cell) { return cell.accesses > cell.touched; };
    return std::ranges::any_of(map.detail().lines, [&](auto const& cells) { return std::ranges::any_of(cells, repeated); });
}

struct Shares {
    Index messages = 0;
    Index bytes = 0;
};

/// Returns the bytes that a two-phase request carries for other ranks.
Shares shares_of_others(IoPlan const& plan, FileRequest const& each) {
    Shares shares;
    if (plan.two_phase() == nullptr) return shares;
    plan.two_phase()->for_each_share(each.positions, [&](Fad::Member const& member, Index elements) {
        if (member.rank == each.request.rank) return;
        ++shares.messages;
        shares.bytes += elements * plan.fad().layout().element_bytes();
    });
    return shares;
}

std::vector<std::string> sentences_of_phase(FileMap const& map, Index phase) {
    IoPlan const& plan = map.plan();
    bool const reads = plan.direction() == IoDirection::Read;
    std::vector<std::string> sentences;
    Index left_out = 0;
    for (FileRequest const& each : map.requests()) {
        IoRequest const& request = each.request;
        if (request.phase != phase) continue;
        if (sentences.size() == most_sentences && ++left_out > 0) continue;
        auto const [messages, bytes] = shares_of_others(plan, each);
        std::string const verb = request.kind == IoKind::Read    ? "reads"
                                 : request.kind == IoKind::Write ? "writes"
                                                                 : "reads and writes";
        std::string text =
            fmt::format("rank {} {} {} from byte {}, {} of it needed", request.rank, verb, bytes_text(request.bytes.size()),
                        grouped(request.bytes.begin), percent_text(request.useful, request.bytes.size()));
        if (messages > 0)
            text += fmt::format("; {} {} {} {}", reads ? "sends" : "gets", bytes_text(bytes), reads ? "to" : "from",
                                counted(messages, "rank"));
        sentences.push_back(std::move(text));
    }
    if (left_out > 0) sentences.push_back(fmt::format("... and {} more", left_out));
    return sentences;
}

} // namespace

std::string bytes_text(Index bytes) {
    return short_bytes(static_cast<double>(bytes));
}

double add_file_legend(Scene& scene, FileMap const& map, FileView const& view, double left, double y) {
    auto const ranks = ranks_shown(map.plan());
    double x = left;
    std::size_t shown = 0;
    for (Rank const rank : ranks) {
        if (shown++ == most_swatches) break;
        x = add_swatch(scene, x, y, rank_color(rank), fmt::format("rank {}", rank)) + 14;
        if (x > left + view.width - 60) {
            x = left;
            y += 20;
        }
    }
    if (ranks.size() > most_swatches)
        add_text(scene, x, y, fmt::format("... of {} ranks", ranks.size()), {caption_size, Anchor::Start, faint_ink});
    SwatchLines swatches(scene, left, x > left ? y + 20 : y);
    if (touches_in_vain(map.plan()))
        swatches.add(unneeded_color,
                     map.plan().direction() == IoDirection::Read ? "read, not needed" : "read and written back unchanged");
    if (has_crowds(map)) swatches.add(several_color, "several ranks");
    swatches.add(blank, "not touched");
    return swatches.below() - 2;
}

std::vector<std::string> file_notes(FileMap const& map, FileView const& view) {
    FileLayout const& layout = map.plan().fad().layout();
    std::vector<std::string> notes;
    Index const cell = map.detail().cell * layout.element_bytes();
    std::string scale = fmt::format("One cell is {}. The height of a colour is its share.", bytes_text(cell));
    if (map.plan().two_phase() != nullptr) scale += " Below each line: the rank of the file domain.";
    notes.push_back(std::move(scale));
    if (has_repetition(map)) notes.push_back("\u00d7 after a line: how many times its bytes are touched, on average.");
    if (map.is_crowded() && touches_in_vain(map.plan()))
        notes.push_back(fmt::format("{} requests are too many to examine, so unneeded bytes are not shown.",
                                    grouped(map.plan().totals().requests())));
    if (view.marked)
        notes.push_back(fmt::format("Thick frame: bytes {} to {}.", grouped(layout.byte(*view.marked)),
                                    grouped(layout.byte(*view.marked) + layout.element_bytes() - 1)));
    if (!view.phase) return notes;
    notes.emplace_back("Framed: this step. Faint: later steps.");
    for (std::string& sentence : sentences_of_phase(map, *view.phase)) notes.push_back(std::move(sentence));
    return notes;
}

} // namespace tessera::detail
