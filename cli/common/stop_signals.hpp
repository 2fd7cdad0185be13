// SPDX-License-Identifier: BSD-3-Clause
// Tessera: signals that ask a command to stop where it can be gone on with.
#pragma once

#include <string_view>

namespace tessera::cli {

/// While it lives, SIGINT, SIGTERM (a batch system's, at the end of the time) and SIGUSR1 (its warning before) do not end the
/// process but are noted; whoever works asks from time to time. A second SIGINT ends the process as any other. One at a time.
class StopSignals {
  public:
    StopSignals();
    ~StopSignals();
    StopSignals(StopSignals const&) = delete;
    StopSignals& operator=(StopSignals const&) = delete;

    [[nodiscard]] static bool asked();
    /// "SIGTERM"; empty where none came to this process.
    [[nodiscard]] static std::string_view name();
};

} // namespace tessera::cli
