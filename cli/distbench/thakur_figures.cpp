// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the experiments of Thakur's chapter 3, with its statements on the fastest methods, as the paper only has plots.
#include "cli/distbench/method_figures.hpp"

#include <fmt/format.h>
#include <initializer_list>

namespace tessera::cli {
namespace {

constexpr int million = 1 << 20; // "1M integers"

/// Redistributes a whole dimension from one format to another, on each of these numbers of ranks.
std::vector<MethodRow> rows_by_ranks(std::string_view from, std::string_view to, std::initializer_list<int> ranks) {
    std::vector<MethodRow> rows;
    for (int const n : ranks)
        rows.push_back({.label = fmt::to_string(n),
                        .ranks = n,
                        .array = fmt::format("integer A({})", million),
                        .from = fmt::format("({}) onto P({})", from, n),
                        .to = fmt::format("({}) onto P({})", to, n)});
    return rows;
}

/// Redistributes a square of 1K x 1K integers from one format in both dimensions to another, on square grids.
std::vector<MethodRow> rows_by_grids(std::string_view from, std::string_view to, std::initializer_list<int> sides) {
    std::vector<MethodRow> rows;
    for (int const n : sides)
        rows.push_back({.label = fmt::format("{0}x{0}", n),
                        .ranks = n * n,
                        .array = "integer A(1024,1024)",
                        .from = fmt::format("({0},{0}) onto P({1},{1})", from, n),
                        .to = fmt::format("({0},{0}) onto P({1},{1})", to, n)});
    return rows;
}

std::vector<MethodRow> rows_by_extents(std::string_view from, std::string_view to, int ranks, std::initializer_list<int> extents) {
    std::vector<MethodRow> rows;
    for (int const extent : extents)
        rows.push_back({.label = fmt::to_string(extent),
                        .ranks = ranks,
                        .array = fmt::format("integer A({})", extent),
                        .from = fmt::format("({}) onto P({})", from, ranks),
                        .to = fmt::format("({}) onto P({})", to, ranks)});
    return rows;
}

std::vector<MethodContender> receiving_contenders() {
    return {{"async", "direct"}, {.label = "sync", .method = "direct", .receive = Receive::Sync}};
}

std::vector<MethodContender> cyclic_contenders() {
    return {{"lcm", "lcm"},
            {"gcd", "gcd"},
            {"general", "general"},
            {"naive", "naive"},
            {"lcm, kept", "lcm", true},
            {"gcd, kept", "gcd", true},
            {"general, kept", "general", true}};
}

MethodFigure receiving_figure(std::string name, std::string_view from, std::string_view to) {
    return {.name = std::move(name),
            .title = fmt::format("{} to {}, 2^20 integers: messages unpacked as they arrive, or after the last", from, to),
            .says = "async wins",
            .rows_are = "ranks",
            .contenders = receiving_contenders(),
            .rows = rows_by_ranks(from, to, {8, 16})};
}

MethodFigure fig_3_19() {
    return {.name = "Fig. 3.19",
            .title = "cyclic(11) to cyclic(3) on 16 ranks (64 in the paper), arrays of several sizes",
            .says = "general wins for short arrays, lcm for long ones",
            .rows_are = "integers",
            .contenders = {{"lcm", "lcm"}, {"general", "general"}, {"naive", "naive"}},
            .rows = rows_by_extents("cyclic(11)", "cyclic(3)", 16, {1 << 14, 1 << 17, million})};
}

MethodFigure fig_3_20() {
    return {.name = "Fig. 3.20",
            .title = "(block,block) to (cyclic,cyclic), 1024 x 1024 integers",
            .says = "indirect wins, though all is sent twice",
            .rows_are = "grid",
            .contenders = {{"direct", "direct"},
                           {"indirect", "indirect"},
                           {"naive", "naive"},
                           {"direct, kept", "direct", true},
                           {"indirect, kept", "indirect", true}},
            .rows = rows_by_grids("block", "cyclic", {2, 4})};
}

MethodFigure fig_3_21() {
    return {.name = "Fig. 3.21",
            .title = "(cyclic(11),cyclic(11)) to (cyclic(3),cyclic(3)), 1024 x 1024 integers",
            .says = "indirect wins, then indirect with lcm in each dimension, and direct is much slower",
            .rows_are = "grid",
            .contenders = {{"direct", "direct"},
                           {"indirect", "indirect"},
                           {.label = "indirect, lcm", .method = "indirect", .each_phase_by = "lcm"},
                           {"naive", "naive"},
                           {"direct, kept", "direct", true},
                           {"indirect, kept", "indirect", true}},
            .rows = rows_by_grids("cyclic(11)", "cyclic(3)", {2, 4})};
}

MethodFigure fig_3_22() {
    using enum MethodContender::WayBack;
    return {.name = "Fig. 3.22",
            .title = "cyclic(11) to cyclic(3) and back, 2^20 integers",
            .says = "saved wins, considerably",
            .rows_are = "ranks",
            .contenders = {{.label = "planned twice", .method = "general", .way_back = Planned},
                           {.label = "saved", .method = "general", .way_back = Saved},
                           {.label = "kept", .method = "general", .kept = true, .way_back = Saved}},
            .rows = rows_by_ranks("cyclic(11)", "cyclic(3)", {4, 8, 16})};
}

} // namespace

std::vector<MethodFigure> thakur_figures() {
    return {receiving_figure("Fig. 3.7", "cyclic", "block"),
            receiving_figure("Fig. 3.10", "cyclic(4)", "cyclic(2)"),
            receiving_figure("Fig. 3.13", "cyclic(2)", "cyclic(4)"),
            {.name = "Fig. 3.17",
             .title = "cyclic(15) to cyclic(10), 2^20 integers",
             .says = "lcm wins, then gcd, then general",
             .rows_are = "ranks",
             .contenders = cyclic_contenders(),
             .rows = rows_by_ranks("cyclic(15)", "cyclic(10)", {4, 8, 16})},
            {.name = "Fig. 3.18",
             .title = "cyclic(11) to cyclic(3), 2^20 integers",
             .says = "lcm wins, then general, then gcd",
             .rows_are = "ranks",
             .contenders = cyclic_contenders(),
             .rows = rows_by_ranks("cyclic(11)", "cyclic(3)", {4, 8, 16})},
            fig_3_19(),
            fig_3_20(),
            fig_3_21(),
            fig_3_22()};
}

} // namespace tessera::cli
