// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what became of one file of a lot, as ranks tell each other.
#pragma once

#include "cli/common/exit_code.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

struct FileEnd {
    std::size_t number = 0; ///< in the lot
    ExitCode code = ExitCode::Done;
    bool found = false; ///< its target is there: nothing was copied
    std::optional<std::string> error = std::nullopt;
    std::string report = {};   ///< for standard output
    std::string messages = {}; ///< for standard error
};

[[nodiscard]] std::string packed(std::vector<FileEnd> const& ends);
/// Appends those in a text of packed().
void unpack(std::string_view text, std::vector<FileEnd>& ends);

} // namespace tessera::cli
