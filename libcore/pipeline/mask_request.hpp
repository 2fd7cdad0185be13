// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a context as it is asked for, by words.
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
    std::optional<std::string> where{}; ///< a condition on the indices (Mask::parse); nothing: all elements meet it
    std::optional<std::string> file{};  ///< an npy file of booleans or integers in the array's shape; nothing: all are set
};

/// Of both, where both are said; nothing where neither is. Errors, which name the option: as Mask::parse and read_flags.
[[nodiscard]] Result<std::optional<Mask>> mask_of(MaskRequest const& request, ArraySpec const& array, FileReader const& files);

/// The mask that an option gives, --where for example; nothing where the option is absent. Errors are those of Mask::parse, and
/// name the option.
[[nodiscard]] Result<std::optional<Mask>> mask_of(std::optional<std::string> const& text, ArraySpec const& array,
                                                  std::string_view option = "--where");

} // namespace tessera
