// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a new HDF5 file is laid out, and among how many files a checkpoint is shared out.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/new_file_layout.hpp"

#include <array>
#include <string_view>

namespace tessera::cli {

/// The options that say it.
inline constexpr std::array<std::string_view, 4> file_layout_options{"libver", "align", "page", "user-block"};

/// Error: of their values, as far as they are not HDF5's to judge.
[[nodiscard]] Result<NewFileLayout> file_layout(Arguments const& arguments);

/// Sets NewArray::shares: what --files says, else the number of ranks. Errors: the target is one file; --files is no number of
/// files.
[[nodiscard]] Result<void> choose_shares(NewArray& array, Arguments const& arguments, FileName const& to, int ranks);

} // namespace tessera::cli
