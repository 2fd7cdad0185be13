// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses the layout of a new HDF5 file and the number of files of a checkpoint.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/new_file_layout.hpp"

#include <array>
#include <string_view>

namespace tessera {

/// Options that set the layout of a new HDF5 file.
inline constexpr std::array<std::string_view, 4> file_layout_options{"libver", "align", "page", "user-block"};

/// Returns the layout that the options set. Error: a value is invalid, as far as this is not left to HDF5.
[[nodiscard]] Result<NewFileLayout> file_layout(OptionValues const& given);

/// Sets NewArray::shares to --files, or else to the number of ranks. Errors: --files is given and the target is not a checkpoint;
/// the number is out of range.
[[nodiscard]] Result<void> choose_shares(NewArray& array, OptionValues const& given, FileName const& to, int ranks);

} // namespace tessera
