// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a shift as it is asked for, by words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/spec/parse.hpp"

#include <optional>
#include <string>

namespace tessera {

/// The values of --by, --edge, --where and --where-target, or of the fields of the window.
struct ShiftRequest {
    std::string by{}; ///< a distance for each dimension: "1,-2"
    ShiftEdge edge = ShiftEdge::Keep;
    std::optional<std::string> where{};        ///< a mask of the elements that go (Mask); nothing: all
    std::optional<std::string> mask{};         ///< an npy file of those elements (MaskRequest); nothing: all
    std::optional<std::string> where_target{}; ///< a mask of the places that get one; nothing: all
    friend bool operator==(ShiftRequest const&, ShiftRequest const&) = default;
};

/// Errors: not a whole number for each dimension, which names the option; as GridShift::make.
[[nodiscard]] Result<GridShift> shift_of(ShiftRequest const& request, Mapping const& mapping, FileReader const& files);

} // namespace tessera
