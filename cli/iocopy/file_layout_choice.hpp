// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses the layout of a new HDF5 file and the number of files of a checkpoint.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/new_file_layout.hpp"

#include <array>
#include <string_view>

namespace tessera::cli {

/// Options that set the layout of a new HDF5 file.
inline constexpr std::array<std::string_view, 4> file_layout_options{"libver", "align", "page", "user-block"};

/// Returns the layout that the options set. Error: a value is invalid, as far as this is not left to HDF5.
[[nodiscard]] Result<NewFileLayout> file_layout(Arguments const& arguments);

/// Sets NewArray::shares to --files, or else to the number of ranks. Errors: --files is given and the target is not a checkpoint;
/// the number is out of range.
[[nodiscard]] Result<void> choose_shares(NewArray& array, Arguments const& arguments, FileName const& to, int ranks);

} // namespace tessera::cli
