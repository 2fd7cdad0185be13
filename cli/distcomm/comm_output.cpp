// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the output of distcomm for --out.
#include "cli/distcomm/comm_output.hpp"

#include "cli/common/file_loading.hpp"
#include "libcore/base/try.hpp"

namespace tessera::cli {

Result<CommOutput> CommOutput::make(Communicator const& world, CommSettings const& settings, Mapping const& result) {
    CommOutput output;
    if (!settings.out) return output;
    if (settings.in) {
        NamedArrays const in{*settings.in, {settings.mapping.array().name}};
        TRY(check_output_apart(world, in, {*settings.out, {result.array().name}}));
    }
    ArrayOutput::Array const array{result};
    output.output_.emplace(TRY(ArrayOutput::make(world, *settings.out, {&array, 1}, settings.force, settings.any_size)));
    return output;
}

Result<void> CommOutput::write(std::byte const* local) {
    if (!output_) return {};
    return output_->write({&local, 1});
}

Result<ExitCode> finish(Tool const& tool, Communicator const& world, CommSettings const& settings, CommOutcome const& outcome,
                        CommOutput& output, std::byte const* local) {
    if (!outcome.wrong) TRY(output.write(local));
    return report_outcome(tool, world, settings, outcome, output.room());
}

} // namespace tessera::cli
