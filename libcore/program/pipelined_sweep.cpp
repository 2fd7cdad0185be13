// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a line sweep along a distributed dimension: ranks work one after the other, on some lines at a time.
#include "libcore/program/pipelined_sweep.hpp"

#include "libcore/base/try.hpp"
#include "libcore/network/step_cost.hpp"

#include <optional>
#include <vector>

namespace tessera {
namespace {

/// Returns the time of a message that a rank sends while another one arrives.
Result<double> handing_on(Index bytes, Machine const& machine) {
    auto const time = time_alone(machine, StepKind::SendReceive, {1, bytes, bytes, bytes});
    if (!time) return time;
    return *time + 2 * static_cast<double>(bytes) * machine.copy.value_or(0);
}

std::vector<Index> divisors_of(Index number) {
    std::vector<Index> divisors;
    for (Index d = 1; d * d <= number; ++d) {
        if (number % d != 0) continue;
        divisors.push_back(d);
        if (d != number / d) divisors.push_back(number / d);
    }
    return divisors;
}

} // namespace

Result<PipelinedSweep> pipelined_sweep(SweepTask const& task, Machine const& machine) {
    std::optional<PipelinedSweep> best;
    for (Index const lines : divisors_of(task.lines)) {
        auto const message = TRY(handing_on(lines * task.element_bytes, machine));
        Index const own = task.lines / lines * task.blocks; // stages of one rank
        Index const stages = own + task.coords - 1;
        double const stage = task.seconds / static_cast<double>(own) + message;
        double const seconds = static_cast<double>(stages) * stage;
        if (best && best->seconds <= seconds) continue;
        Index const handed_on = task.lines / lines * (task.coords * task.blocks - 1);
        best = PipelinedSweep{lines, stages, seconds, handed_on};
    }
    return *best;
}

Result<double> multipartitioned_sweep(double work_seconds, Index slabs, Index tile_lines, Index element_bytes,
                                      Machine const& machine) {
    auto const message = handing_on(tile_lines * element_bytes, machine);
    if (!message) return message;
    return work_seconds + static_cast<double>(slabs - 1) * *message;
}

} // namespace tessera
