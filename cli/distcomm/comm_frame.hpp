// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what every subcommand of distcomm begins with: its array, what one process has of it, and the place of the result.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_data.hpp"
#include "cli/distcomm/comm_output.hpp"

namespace tessera::cli {

struct CommFrame {
    CommOutput output;
    CommData data;
    CommArray array; ///< filled; of `settings.mapping`

    /// The output is looked at first: where nothing can be written nothing is read. `result` is the mapping of what --out gets;
    /// `generated` makes the elements where no --in names them. `settings` must outlive it. Collective. Errors: the files'.
    [[nodiscard]] static Result<CommFrame> make(Comm const& world, CommSettings const& settings, Mapping const& result,
                                                CommData::Generator generated);
};

} // namespace tessera::cli
