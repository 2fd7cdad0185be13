// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the headers of raw files, before their elements.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/file_name.hpp"

#include <string>
#include <vector>

namespace tessera {

/// The headers of both sides of a copy.
struct RawHeaders {
    Index in_source = 0;            ///< length of the source's header in bytes
    std::string of_target = {};     ///< content of the target's header
    std::vector<std::string> notes; ///< notes about what is not copied
};

/// Parses --header. Errors: neither side is raw; it describes more sides than are raw; a length is missing; a file cannot be read.
[[nodiscard]] Result<RawHeaders> raw_headers(OptionValues const& given, FileName const& from, FileName const& to);

} // namespace tessera
