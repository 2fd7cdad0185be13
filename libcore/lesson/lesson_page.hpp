// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a lesson as a page, for any browser and without network access.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/lesson/lesson.hpp"

#include <string>

namespace tessera {

/// Returns HTML with all pictures (SVG) for all values of the slide, all answers, and a script that follows the rules of
/// LessonPlay. Cost: the steps times the values, each a picture. Errors: those of pictures and facts; the work was stopped.
[[nodiscard]] Result<std::string> lesson_page(Lesson const& lesson, Watch const& watch = {});

} // namespace tessera
