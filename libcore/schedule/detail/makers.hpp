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
struct Assignment {
    MessageSet messages;
    std::optional<MeshShape> mesh;
    Watch watch;
};

/// The result of an algorithm. Precondition: ranks and mesh meet the needs in the table. Error: the work was stopped.
using Made = Result<std::shared_ptr<Schedule const>>;

Made make_lex(Assignment assignment);
Made make_pex(Assignment assignment);
Made make_rex(Assignment assignment);
Made make_bex(Assignment assignment);
Made make_pex_gen(Assignment assignment);
Made make_pex_gen_shift(Assignment assignment);
Made make_gen(Assignment assignment);
Made make_ipex(Assignment assignment);
Made make_rex_mesh(Assignment assignment);
Made make_caterpillar(Assignment assignment);
Made make_centralized(Assignment assignment);
Made make_staged(Assignment assignment);
Made make_multistage(Assignment assignment);
Made make_hybrid(Assignment assignment);
Made make_bruck(Assignment assignment);
Made make_unscheduled(Assignment assignment);
Made make_coloured(Assignment assignment);
Made make_largest_first(Assignment assignment);
Made make_split(Assignment assignment);

} // namespace tessera::detail
