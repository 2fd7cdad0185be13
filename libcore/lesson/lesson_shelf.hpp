// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lessons that come with the programs.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/lesson/lesson.hpp"

#include <string>
#include <vector>

namespace tessera {

/// The lessons in a folder, in the order of their numbers. Errors: the folder or one of its lessons cannot be read.
[[nodiscard]] Result<std::vector<Lesson>> lessons_in(std::string const& folder);

/// Those of the first of data_folders() that has any; none where nothing is installed. Error: one of them cannot be read.
[[nodiscard]] Result<std::vector<Lesson>> installed_lessons();

/// The installed lesson of this name. Error: there is none; it says which there are.
[[nodiscard]] Result<Lesson> find_lesson(std::string const& name);

} // namespace tessera
