// SPDX-License-Identifier: BSD-3-Clause
// Tessera: signals that ask a command to stop so that it can be resumed.
#pragma once

#include <string_view>

namespace tessera::cli {

/// Catches SIGINT, SIGTERM (sent by batch systems at the time limit) and SIGUSR1 (sent some time before), so that they do not
/// end the process. The work calls asked() regularly. A second SIGINT ends the process. A nested object changes nothing.
class StopSignals {
  public:
    StopSignals();
    ~StopSignals();
    StopSignals(StopSignals const&) = delete;
    StopSignals& operator=(StopSignals const&) = delete;

    [[nodiscard]] static bool asked();
    /// Returns the name of the signal, such as "SIGTERM"; empty if this process received none.
    [[nodiscard]] static std::string_view name();
};

} // namespace tessera::cli
