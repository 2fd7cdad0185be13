// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands in front of the elements of raw files.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/file_name.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// Of both sides of a copy.
struct RawHeaders {
    Index in_source = 0;            ///< bytes of the source
    std::string of_target = {};     ///< the bytes themselves
    std::vector<std::string> notes; ///< what is not copied
};

/// What --header says. Errors: no side is raw; it says more than there are raw sides, or of none how long it is; a file that cannot
/// be read.
[[nodiscard]] Result<RawHeaders> raw_headers(Arguments const& arguments, FileName const& from, FileName const& to);

} // namespace tessera::cli
