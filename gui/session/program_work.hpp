// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job's program in the window: its cost, what-if layouts, advice, and the text that adopts them.
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

/// The program for a ProgramChoice. Copyable, not shared.
struct ProgramPicture {
    Scene scene;
    ProgramCost cost;
    std::optional<ProgramCost> own;               ///< cost of the job as it is, if wishes differ from it and its phases can run
    std::vector<std::vector<std::size_t>> states; ///< [phase][array]: states of the job itself
    std::vector<PhaseChange> changes;             ///< changes of the job itself
};

/// Errors: those of PricedJob::make, layout_with and cost_of; an invalid site.
[[nodiscard]] Result<ProgramPicture> programPicture(Job const& job, ProgramChoice const& choice, ScheduleChoice const& site,
                                                    Watch const& watch = {});

/// One layout of the advice.
struct AdvisedChoice {
    AdvisedLayout::Kind kind = AdvisedLayout::Kind::Other;
    std::string wishes; ///< wishes that give this layout
    double seconds = 0;
    double ratio = 1; ///< ratio to the best
    Index memory = 0; ///< largest memory of a rank in bytes
};
struct ProgramAdvice {
    std::vector<AdvisedChoice> answers; ///< the best first, the job's own last, if it can run
    std::vector<std::string> reasons;   ///< reasons for the first answer
};
/// Uses as many ranks as the job has. Errors: those of advise() and of programPicture().
[[nodiscard]] Result<ProgramAdvice> programAdvice(Job const& job, ProgramChoice const& choice, ScheduleChoice const& site,
                                                  Watch const& watch = {});

/// A job's text with the wishes written into it.
struct AdoptedText {
    QString text;
    int leftOut = 0; ///< number of lines of comments and statements in the old text that are missing here
};
/// Keeps the comments at the beginning of the old text. Errors: those of layout_with; arrays would need two different uses of one
/// template.
[[nodiscard]] Result<AdoptedText> adoptedText(Job const& job, ProgramChoice const& choice, QString const& old);

} // namespace tessera::gui
