// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of the directives that lead a job's arrays from state to state.
#pragma once

#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// One directive. It takes its words from state `state` of array `array`.
struct RemapStep {
    enum class Kind {
        DistributeRoot,   ///< the first distribution of what the array is aligned with, before any step
        Redistribute,     ///< the array's root, and with it everything aligned to it
        RedistributeIdle, ///< the same for a root nothing is aligned to just now
        Free,             ///< the array gets a distribution of its own
        Realign
    };
    Kind kind = Kind::Redistribute;
    std::size_t array = 0;
    std::size_t state = 0;
    bool extended = false; ///< more than HPF allows: !dist$
};

/// The name of the template or array that this mapping's formats are about.
[[nodiscard]] std::string const& root_name(MappingSpec const& mapping);

/// All DISTRIBUTE, REDISTRIBUTE and REALIGN directives of the job. Nothing where no order of directives can lead to these states
/// (two arrays that share a template but not its distribution); a parsed job always has one.
[[nodiscard]] std::optional<std::vector<RemapStep>> remap_steps(Job const& job);

} // namespace tessera::notation
