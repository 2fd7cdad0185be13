// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the state of a lesson that is being played: the step, the value of the slide, the answers.
#include "libcore/lesson/lesson_play.hpp"

#include "libcore/base/try.hpp"
#include "libcore/lesson/fact.hpp"
#include "libcore/lesson/lesson_work.hpp"

#include <cassert>

namespace tessera {

LessonPlay::LessonPlay(Lesson lesson) : lesson_(std::move(lesson)), value_(lesson_.slide.begin) {
    enter(0);
}

void LessonPlay::enter(std::size_t place) {
    place_ = place;
    solved_ = false;
    value_ = step().at.value_or(value_);
}

bool LessonPlay::may_move() const {
    return is_answered() || !step().at || step().question->kind == LessonQuestion::Kind::Slide;
}

void LessonPlay::move(std::size_t value) {
    assert(may_move() && value < lesson_.slide.values.size());
    value_ = value;
}

Result<LessonVerdict> LessonPlay::answer(Index answer) {
    assert(step().question);
    LessonQuestion const& question = *step().question;
    auto const right = TRY(right_answer(lesson_, place_, value_));
    bool const slides = question.kind == LessonQuestion::Kind::Slide;
    bool const is_right = slides ? right == 1 : right == answer;
    solved_ = solved_ || is_right;
    return LessonVerdict{is_right, is_right ? question.because : question.reply_to(slides ? static_cast<Index>(value_) : answer)};
}

void LessonPlay::go_on() {
    assert(is_answered() && !is_last());
    enter(place_ + 1);
}

void LessonPlay::go_back() {
    assert(place_ > 0);
    enter(place_ - 1);
}

Result<Scene> LessonPlay::picture() const {
    auto const work = TRY(LessonWork::make(lesson_, place_, value_));
    return lesson_picture(work, step().show);
}

std::string LessonPlay::job_text() const {
    return with_value(lesson_.job, lesson_.slide, value_);
}

Result<Index> right_answer(Lesson const& lesson, std::size_t step, std::size_t value) {
    LessonQuestion const& question = *lesson.steps[step].question;
    if (question.kind == LessonQuestion::Kind::Choice) return static_cast<Index>(question.right);
    auto const work = TRY(LessonWork::make(lesson, step, value));
    auto const fact = fact_value(question.fact, work);
    if (!fact || question.kind == LessonQuestion::Kind::Number) return fact;
    return *fact == question.wanted ? 1 : 0;
}

} // namespace tessera
