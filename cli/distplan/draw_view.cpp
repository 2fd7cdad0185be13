// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of an array that distplan draw shows.
#include "cli/distplan/draw_view.hpp"

#include "cli/distplan/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Parses "1,3": two different dimensions, 1-based.
Result<std::pair<int, int>> parse_axes(std::string_view text, int dims) {
    auto const comma = text.find(',');
    auto const row = parse_number(text.substr(0, comma));
    auto const column = parse_number(comma == std::string_view::npos ? "" : text.substr(comma + 1));
    auto const valid = [&](Result<Index> const& axis) { return axis && *axis >= 1 && *axis <= dims; };
    if (!valid(row) || !valid(column) || *row == *column)
        return fail(fmt::format("--axes: '{}' does not name two different dimensions from 1 to {}, e.g. --axes 1,2", text, dims));
    return std::pair(static_cast<int>(*row) - 1, static_cast<int>(*column) - 1);
}

Result<void> choose_axes(OwnershipView& view, std::string_view text, ArraySpec const& array) {
    if (array.dims() < 2) return fail(fmt::format("--axes: {} has one dimension only", array.name));
    auto const axes = TRY(parse_axes(text, array.dims()));
    view.row_dim = axes.first;
    view.column_dim = axes.second;
    view.rows = {0, 1, array.extents[as_size(axes.first)]};
    view.columns = {0, 1, array.extents[as_size(axes.second)]};
    return {};
}

/// Restricts the drawn dimensions to the section. Other dimensions are at the section's first index.
Result<void> cut_section(OwnershipView& view, std::string_view text, ArraySpec const& array) {
    auto const section = TRY(parse_section(text, array));
    for (CopyAxis const& axis : section.axes) {
        CopySide const& side = *axis.source;
        CopyMap::Range const range{side.start, side.step, axis.extent};
        if (view.row_dim == side.dim)
            view.rows = range;
        else if (view.column_dim == side.dim)
            view.columns = range;
        else
            view.fixed[as_size(side.dim)] = side.start;
    }
    return {};
}

} // namespace

Result<OwnershipView> view_of(Arguments const& arguments, ArraySpec const& array) {
    OwnershipView view = OwnershipView::of(array);
    if (auto const axes = arguments.text("axes")) TRY(choose_axes(view, *axes, array));
    if (auto const section = arguments.text("section")) TRY(cut_section(view, *section, array));
    if (auto const at = arguments.text("at")) view.fixed = TRY(parse_index(*at, array));
    view.only = TRY(chosen_rank(arguments));
    return view;
}

std::vector<OptionSpec> picture_options() {
    std::string const group = "Options";
    return {
        {.name = "axes",
         .kind = ValueKind::Text,
         .placeholder = "R,C",
         .help = "dimensions to draw as rows and as columns",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "at",
         .kind = ValueKind::Text,
         .placeholder = "I,J,...",
         .help = "indices of the dimensions that are not drawn",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "svg",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write an SVG picture; - is standard output",
         .group = group,
         .subcommands = {"draw"}},
        {.name = "animate",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "write a page for browsers that plays the exchange; - is standard output",
         .group = group,
         .subcommands = {"draw"}},
    };
}

} // namespace tessera::cli
