// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --preserve copies owner, mode, extended attributes and times of the source file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/file_name.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Error: --preserve is given, and arrays are added to an existing target file, which keeps its own owner and times.
[[nodiscard]] Result<void> check_preserve(OptionValues const& given, FileName const& target);

/// Gives the target the owner, mode, extended attributes and times of the source; for a directory, those of the directory only.
/// Returns a sentence for each that could not be set. Called by one rank.
[[nodiscard]] std::vector<std::string> preserve(FileName const& source, FileName const& target);

} // namespace tessera
