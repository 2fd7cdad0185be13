// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a lesson while it is played: which step, which value, what has been answered.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/lesson/lesson.hpp"
#include "libcore/scene/scene.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace tessera {

/// What is said to an answer.
struct LessonVerdict {
    bool right = false;
    std::string said; ///< why it is right, or what to look at
};

/// The rules of a lesson, the same in the window and on a page that travels (lesson_page): whoever is asked answers before going
/// on, as often as it takes; a prediction is made before its picture is seen; the slide rests while a step that sets it is asked
/// about.
class LessonPlay {
  public:
    explicit LessonPlay(Lesson lesson);

    [[nodiscard]] Lesson const& lesson() const { return lesson_; }
    [[nodiscard]] std::size_t place() const { return place_; } ///< of the step, from 0
    [[nodiscard]] LessonStep const& step() const { return lesson_.steps[place_]; }
    [[nodiscard]] std::size_t value() const { return value_; } ///< of the slide, from 0
    [[nodiscard]] bool may_move() const;                       ///< the slide
    [[nodiscard]] bool is_answered() const { return !step().question || solved_; }
    [[nodiscard]] bool is_last() const { return place_ + 1 == lesson_.steps.size(); }
    [[nodiscard]] bool is_done() const { return is_last() && is_answered(); }
    [[nodiscard]] bool shows_picture() const { return !step().predict || is_answered(); }

    /// Precondition: may_move(), and there is such a value.
    void move(std::size_t value);
    /// `answer`: the number typed, or the choice from 0; of a slide question nothing matters but the slide. Precondition: the step
    /// asks. Errors: those of the fact.
    [[nodiscard]] Result<LessonVerdict> answer(Index answer);
    /// Precondition: is_answered() and not is_last().
    void go_on();
    /// Preconditions: this is not the first step. What has been answered stays answered nowhere: it may be asked again.
    void go_back();

    /// What the step shows. Errors: see lesson_picture.
    [[nodiscard]] Result<Scene> picture() const;
    /// The text of the job at the value of the slide.
    [[nodiscard]] std::string job_text() const;

  private:
    void enter(std::size_t place);

    Lesson lesson_;
    std::size_t place_ = 0;
    std::size_t value_ = 0;
    bool solved_ = false;
};

/// What the answer to a question is, with the slide at a value: of Number the number; of Choice the choice, from 0; of Slide 1
/// where the slide stands right, else 0. Errors: those of the fact.
[[nodiscard]] Result<Index> right_answer(Lesson const& lesson, std::size_t step, std::size_t value);

} // namespace tessera
