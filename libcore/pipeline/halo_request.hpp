// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a halo as it is asked for, by words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/spec/parse.hpp"

#include <optional>
#include <string>

namespace tessera {

/// What --stencil, --periodic, --where and --wide say, and what the window's fields hold.
struct HaloRequest {
    std::string stencil{};  ///< see Stencil::named; a text with a '.' or '/' is a file of offsets; empty: the shadow planes
    std::string periodic{}; ///< "all", or dimensions from 1: "1,3"; empty: none
    std::optional<std::string> where{}; ///< a mask of the elements that read (Mask); nothing: all
    std::optional<std::string> mask{};  ///< an npy file of those elements (MaskRequest); nothing: all
    Index steps = 1;                    ///< of the computation that one exchange serves
    friend bool operator==(HaloRequest const&, HaloRequest const&) = default;
};

/// Does the array declare planes for what others own?
[[nodiscard]] bool has_shadow(ArraySpec const& array);

/// The halo of one step. Errors, which name the option: no stencil and no shadow; a name or file that means nothing; dimensions
/// that are not there; as HaloPlan::make.
[[nodiscard]] Result<HaloPlan> halo_of_one_step(HaloRequest const& request, Mapping const& mapping, FileReader const& files);

/// Error: no step, or too many to be meant.
[[nodiscard]] Result<void> check_steps(HaloRequest const& request);

/// The halo of all its steps. Errors: as above; as widened().
[[nodiscard]] Result<HaloPlan> halo_of(HaloRequest const& request, Mapping const& mapping, FileReader const& files);

} // namespace tessera
