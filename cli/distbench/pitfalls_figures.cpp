// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the 27 redistributions of PITFALLS' Tables 1 and 2, with the published times.
#include "cli/distbench/method_figures.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

struct PitfallsGrid {
    int rows;
    int columns;
    [[nodiscard]] int ranks() const { return rows * columns; }
    [[nodiscard]] std::string text() const { return fmt::format("{}x{}", rows, columns); }
};

/// The block of the tables, the side of the square array, both grids, and milliseconds.
struct PitfallsLine {
    std::size_t block;
    int side;
    PitfallsGrid source;
    PitfallsGrid target;
    PublishedPair cm5;
    PublishedPair paragon;
};

/// B is BLOCK, C CYCLIC, BC(x) CYCLIC(x), A collapsed.
struct PitfallsBlock {
    std::string_view title;
    std::string_view from;
    std::string_view to;
};

constexpr std::array pitfalls_blocks{PitfallsBlock{"BC(3),B to C,BC(5)", "(cyclic(3),block)", "(cyclic,cyclic(5))"},
                                     PitfallsBlock{"BC(3),BC(7) to BC(5),C", "(cyclic(3),cyclic(7))", "(cyclic(5),cyclic)"},
                                     PitfallsBlock{"B,A to A,B", "(block,*)", "(*,block)"}};

constexpr std::array pitfalls_lines{
    PitfallsLine{0, 128, {4, 4}, {3, 5}, {23.91, 10.98}, {21.47, 12.56}},
    PitfallsLine{0, 128, {2, 6}, {3, 3}, {32.45, 11.30}, {26.30, 10.43}},
    PitfallsLine{0, 128, {3, 5}, {4, 3}, {26.28, 10.75}, {22.56, 11.62}},
    PitfallsLine{0, 256, {4, 4}, {3, 5}, {87.02, 35.70}, {66.42, 24.84}},
    PitfallsLine{0, 256, {2, 6}, {3, 3}, {125.72, 44.64}, {95.02, 30.64}},
    PitfallsLine{0, 256, {3, 5}, {4, 3}, {100.00, 40.20}, {75.01, 27.80}},
    PitfallsLine{0, 512, {4, 4}, {3, 5}, {344.16, 130.92}, {239.60, 102.05}},
    PitfallsLine{0, 512, {2, 6}, {3, 3}, {520.48, 168.56}, {364.69, 132.93}},
    PitfallsLine{0, 512, {3, 5}, {4, 3}, {396.89, 149.38}, {289.66, 101.17}},
    PitfallsLine{1, 128, {5, 2}, {4, 3}, {36.94, 16.56}, {25.47, 11.97}},
    PitfallsLine{1, 128, {3, 6}, {5, 2}, {33.40, 13.10}, {26.23, 12.90}},
    PitfallsLine{1, 128, {4, 5}, {3, 3}, {34.27, 15.86}, {26.47, 14.60}},
    PitfallsLine{1, 256, {5, 2}, {4, 3}, {140.12, 62.58}, {91.58, 33.32}},
    PitfallsLine{1, 256, {3, 6}, {5, 2}, {125.23, 44.87}, {85.97, 29.11}},
    PitfallsLine{1, 256, {4, 5}, {3, 3}, {126.07, 47.25}, {87.23, 32.64}},
    PitfallsLine{1, 512, {5, 2}, {4, 3}, {573.66, 231.96}, {354.83, 130.67}},
    PitfallsLine{1, 512, {3, 6}, {5, 2}, {498.43, 173.64}, {317.44, 109.84}},
    PitfallsLine{1, 512, {4, 5}, {3, 3}, {501.74, 174.73}, {331.56, 112.21}},
    PitfallsLine{2, 128, {8, 1}, {1, 16}, {29.62, 9.67}, {24.15, 8.60}},
    PitfallsLine{2, 128, {16, 1}, {1, 16}, {21.77, 8.16}, {20.42, 9.40}},
    PitfallsLine{2, 128, {10, 1}, {1, 18}, {26.51, 9.08}, {22.23, 8.55}},
    PitfallsLine{2, 256, {8, 1}, {1, 16}, {109.51, 33.60}, {88.36, 21.05}},
    PitfallsLine{2, 256, {16, 1}, {1, 16}, {75.84, 22.46}, {67.71, 18.63}},
    PitfallsLine{2, 256, {10, 1}, {1, 18}, {95.49, 29.96}, {74.38, 19.28}},
    PitfallsLine{2, 512, {8, 1}, {1, 16}, {441.90, 129.96}, {336.76, 75.30}},
    PitfallsLine{2, 512, {16, 1}, {1, 16}, {299.52, 80.04}, {232.57, 60.47}},
    PitfallsLine{2, 512, {10, 1}, {1, 18}, {372.34, 115.43}, {286.82, 62.83}},
};

/// A collapsed dimension has extent one in the grid, and no dimension in HPF's arrangement.
std::string arrangement(std::string_view formats, char name, PitfallsGrid grid) {
    bool const one_dimension = formats.find('*') != std::string_view::npos;
    return one_dimension ? fmt::format("{} onto {}({})", formats, name, grid.ranks())
                         : fmt::format("{} onto {}({},{})", formats, name, grid.rows, grid.columns);
}

MethodRow row_of_line(PitfallsLine const& line, PitfallsBlock const& block) {
    return {.label = fmt::format("{0} x {0}, {1} to {2}", line.side, line.source.text(), line.target.text()),
            .ranks = std::max(line.source.ranks(), line.target.ranks()),
            .array = fmt::format("real*8 A({0},{0})", line.side),
            .from = arrangement(block.from, 'P', line.source),
            .to = arrangement(block.to, 'Q', line.target),
            .cm5 = line.cm5,
            .paragon = line.paragon};
}

} // namespace

std::vector<MethodFigure> pitfalls_figures() {
    std::vector<MethodFigure> figures;
    for (std::size_t number = 0; number < pitfalls_blocks.size(); ++number) {
        PitfallsBlock const& block = pitfalls_blocks[number];
        MethodFigure figure{.name = std::string(block.title),
                            .title = "doubles",
                            .says = "",
                            .rows_are = "array, grids",
                            .contenders = {{"naive", "naive"}, {"PITFALLS", "pitfalls"}, {"kept", "pitfalls", true}},
                            .rows = {}};
        for (PitfallsLine const& line : pitfalls_lines)
            if (line.block == number) figure.rows.push_back(row_of_line(line, block));
        figures.push_back(std::move(figure));
    }
    return figures;
}

} // namespace tessera::cli
