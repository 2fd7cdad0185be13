// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a shift, in the user's words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/spec/parse.hpp"

#include <optional>
#include <string>

namespace tessera {

/// The values of --by, --edge, --where and --where-target, or of the window's fields.
struct ShiftRequest {
    std::string by{}; ///< one distance per dimension: "1,-2"
    ShiftEdge edge = ShiftEdge::Keep;
    std::optional<std::string> where{};        ///< a mask of the elements that move (Mask); unset: all
    std::optional<std::string> mask{};         ///< an npy file of those elements (MaskRequest); unset: all
    std::optional<std::string> where_target{}; ///< a mask of the places that receive an element; unset: all
    friend bool operator==(ShiftRequest const&, ShiftRequest const&) = default;
};

/// Returns the shift. Errors: not one whole number per dimension (names the option); as GridShift::make.
[[nodiscard]] Result<GridShift> shift_of(ShiftRequest const& request, Mapping const& mapping, FileReader const& files);

} // namespace tessera
