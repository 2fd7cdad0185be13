// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lessons that are installed with the programs.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/lesson/lesson.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Returns the lessons in a folder, sorted by number. Errors: the folder or one of its lessons cannot be read.
[[nodiscard]] Result<std::vector<Lesson>> lessons_in(std::string const& folder);

/// Returns the lessons of all data_folders(), sorted by number; none if nothing is installed. Of two with the same name, that of
/// the first folder counts. Lessons that cannot be read are left out.
[[nodiscard]] Result<std::vector<Lesson>> installed_lessons();

/// Returns the installed lesson of this name, or the one in the file if the name ends in ".json". Errors: there is none (the
/// message lists all lessons); it cannot be read.
[[nodiscard]] Result<Lesson> find_lesson(std::string const& name);

} // namespace tessera
