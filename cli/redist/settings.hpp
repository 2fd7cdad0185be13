// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the command line of redist asks for.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/redist/schedule_settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/store/file_name.hpp"

#include <optional>

namespace tessera::cli {

enum class Method { Direct, Naive };

struct RedistSettings {
    MultiPlan plan;
    std::optional<FileName> in = std::nullopt;
    std::optional<FileName> out = std::nullopt;
    Transport transport = Transport::Auto;
    Receive receive = Receive::Async;
    std::optional<ScheduleSettings> schedule = std::nullopt; ///< with Transport::Scheduled
    Method method = Method::Direct;
    int repeat = 1;
    bool verify = false;
    bool force = false;
    // From file to file in parts, with a journal (copy_in_parts.hpp), where either is asked for:
    std::optional<Index> memory = std::nullopt; ///< for the buffers of all ranks together
    bool resume = false;

    [[nodiscard]] bool in_parts() const { return memory || resume; }
};

/// `ranks`: the size of the MPI job. Errors: the job's; mappings on more ranks than there are; options that contradict each other.
[[nodiscard]] Result<RedistSettings> redist_settings(Arguments const& arguments, int ranks);

} // namespace tessera::cli
