// SPDX-License-Identifier: BSD-3-Clause
// Tessera: functions that make the schedules, one per algorithm, each in a file of its name.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>

namespace tessera::detail {

/// The input of an algorithm: the messages, the mesh (used by a few algorithms), and the watch that can stop the work.
struct ScheduleInput {
    MessageSet messages;
    std::optional<MeshShape> mesh;
    Watch watch;
};

/// The result of an algorithm. Precondition: ranks and mesh meet the needs in the table. Error: the work was stopped.
using MadeSchedule = Result<std::shared_ptr<Schedule const>>;

MadeSchedule make_lex(ScheduleInput input);
MadeSchedule make_pex(ScheduleInput input);
MadeSchedule make_rex(ScheduleInput input);
MadeSchedule make_bex(ScheduleInput input);
MadeSchedule make_pex_gen(ScheduleInput input);
MadeSchedule make_pex_gen_shift(ScheduleInput input);
MadeSchedule make_gen(ScheduleInput input);
MadeSchedule make_ipex(ScheduleInput input);
MadeSchedule make_rex_mesh(ScheduleInput input);
MadeSchedule make_caterpillar(ScheduleInput input);
MadeSchedule make_centralized(ScheduleInput input);
MadeSchedule make_staged(ScheduleInput input);
MadeSchedule make_multistage(ScheduleInput input);
MadeSchedule make_hybrid(ScheduleInput input);
MadeSchedule make_bruck(ScheduleInput input);
MadeSchedule make_unscheduled(ScheduleInput input);
MadeSchedule make_coloured(ScheduleInput input);
MadeSchedule make_largest_first(ScheduleInput input);
MadeSchedule make_split(ScheduleInput input);

} // namespace tessera::detail
