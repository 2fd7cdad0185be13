// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a context in the user's words.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/spec/parse.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// The values of --where and --mask.
struct MaskRequest {
    std::optional<std::string> where{}; ///< a condition on the indices (Mask::parse); unset: all elements meet it
    std::optional<std::string> file{};  ///< an npy file of booleans or integers in the array's shape; unset: all are set
};

/// Returns the mask of the elements that meet both, or nothing if neither is given. Errors (they name the option): as Mask::parse
/// and read_flags.
[[nodiscard]] Result<std::optional<Mask>> mask_of(MaskRequest const& request, ArraySpec const& array, FileReader const& files);

/// Returns the mask of one option, such as --where, or nothing if the option is absent. Errors: as Mask::parse; they name the
/// option.
[[nodiscard]] Result<std::optional<Mask>> mask_of(std::optional<std::string> const& text, ArraySpec const& array,
                                                  std::string_view option = "--where");

} // namespace tessera
