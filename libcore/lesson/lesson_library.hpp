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

/// Returns the lessons of the first of data_folders() that has any; none if nothing is installed. Error: one of them cannot be
/// read.
[[nodiscard]] Result<std::vector<Lesson>> installed_lessons();

/// Returns the installed lesson of this name. Error: there is none; the message lists all lessons.
[[nodiscard]] Result<Lesson> find_lesson(std::string const& name);

} // namespace tessera
