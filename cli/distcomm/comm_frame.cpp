// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common start of distcomm's subcommands: the array, its initial elements, and the output.
#include "cli/distcomm/comm_frame.hpp"

#include <utility>

namespace tessera::cli {

Result<CommFrame> CommFrame::make(Communicator const& world, CommSettings const& settings, Mapping const& result,
                                  CommData::Generator generated) {
    auto output = CommOutput::make(world, settings, result);
    if (!output) return forward_error(output);
    auto data = CommData::make(world, settings, std::move(generated));
    if (!data) return forward_error(data);
    CommArray array(world, settings.mapping);
    if (auto const filled = data->fill(array); !filled) return forward_error(filled);
    return CommFrame{*std::move(output), *std::move(data), std::move(array)};
}

} // namespace tessera::cli
