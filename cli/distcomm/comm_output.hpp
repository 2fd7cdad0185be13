// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the output of distcomm for --out.
#pragma once

#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/copy/array_files.hpp"

#include <optional>

namespace tessera::cli {

/// The array that a subcommand writes. It appears complete under its name, or not at all. Does nothing without --out.
class CommOutput {
  public:
    /// Checks what can be checked before there is a result. Collective. Errors: those of ArrayOutput::make; the output is the
    /// input.
    [[nodiscard]] static Result<CommOutput> make(Communicator const& world, CommSettings const& settings, Mapping const& result);

    /// `local`: this rank's part in the standard layout. Collective.
    [[nodiscard]] Result<void> write(std::byte const* local);

    /// Returns the room on the output's disk before anything is written. Valid on rank 0; empty without --out.
    [[nodiscard]] std::optional<DiskSpace> room() const { return output_ ? std::optional(output_->room()) : std::nullopt; }

  private:
    std::optional<ArrayOutput> output_;
};

/// Writes the result, unless the verification found an error, and reports. Collective.
[[nodiscard]] Result<ExitCode> finish(Tool const& tool, Communicator const& world, CommSettings const& settings,
                                      CommOutcome const& outcome, CommOutput& output, std::byte const* local);

} // namespace tessera::cli
