// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lessons that are installed with the programs.
#include "libcore/lesson/lesson_library.hpp"

#include "libcore/base/file_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/data_folders.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

Result<std::vector<Lesson>> lessons_in(std::string const& folder) {
    std::vector<Lesson> lessons;
    std::error_code trouble;
    for (auto const& entry : std::filesystem::directory_iterator(folder, trouble)) {
        if (entry.path().extension() != ".json") continue;
        auto const json = TRY(file_text(entry.path().string(), "the lesson"));
        lessons.push_back(TRY(read_lesson(json, entry.path().stem().string())));
    }
    if (trouble) return fail(fmt::format("the folder of lessons '{}' cannot be read: {}", folder, trouble.message()));
    std::ranges::sort(lessons, {}, [](Lesson const& lesson) { return std::pair(lesson.number, lesson.name); });
    return lessons;
}

Result<std::vector<Lesson>> installed_lessons() {
    for (std::string const& folder : data_folders()) {
        std::error_code absent;
        if (std::filesystem::is_directory(folder + "/lessons", absent)) return lessons_in(folder + "/lessons");
    }
    return std::vector<Lesson>();
}

Result<Lesson> find_lesson(std::string const& name) {
    auto const lessons = TRY(installed_lessons());
    auto const found = std::ranges::find(lessons, name, &Lesson::name);
    if (found != lessons.end()) return *found;
    if (lessons.empty()) return fail("no lessons are installed");
    std::vector<std::string> names;
    for (Lesson const& lesson : lessons) names.push_back(lesson.name);
    return fail(
        fmt::format("there is no lesson '{}'; the lessons are {}{}", name, fmt::join(names, ", "), suggestion(name, names)));
}

} // namespace tessera
