// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a lesson as its file says it: a job, one thing to change in it, and steps that ask before they show.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// The one thing that a person changes in a lesson: a word of the job, written {word} there and in what the steps ask for.
struct LessonSlide {
    std::string word;
    std::string label;               ///< what it is, beside the slider
    std::vector<std::string> values; ///< what the word may stand for; at least two
    std::size_t begin = 0;           ///< the value that the lesson begins with, from 0
};

/// What is looked at, and what a fact is about, beyond the job. Texts may hold the word of the slide.
struct LessonSetting {
    std::string algorithm = "auto"; ///< of the schedule
    std::string topology{};
    std::string placement = "row-major";
    std::string machine{};
    std::string access{};        ///< to the file; empty: the best
    std::string stencil{};       ///< of a halo; empty: the shadow planes
    std::string method = "auto"; ///< of several phases
    std::string values{};        ///< of a region's parameters: "k=8"
    std::string varied{};        ///< the parameter that runs, of the work of a region
    Extents element{};           ///< framed in the memory of a rank; empty: none
    Index transition = 1;        ///< of the job, from 1
    std::optional<int> step{};   ///< of the schedule, from 1; nothing: all of them together
    std::optional<Rank> rank{};  ///< the only one that is drawn
};

/// Something about the job that is worked out, never written down; see fact_kinds(). Indices are in the array's own bounds.
struct LessonFact {
    std::string kind;
    Extents element{}; ///< of the first array
    Rank rank = 0;
    Rank other = 0;                                 ///< a second rank
    int dim = 1;                                    ///< of the array, from 1
    std::vector<std::pair<Index, Index>> section{}; ///< first and last index of each dimension
    bool after = false;                             ///< the transition, not before
};

/// An answer that people give, and why it is wrong.
struct LessonMistake {
    Index answer = 0; ///< the number; of Choice and Slide the place, from 0
    std::string why;
};

struct LessonQuestion {
    enum class Kind {
        Number, ///< the value of the fact is typed
        Choice, ///< one of several sentences is chosen
        Slide   ///< the slide is brought to where the fact has a certain value
    };
    Kind kind = Kind::Number;
    std::string text;
    LessonFact fact{};                  ///< of Number and Slide
    Index wanted = 0;                   ///< of Slide: the value
    std::vector<std::string> choices{}; ///< of Choice, at least two
    std::size_t right = 0;              ///< of Choice, from 0
    std::string because;                ///< why the right answer is right
    std::string hint;                   ///< after a wrong one: what to look at, never the answer
    std::vector<LessonMistake> mistakes{};

    /// Said to a wrong answer: why it is wrong where that is known, else the hint.
    [[nodiscard]] std::string const& said_to(Index wrong) const;
};

struct LessonStep {
    std::string text;
    std::string show; ///< a picture, see lesson_views()
    LessonSetting setting{};
    std::optional<std::size_t> at{}; ///< the value that the slide has when the step begins, from 0; it moves after the answer
    bool predict = false;            ///< the picture is shown after the answer
    std::optional<LessonQuestion> question{};
};

struct Lesson {
    std::string name; ///< of its file, without the ending
    int number = 0;   ///< in the track, from 1
    std::string title;
    std::string about; ///< one line
    std::string job;   ///< its text, with the word of the slide in braces
    LessonSlide slide;
    std::vector<LessonStep> steps; ///< one to most_lesson_steps
};
inline constexpr std::size_t most_lesson_steps = 5;

/// "owners", "messages", ...: what a step may show.
[[nodiscard]] std::vector<std::string> const& lesson_views();

/// From JSON, see share/doc/lessons.md. Errors, which name the file and the member: no JSON, another schema, a member that is
/// missing or means nothing, more steps than most_lesson_steps.
[[nodiscard]] Result<Lesson> read_lesson(std::string_view json, std::string_view name);

/// A text of the lesson with the word of the slide replaced by its value, from 0.
[[nodiscard]] std::string with_value(std::string text, LessonSlide const& slide, std::size_t value);

} // namespace tessera
