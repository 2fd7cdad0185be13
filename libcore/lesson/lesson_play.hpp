// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the state of a lesson that is being played: the step, the value of the slide, the answers.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/lesson/lesson.hpp"
#include "libcore/scene/scene.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace tessera {

/// The reply to an answer.
struct LessonVerdict {
    bool right = false;
    std::string said; ///< why the answer is correct, or what to look at
};

/// The rules of a lesson, the same in the window and on a page (lesson_page). A question must be answered correctly before the next
/// step; retries are unlimited. A prediction comes before its picture. If a step sets the slide, the slide is locked until the
/// step's question is answered, unless the slide itself is the answer.
class LessonPlay {
  public:
    explicit LessonPlay(Lesson lesson);

    [[nodiscard]] Lesson const& lesson() const { return lesson_; }
    [[nodiscard]] std::size_t place() const { return place_; } ///< 0-based index of the step
    [[nodiscard]] LessonStep const& step() const { return lesson_.steps[place_]; }
    [[nodiscard]] std::size_t value() const { return value_; } ///< 0-based index of the slide's value
    [[nodiscard]] bool may_move() const;                       ///< whether the slide may move
    [[nodiscard]] bool is_answered() const { return !step().question || solved_; }
    [[nodiscard]] bool is_last() const { return place_ + 1 == lesson_.steps.size(); }
    [[nodiscard]] bool is_done() const { return is_last() && is_answered(); }
    [[nodiscard]] bool shows_picture() const { return !step().predict || is_answered(); }

    /// Precondition: may_move(), and the value exists.
    void move(std::size_t value);
    /// `answer`: the number typed, or the 0-based choice; ignored for a slide question, which uses the slide's value. Precondition:
    /// the step has a question. Errors: those of the fact.
    [[nodiscard]] Result<LessonVerdict> answer(Index answer);
    /// Goes to the next step. Precondition: is_answered() and not is_last().
    void go_on();
    /// Goes to the previous step, whose question must be answered again. Precondition: this is not the first step.
    void go_back();

    /// Returns the picture of the step. Errors: see lesson_picture.
    [[nodiscard]] Result<Scene> picture() const;
    /// Returns the text of the job at the current value of the slide.
    [[nodiscard]] std::string job_text() const;

  private:
    void enter(std::size_t place);

    Lesson lesson_;
    std::size_t place_ = 0;
    std::size_t value_ = 0;
    bool solved_ = false;
};

/// Returns the correct answer to a question at a value of the slide. Number: the number. Choice: the 0-based choice. Slide: 1 if
/// the slide is at a correct value, else 0. Errors: those of the fact.
[[nodiscard]] Result<Index> right_answer(Lesson const& lesson, std::size_t step, std::size_t value);

} // namespace tessera
