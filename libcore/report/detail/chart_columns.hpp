// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of the steps in the chart of a schedule.
#pragma once

#include "libcore/report/json_writer.hpp"
#include "libcore/scene/messages/flight_paths.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::detail {

/// Writes x, y, width and height as four values.
void write_pixel_rect(JsonWriter& json, PixelRect const& rect);

/// Writes the entry "columns": by step [x, y, width, height] in the chart, zeros for a step that is not drawn.
void write_chart_columns(JsonWriter& json, Scene const& chart, int steps);

} // namespace tessera::detail
