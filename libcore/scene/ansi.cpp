// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership pictures made of terminal characters.
#include "libcore/scene/ansi.hpp"

#include "libcore/scene/detail/ticks.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr Index most_rows = 48; // more rows are not useful on any screen

int digits(Index number) {
    return static_cast<int>(fmt::formatted_size("{}", number));
}

int label_digits(Mapping const& mapping, int dim) {
    auto const d = as_size(dim);
    Index const lower = mapping.array().lower[d];
    return std::max(digits(lower), digits(lower + std::max<Index>(mapping.array().extents[d], 1) - 1));
}

std::string color_code(Color color, bool background, ColorDepth depth) {
    int const layer = background ? 48 : 38;
    if (depth == ColorDepth::TrueColor) return fmt::format("\x1b[{};2;{};{};{}m", layer, color.red, color.green, color.blue);
    return fmt::format("\x1b[{};5;{}m", layer, palette256_index(color));
}

/// Text and colour of one cell before painting.
struct CellText {
    std::string text;
    std::optional<Color> background;
};

CellText text_of(PictureCell const& cell, int width) {
    auto const columns = as_size(width);
    if (cell.blank) return {fmt::format("{:<{}}", ".", columns), std::nullopt};
    if (cell.purity == AxisCell::Purity::Several) return {std::string(columns, ':'), neutral};
    Rank const rank = cell.ranks.front();
    bool const mostly = cell.purity == AxisCell::Purity::Mostly;
    char const mark = mostly ? '~' : cell.ranks.size() > 1 ? '+' : ' ';
    std::string text = fmt::format("{}{}", rank, mark);
    if (text.size() > columns) text.pop_back(); // a tight cell has no column for the mark; its colour still shows the purity
    Color const color = rank_color(rank);
    return {fmt::format("{:>{}}", text, columns), mostly ? blend(color, neutral, 0.5) : color};
}

/// Returns the line of labels above the cells, each at the left edge of its column.
TextPicture::Line header(OwnershipGrid const& grid, int margin, int width) {
    std::string line(as_size(margin), ' ');
    for (int const column : column_ticks(grid, width)) {
        line.resize(as_size(margin + column * width), ' ');
        line += std::to_string(grid.column_index(column));
    }
    return {line, static_cast<int>(line.size())};
}

TextPicture::Line row_line(OwnershipGrid const& grid, int row, int margin, int width, ColorDepth depth) {
    bool const has_label = grid.view().row_dim || grid.is_wrapped();
    TextPicture::Line line{fmt::format("{:>{}} ", has_label ? std::to_string(grid.row_index(row)) : "", margin - 1), margin};
    for (int column = 0; column < grid.columns(); ++column) {
        auto const cell = grid.cell(row, column);
        if (!cell) break;
        auto const [text, background] = text_of(*cell, width);
        line.text += background ? painted(text, *background, depth) : text;
        line.width += width;
    }
    if (depth == ColorDepth::None) {
        line.text.erase(line.text.find_last_not_of(' ') + 1);
        line.width = static_cast<int>(line.text.size());
    }
    return line;
}

} // namespace

std::string painted(std::string const& text, Color background, ColorDepth depth) {
    if (depth == ColorDepth::None) return text;
    return color_code(background, true, depth) + color_code(text_color_on(background), false, depth) + text + "\x1b[0m";
}

int TextPicture::width() const {
    int widest = 0;
    for (Line const& line : lines) widest = std::max(widest, line.width);
    return widest;
}

int cell_width(Mapping const& mapping, bool tight) {
    return digits(mapping.grid().max_rank()) + (tight ? 0 : 1);
}

int margin_width(Mapping const& mapping, OwnershipView const& view) {
    bool const wrapped_or_labelled = view.row_dim || view.columns.count > 1;
    return wrapped_or_labelled ? label_digits(mapping, view.row_dim.value_or(view.column_dim)) + 1 : 1;
}

CellLayout fit_cells(Mapping const& mapping, OwnershipView const& view, int width) {
    int const room = std::max(width - margin_width(mapping, view), 1);
    auto const columns = [&](bool tight) { return std::max<Index>(room / cell_width(mapping, tight), 1); };
    bool const copies = mapping.replicas() > 1; // their mark needs the gap
    bool const tight = view.row_dim && !copies && view.columns.count > columns(false) && view.columns.count <= columns(true) &&
                       view.rows.count <= most_rows;
    return {{most_rows, columns(tight)}, tight};
}

TextPicture paint_cells(OwnershipGrid const& grid, bool tight, ColorDepth depth) {
    int const width = cell_width(grid.mapping(), tight);
    int const margin = margin_width(grid.mapping(), grid.view());
    TextPicture picture;
    if (!grid.is_wrapped()) picture.lines.push_back(header(grid, margin, width));
    for (int row = 0; row < grid.rows(); ++row) picture.lines.push_back(row_line(grid, row, margin, width, depth));
    return picture;
}

TextPicture beside(TextPicture const& left, TextPicture const& right, int gap) {
    TextPicture both;
    int const column = left.width() + gap;
    for (std::size_t i = 0; i < std::max(left.lines.size(), right.lines.size()); ++i) {
        TextPicture::Line line = i < left.lines.size() ? left.lines[i] : TextPicture::Line{};
        if (i < right.lines.size()) {
            line.text += std::string(as_size(column - line.width), ' ') + right.lines[i].text;
            line.width = column + right.lines[i].width;
        }
        both.lines.push_back(line);
    }
    return both;
}

TextPicture::Line rank_swatch(Rank rank, int width, ColorDepth depth) {
    return {painted(fmt::format("{:>{}} ", rank, width - 1), rank_color(rank), depth), width};
}

} // namespace tessera
