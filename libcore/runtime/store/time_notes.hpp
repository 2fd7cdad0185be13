// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers that are dates or spans of time, as the attributes of netCDF's conventions (CF) say it.
#pragma once

#include "libcore/runtime/store/array_notes.hpp"

#include <string_view>
#include <vector>

namespace tessera {

/// Can attributes say "M8[s]" or "m8[s]" (ArrayNotes::times)? Units without one length, such as months, they cannot.
[[nodiscard]] bool has_cf_units(std::string_view times);

/// Makes `times` of the attributes that say it: "units", "calendar", and "numpy_dtype", which tells them from attributes of a user.
void take_times(ArrayNotes& notes, ElementType const& type);
/// The way back.
[[nodiscard]] std::vector<Attribute> attributes_of_times(std::string_view times);

/// Sets the times that the type of elements says. Where attributes say another unit these are lost.
void set_times(ArrayNotes& notes, std::string times, std::vector<std::string>& lost);

/// Is the fill value no time (NaT)? In nanoseconds every time array has it without saying so: `_FillValue` would make readers
/// round the others to doubles.
[[nodiscard]] bool is_no_time(ArrayNotes const& notes);
[[nodiscard]] bool has_unsaid_fill(ArrayNotes const& notes);
/// Gives times the fill value that numpy has for them, NaT.
void give_no_time(ArrayNotes& notes);
/// Gives times in nanoseconds that say no fill value the one that they have.
void take_unsaid_fill(ArrayNotes& notes);

} // namespace tessera
