// SPDX-License-Identifier: BSD-3-Clause
// Tessera: dates and time spans stored as numbers with attributes of netCDF's CF conventions.
#pragma once

#include "libcore/files/store/array_notes.hpp"

#include <string_view>
#include <vector>

namespace tessera {

/// Returns whether CF attributes can express a type "M8[s]" or "m8[s]" (ArrayNotes::times). False for units without a fixed length,
/// such as months.
[[nodiscard]] bool has_cf_units(std::string_view times);

/// Moves the attributes "units", "calendar" and "numpy_dtype" into `times`. The last one distinguishes them from attributes of a
/// user.
void take_times(ArrayNotes& notes, ElementType const& type);
/// Inverse of take_times(): returns those attributes.
[[nodiscard]] std::vector<Attribute> attributes_of_times(std::string_view times);

/// Sets `times` from the element type. If attributes already give units, `times` is added to `lost` instead.
void set_times(ArrayNotes& notes, std::string times, std::vector<std::string>& lost);

/// is_no_time() returns whether the fill value is numpy's NaT. has_implicit_fill() returns whether it is NaT implicitly, as in all
/// times in nanoseconds: an attribute `_FillValue` would make readers round them to doubles.
[[nodiscard]] bool is_no_time(ArrayNotes const& notes);
[[nodiscard]] bool has_implicit_fill(ArrayNotes const& notes);
/// Sets the fill value to numpy's NaT.
void give_no_time(ArrayNotes& notes);
/// Sets the fill value of times in nanoseconds to NaT, if there is none.
void take_implicit_fill(ArrayNotes& notes);

} // namespace tessera
