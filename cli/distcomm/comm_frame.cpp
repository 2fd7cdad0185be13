// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common start of distcomm's subcommands: the array, its initial elements, and the output.
#include "cli/distcomm/comm_frame.hpp"

#include "libcore/base/try.hpp"

#include <utility>

namespace tessera::cli {

Result<CommFrame> CommFrame::make(Communicator const& world, CommSettings const& settings, Mapping const& result,
                                  CommData::Generator generated) {
    auto output = TRY(CommOutput::make(world, settings, result));
    auto data = TRY(CommData::make(world, settings, std::move(generated)));
    CommArray array(world, settings.mapping);
    TRY(data.fill(array));
    return CommFrame{std::move(output), std::move(data), std::move(array)};
}

} // namespace tessera::cli
