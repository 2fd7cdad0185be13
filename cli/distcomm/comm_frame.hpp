// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common start of distcomm's subcommands: the array, its initial elements, and the output.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_data.hpp"
#include "cli/distcomm/comm_output.hpp"

namespace tessera::cli {

struct CommFrame {
    CommOutput output;
    CommData data;
    CommArray array; ///< filled; has the mapping `settings.mapping`

    /// Checks the output first, so that nothing is read if it cannot be written. `result`: mapping of the array for --out.
    /// `generated`: makes the elements without --in. `settings` must outlive it. Collective. Errors: those of the files.
    [[nodiscard]] static Result<CommFrame> make(Communicator const& world, CommSettings const& settings, Mapping const& result,
                                                CommData::Generator generated);
};

} // namespace tessera::cli
