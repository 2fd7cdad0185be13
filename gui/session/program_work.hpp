// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job's program in the window: its price, what if, advice, and the text that adopts it.
#pragma once

#include "gui/session/program_choice.hpp"
#include "gui/session/scheduling.hpp"
#include "libcore/advise/advice.hpp"
#include "libcore/scene/scene.hpp"

#include <QString>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tessera::gui {

/// A program as its choice has it. Copyable; shared by nobody.
struct ProgramSight {
    Scene scene;
    ProgramCost cost;
    std::optional<ProgramCost> own;               ///< of the job as it is, where something else is wished and its phases can run so
    std::vector<std::vector<std::size_t>> states; ///< [phase][array]: the job's own
    std::vector<PhaseChange> changes;             ///< likewise
};

/// Errors: as PricedJob::make, layout_with and cost_of; a site that cannot be.
[[nodiscard]] Result<ProgramSight> programSight(Job const& job, ProgramChoice const& choice, ScheduleChoice const& site,
                                                Watch const& watch = {});

/// One way that is advised.
struct AdvisedChoice {
    AdvisedLayout::Kind kind = AdvisedLayout::Kind::Other;
    std::string wishes; ///< that make the job so
    double seconds = 0;
    double ratio = 1; ///< to the best
    Index memory = 0; ///< the most bytes per rank
};
struct ProgramAdvice {
    std::vector<AdvisedChoice> answers; ///< the best first, the job's own last, if it can run
    std::vector<std::string> reasons;   ///< of the first
};
/// On as many ranks as the job has. Errors: as advise(), as programSight().
[[nodiscard]] Result<ProgramAdvice> programAdvice(Job const& job, ProgramChoice const& choice, ScheduleChoice const& site,
                                                  Watch const& watch = {});

/// A job's text with what is wished in it.
struct AdoptedText {
    QString text;
    int leftOut = 0; ///< lines of comments and statements of the old text that are not in it
};
/// The comments that the old text begins with stay. Errors: as layout_with; arrays would need one template in two ways.
[[nodiscard]] Result<AdoptedText> adoptedText(Job const& job, ProgramChoice const& choice, QString const& old);

} // namespace tessera::gui
