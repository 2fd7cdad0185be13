// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what every subcommand of distcomm is told.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <optional>

namespace tessera::cli {

struct CommSettings {
    Mapping mapping;
    int repeat = 1;
    bool verify = false;
    std::optional<Mask> where = std::nullopt; ///< which elements take part; nothing: all

    /// Of what a grid position owns, the elements that take part: those of Mask::context.
    [[nodiscard]] Context context(Index position) const {
        return where ? where->context(mapping, position) : Context::everywhere(mapping.owned_count(position));
    }
};

/// The size of the MPI job stands in where the job does not say how many ranks it wants.
/// Errors: the job's; a mapping on more ranks than there are; --repeat 0; --where. Every rank finds the same. Not collective.
[[nodiscard]] Result<CommSettings> comm_settings(Tool const& tool, int ranks);

/// What `make` returns on every rank, or on all the error of the lowest rank that has one. Collective.
template <class Make>
[[nodiscard]] auto agreed_settings(Comm const& world, Make const& make) -> decltype(make()) {
    decltype(make()) settings = fail("");
    auto const agreed = together(world, [&]() -> Result<void> {
        settings = make();
        return settings ? Result<void>{} : forward_error(settings);
    });
    if (!agreed) return forward_error(agreed);
    return settings;
}

} // namespace tessera::cli
