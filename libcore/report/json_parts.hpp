// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of JSON that several reports use.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/sets/box_set.hpp"

namespace tessera {

/// Writes {"name","type","shape","lower","order"}.
void write_array(JsonWriter& json, ArraySpec const& array);

/// Writes the FALLS of a set; `lower` is added to its elements.
void write_set(JsonWriter& json, PeriodicSet const& set, Index lower);

/// Writes one list of FALLS {"first","last","length","stride","count"} per dimension, in the array's own bounds; last = first +
/// length - 1.
void write_box(JsonWriter& json, BoxSet const& box, ArraySpec const& array);

} // namespace tessera
