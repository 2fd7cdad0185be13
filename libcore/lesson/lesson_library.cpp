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

namespace {

bool comes_before(Lesson const& one, Lesson const& other) {
    return std::pair(one.number, one.name) < std::pair(other.number, other.name);
}

Result<Lesson> lesson_at(std::filesystem::path const& file) {
    auto const json = TRY(file_text(file.string(), "the lesson"));
    return read_lesson(json, file.stem().string());
}

} // namespace

Result<std::vector<Lesson>> lessons_in(std::string const& folder) {
    std::vector<Lesson> lessons;
    std::error_code trouble;
    for (auto const& entry : std::filesystem::directory_iterator(folder, trouble))
        if (entry.path().extension() == ".json") lessons.push_back(TRY(lesson_at(entry.path())));
    if (trouble) return fail(fmt::format("the folder of lessons '{}' cannot be read: {}", folder, trouble.message()));
    std::ranges::sort(lessons, comes_before);
    return lessons;
}

/// A bad file hides no other lesson. find_lesson() tells what is wrong with it.
Result<std::vector<Lesson>> installed_lessons() {
    std::vector<Lesson> lessons;
    for (std::filesystem::path const& file : data_files("lessons", ".json"))
        if (auto lesson = lesson_at(file)) lessons.push_back(*std::move(lesson));
    std::ranges::sort(lessons, comes_before);
    return lessons;
}

Result<Lesson> find_lesson(std::string const& name) {
    if (name.ends_with(".json")) return lesson_at(name);
    std::vector<std::string> names;
    for (std::filesystem::path const& file : data_files("lessons", ".json")) {
        if (file.stem() == name) return lesson_at(file);
        if (lesson_at(file)) names.push_back(file.stem().string());
    }
    if (names.empty()) return fail("no lessons are installed");
    std::ranges::sort(names);
    return fail(
        fmt::format("there is no lesson '{}'; the lessons are {}{}", name, fmt::join(names, ", "), suggestion(name, names)));
}

} // namespace tessera
