// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of the steps in the chart of a schedule.
#include "libcore/report/detail/chart_columns.hpp"

#include <algorithm>
#include <vector>

namespace tessera::detail {

void write_pixel_rect(JsonWriter& json, PixelRect const& rect) {
    for (double const each : {rect.x, rect.y, rect.width, rect.height}) json.value(each);
}

void write_chart_columns(JsonWriter& json, Scene const& chart, int steps) {
    std::vector<PixelRect> columns(as_size(steps));
    for (SceneRect const& rect : chart.rects) {
        auto const* const cell = std::get_if<StepsTag>(&rect.tag);
        if (!cell) continue;
        Run const shown = intersection(cell->steps, Run{0, steps});
        for (Index step = shown.begin; step < shown.end; ++step) {
            PixelRect& column = columns[as_size(step)];
            if (column.width == 0) column = {rect.x, rect.y, rect.width, rect.height};
            double const right = std::max(column.x + column.width, rect.x + rect.width);
            double const bottom = std::max(column.y + column.height, rect.y + rect.height);
            column.x = std::min(column.x, rect.x);
            column.y = std::min(column.y, rect.y);
            column.width = right - column.x;
            column.height = bottom - column.y;
        }
    }
    json.key("columns");
    json.begin_list();
    for (PixelRect const& column : columns) {
        json.begin_array();
        write_pixel_rect(json, column);
        json.end_array();
    }
    json.end_array();
}

} // namespace tessera::detail
