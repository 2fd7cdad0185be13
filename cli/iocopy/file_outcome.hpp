// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the result for one file of a batch, and its form in messages between ranks.
#pragma once

#include "cli/common/exit_code.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

struct FileOutcome {
    std::size_t number = 0; ///< index of the file in the batch
    ExitCode code = ExitCode::Done;
    bool found = false; ///< the target already existed, and nothing was copied
    std::optional<std::string> error = std::nullopt;
    std::string report = {};   ///< text for standard output
    std::string messages = {}; ///< text for standard error
};

[[nodiscard]] std::string packed(std::vector<FileOutcome> const& ends);
/// Appends the results in a text made by packed().
void unpack(std::string_view text, std::vector<FileOutcome>& ends);

} // namespace tessera::cli
