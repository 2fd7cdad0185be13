// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the output of distcomm for --out.
#include "cli/distcomm/comm_output.hpp"

#include "cli/common/file_loading.hpp"

namespace tessera::cli {

Result<CommOutput> CommOutput::make(Communicator const& world, CommSettings const& settings, Mapping const& result) {
    CommOutput output;
    if (!settings.out) return output;
    if (settings.in) {
        NamedArrays const in{*settings.in, {settings.mapping.array().name}};
        if (auto const apart = check_output_apart(world, in, {*settings.out, {result.array().name}}); !apart)
            return forward_error(apart);
    }
    ArrayOutput::Array const array{result};
    auto made = ArrayOutput::make(world, *settings.out, {&array, 1}, settings.force, settings.any_size);
    if (!made) return forward_error(made);
    output.output_.emplace(*std::move(made));
    return output;
}

Result<void> CommOutput::write(std::byte const* local) {
    if (!output_) return {};
    return output_->write({&local, 1});
}

Result<ExitCode> finish(Tool const& tool, Communicator const& world, CommSettings const& settings, CommOutcome const& outcome,
                        CommOutput& output, std::byte const* local) {
    if (!outcome.wrong)
        if (auto const written = output.write(local); !written) return forward_error(written);
    return report_outcome(tool, world, settings, outcome, output.room());
}

} // namespace tessera::cli
