// SPDX-License-Identifier: BSD-3-Clause
// Tessera: signals that ask a command to stop where it can be gone on with.
#pragma once

#include <string_view>

namespace tessera::cli {

/// Notes SIGINT, SIGTERM (a batch system sends it at the end of the time) and SIGUSR1 (it sends this one before), so that they do
/// not end the process. The work calls asked() from time to time. A second SIGINT ends the process. An object within the
/// life of another changes nothing.
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
