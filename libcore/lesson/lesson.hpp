// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the contents of a lesson file: a job, one variable word in it, and steps that ask before they show.
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

/// The part of a lesson that the reader changes: a word of the job. Job and steps contain it as {word}.
struct LessonSlider {
    std::string word;
    std::string label;               ///< label of the slider
    std::vector<std::string> values; ///< possible values of the word; at least two
    std::size_t begin = 0;           ///< 0-based index of the initial value
};

/// The view of a step, and the subject of a fact, in addition to the job. Texts may contain the slide's word.
struct LessonSetting {
    std::string algorithm = "auto"; ///< for the schedule
    std::string topology{};
    std::string placement = "row-major";
    std::string machine{};
    std::string access{};        ///< method of file access; empty: the best
    std::string stencil{};       ///< stencil of a halo; empty: the shadow planes
    std::string method = "auto"; ///< method of several phases
    std::string values{};        ///< values of a region's parameters: "k=8"
    std::string varied{};        ///< the region parameter that varies, for the picture of work
    Extents element{};           ///< gets a frame in the memory of a rank; empty: none
    Index transition = 1;        ///< transition of the job, 1-based
    std::optional<int> step{};   ///< step of the schedule, 1-based; nothing: all steps together
    std::optional<Rank> rank{};  ///< draws only this rank
};

/// A property of the job that is computed, never stored in the lesson; see fact_kinds(). Indices are in the array's own bounds.
struct LessonFact {
    std::string kind;
    Extents element{}; ///< element of the first array
    Rank rank = 0;
    Rank other = 0;                                 ///< a second rank
    int dim = 1;                                    ///< dimension of the array, 1-based
    std::vector<std::pair<Index, Index>> section{}; ///< first and last index of each dimension
    bool after = false;                             ///< true: after the transition, false: before it
};

/// A typical wrong answer, and why it is wrong.
struct LessonMistake {
    Index answer = 0; ///< the number; for Choice and Slide the 0-based index
    std::string why;
};

struct LessonQuestion {
    enum class Kind {
        Number, ///< the answer is the value of the fact
        Choice, ///< the answer is one of several sentences
        Slide   ///< the answer is a slider position at which the fact has the wanted value
    };
    Kind kind = Kind::Number;
    std::string text;
    LessonFact fact{};                  ///< for Number and Slide
    Index wanted = 0;                   ///< for Slide: the wanted value
    std::vector<std::string> choices{}; ///< for Choice, at least two
    std::size_t right = 0;              ///< for Choice, 0-based
    std::string because;                ///< why the correct answer is correct
    std::string hint;                   ///< for wrong answers: what to look at, never the answer itself
    std::vector<LessonMistake> mistakes{};

    /// Returns the reply to a wrong answer: the reason if it is a known mistake, else the hint.
    [[nodiscard]] std::string const& reply_to(Index wrong) const;
};

struct LessonStep {
    std::string text;
    std::string show; ///< name of a picture, see lesson_views()
    LessonSetting setting{};
    std::optional<std::size_t> at{}; ///< 0-based value of the slide at the start of the step; it can move after the answer
    bool predict = false;            ///< the picture appears after the answer
    std::optional<LessonQuestion> question{};
};

struct Lesson {
    std::string name; ///< name of its file, without the extension
    int number = 0;   ///< position in the track, 1-based
    std::string title;
    std::string about; ///< one line
    std::string job;   ///< text of the job, with the slide's word in braces
    LessonSlider slide;
    std::vector<LessonStep> steps; ///< one to most_lesson_steps
};
inline constexpr std::size_t most_lesson_steps = 5;

/// Returns the names of the views that a step may show: "owners", "messages", ...
[[nodiscard]] std::vector<std::string> const& lesson_views();

/// Reads a lesson from JSON, see share/doc/lessons.md. Errors, with the file and the member: no JSON, another schema, a missing or
/// unknown member, more steps than most_lesson_steps.
[[nodiscard]] Result<Lesson> read_lesson(std::string_view json, std::string_view name);

/// Returns a text of the lesson with the slide's word replaced by its value. `value`: 0-based index.
[[nodiscard]] std::string with_value(std::string text, LessonSlider const& slide, std::size_t value);

} // namespace tessera
