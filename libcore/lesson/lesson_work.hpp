// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job of a lesson at one value of the slide, and the data of one step.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/io_choice.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/lesson/lesson.hpp"
#include "libcore/pipeline/halo_request.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/spec/job.hpp"

#include <cstddef>

namespace tessera {

struct LessonWork {
    Job job;
    Transition transition;
    LessonSetting setting; ///< its texts contain the value of the slide

    /// Errors: those of the job's text and of planning; the step, value or transition does not exist.
    [[nodiscard]] static Result<LessonWork> make(Lesson const& lesson, std::size_t step, std::size_t value);

    /// Returns the plan of the first array that moves. Source and target are the same if nothing moves.
    [[nodiscard]] RedistPlan const& plan() const { return transition.plan->plans()[0]; }
    [[nodiscard]] Mapping const& mapping(bool after) const { return after ? plan().target() : plan().source(); }

    /// Errors: those of the algorithm, the network and the machine.
    [[nodiscard]] Result<SitedSchedule> schedule() const;
    /// Returns the site for the messages alone. Errors: as for schedule().
    [[nodiscard]] Result<Site> site(int ranks) const;
    /// Error: the array has neither the requested stencil nor shadow planes.
    [[nodiscard]] Result<HaloPlan> halo() const;
    struct FileWork {
        IoTask task;
        IoChoice choice;
        [[nodiscard]] IoCandidate const& method() const { return choice.candidates[choice.best]; }
    };
    /// Errors: those of io_task and compare_access; the access method is unknown.
    [[nodiscard]] Result<FileWork> file() const;
};

/// Converts an element from the array's bounds to 0-based indices. Error: the array has no such element.
[[nodiscard]] Result<Extents> zero_based(Extents const& element, Mapping const& mapping);

/// Returns the picture of the step. Errors: those of the functions above, and those of the picture.
[[nodiscard]] Result<Scene> lesson_picture(LessonWork const& work, std::string_view show);

} // namespace tessera
