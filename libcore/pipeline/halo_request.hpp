// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a halo request in the user's words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/spec/parse.hpp"

#include <optional>
#include <string>

namespace tessera {

/// The values of --stencil, --periodic, --where and --wide, or of the window's fields.
struct HaloRequest {
    std::string stencil{};  ///< see Stencil::named; a text with '.' or '/' is a file of offsets; empty: the shadow planes
    std::string periodic{}; ///< "all", or dimensions from 1, such as "1,3"; empty: none
    std::optional<std::string> where{}; ///< a mask of the elements that read (Mask); unset: all
    std::optional<std::string> mask{};  ///< an npy file of those elements (MaskRequest); unset: all
    Index steps = 1;                    ///< steps of the computation that one exchange serves
    friend bool operator==(HaloRequest const&, HaloRequest const&) = default;
};

/// Returns whether the array declares shadow planes.
[[nodiscard]] bool has_shadow(ArraySpec const& array);

/// Returns the halo of one step. Errors (they name the option): no stencil and no shadow; an unknown name or a bad file; dimensions
/// that do not exist; as HaloPlan::make.
[[nodiscard]] Result<HaloPlan> halo_of_one_step(HaloRequest const& request, Mapping const& mapping, FileReader const& files);

/// Checks the number of steps. Errors: less than one, or unreasonably many.
[[nodiscard]] Result<void> check_steps(HaloRequest const& request);

/// Returns the halo of all requested steps. Errors: as above; as widened().
[[nodiscard]] Result<HaloPlan> halo_of(HaloRequest const& request, Mapping const& mapping, FileReader const& files);

} // namespace tessera
