// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what distcomm writes to --out.
#pragma once

#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/file_copy/array_files.hpp"

#include <optional>

namespace tessera::cli {

/// The one array that a subcommand makes, whole under its name or not there. Nothing without --out.
class CommOutput {
  public:
    /// Says what can be said before there is a result. Collective. Errors: as ArrayOutput::make; it is the input.
    [[nodiscard]] static Result<CommOutput> make(Comm const& world, CommSettings const& settings, Mapping const& result);

    /// `local`: this rank's part in the standard layout. Collective.
    [[nodiscard]] Result<void> write(std::byte const* local);

    /// Of the output's disk, before anything is written; nothing without --out. On rank 0.
    [[nodiscard]] std::optional<DiskRoom> room() const { return output_ ? std::optional(output_->room()) : std::nullopt; }

  private:
    std::optional<ArrayOutput> output_;
};

/// Writes the result, unless something is wrong with it, and reports. Collective.
[[nodiscard]] Result<ExitCode> finish(Tool const& tool, Comm const& world, CommSettings const& settings, CommOutcome const& outcome,
                                      CommOutput& output, std::byte const* local);

} // namespace tessera::cli
