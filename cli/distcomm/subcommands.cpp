// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm's subcommands: to add one, write its file and name it here.
#include "cli/distcomm/subcommands.hpp"

namespace tessera::cli {

std::vector<CommSubcommand> comm_subcommands() {
    return {halo_subcommand(),   shift_subcommand(), send_subcommand(),      get_subcommand(),  broadcast_subcommand(),
            reduce_subcommand(), scan_subcommand(),  enumerate_subcommand(), rank_subcommand(), spread_subcommand()};
}

} // namespace tessera::cli
