// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job of a lesson with its slide at one value, and what one step of the lesson looks at.
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
    LessonSetting setting; ///< its texts have the value of the slide

    /// Errors: those of the job's text and of planning; no such step, value or transition.
    [[nodiscard]] static Result<LessonWork> make(Lesson const& lesson, std::size_t step, std::size_t value);

    /// The first array that moves. Before and after are the same where nothing does.
    [[nodiscard]] RedistPlan const& plan() const { return transition.plan->plans()[0]; }
    [[nodiscard]] Mapping const& mapping(bool after) const { return after ? plan().target() : plan().source(); }

    /// Errors: of the algorithm, the network and the machine.
    [[nodiscard]] Result<SitedSchedule> schedule() const;
    /// Of the messages alone. Errors: as above.
    [[nodiscard]] Result<Site> site(int ranks) const;
    /// Error: the array has neither the stencil asked for nor shadow planes.
    [[nodiscard]] Result<HaloPlan> halo() const;
    struct FileWork {
        IoTask task;
        IoChoice choice;
        [[nodiscard]] IoCandidate const& method() const { return choice.candidates[choice.best]; }
    };
    /// Errors: those of io_task and compare_access; an access that is none.
    [[nodiscard]] Result<FileWork> file() const;
};

/// An element as people write it, 0-based. Error: the array has none there.
[[nodiscard]] Result<Extents> zero_based(Extents const& element, Mapping const& mapping);

/// What the step shows. Errors: as above, and those of the picture.
[[nodiscard]] Result<Scene> lesson_picture(LessonWork const& work, std::string_view show);

} // namespace tessera
