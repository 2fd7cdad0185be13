// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of the directives that produce the states of a job's arrays.
#pragma once

#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// One directive. Its contents come from state `state` of array `array`.
struct RemapStep {
    enum class Kind {
        DistributeRoot,   ///< the first distribution of the array's align target, before any step
        Redistribute,     ///< the array's root, and with it all arrays aligned to it
        RedistributeIdle, ///< like Redistribute, for a root that currently has no aligned array
        Free,             ///< the array gets its own distribution
        Realign
    };
    Kind kind = Kind::Redistribute;
    std::size_t array = 0;
    std::size_t state = 0;
    bool extended = false; ///< not legal HPF, so it needs !dist$
};

/// Returns the name of the template or array to which this mapping's formats apply.
[[nodiscard]] std::string const& root_name(MappingSpec const& mapping);

/// Returns all DISTRIBUTE, REDISTRIBUTE and REALIGN directives of the job. Returns nothing if no order of directives leads to these
/// states (two arrays share a template but not its distribution). A parsed job always has an order.
[[nodiscard]] std::optional<std::vector<RemapStep>> remap_steps(Job const& job);

} // namespace tessera::notation
