// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of lessons: files that are slips, the rules of play, and every lesson played to its end.
#include "libcore/lesson/lesson.hpp"

#include "libcore/lesson/fact.hpp"
#include "libcore/lesson/lesson_library.hpp"
#include "libcore/lesson/lesson_play.hpp"
#include "libcore/lesson/lesson_work.hpp"
#include "libcore/scene/color.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QFile>
#include <algorithm>
#include <cstdlib>
#include <set>

using namespace tessera;

class LessonTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void slips_are_named();
    void an_answer_comes_before_going_on();
    void facts_are_those_of_the_papers();
    void what_does_not_exist_is_no_fact();
    void every_fact_is_documented();
    void every_lesson_is_played_to_its_end();
    void every_value_has_its_picture();
    void numbers_lie_on_one_colour();
    void points_of_a_halo_can_be_counted();
    void wrong_answers_are_told_why();
    void lessons_are_short_and_ask_first();
};

namespace {

std::string const small_lesson = R"json({
  "schema": "tessera.lesson/1", "number": 1, "title": "T", "about": "a", "job": ["real A(8)", "!hpf$ processors P({p})",
  "!hpf$ distribute A(block) onto P"], "slide": {"word": "p", "label": "processors", "values": [2, 4], "begin": 2},
  "steps": [
    {"text": "one", "show": "owners"},
    {"text": "two", "show": "owners", "at": 1, "predict": true,
     "ask": {"question": "who?", "fact": "owner", "element": [5], "because": "since", "hint": "look"}},
    {"text": "three", "show": "owners",
     "ask": {"question": "bring", "slide_to": 2, "fact": "owner", "element": [5], "because": "since", "hint": "look"}}]})json";

std::string replaced(std::string text, std::string const& what, std::string const& by) {
    auto const at = text.find(what);
    if (at == std::string::npos) qFatal("nothing to replace");
    return text.replace(at, what.size(), by);
}

std::string trouble_of(std::string const& json) {
    auto const lesson = read_lesson(json, "small");
    return lesson ? "" : lesson.error().message;
}

std::vector<Lesson> all_lessons() {
    auto lessons = lessons_in(TESSERA_LESSONS);
    if (!lessons) qFatal("%s", lessons.error().message.c_str());
    return *std::move(lessons);
}

/// A wrong answer, then the right one; of a slide question by moving it.
void play_step(LessonPlay& play) {
    LessonQuestion const& question = *play.step().question;
    QVERIFY2(!play.is_answered(), "a question is asked");
    QVERIFY2(play.shows_picture() == !play.step().predict, "a prediction comes before its picture");
    Index const right = right_answer(play.lesson(), play.place(), play.value()).value();
    if (question.kind == LessonQuestion::Kind::Slide) {
        QVERIFY2(right == 0, "the slide begins where the answer is not");
        auto const wrong = play.answer(0);
        QVERIFY(!wrong->right && wrong->said == question.reply_to(static_cast<Index>(play.value())));
        std::size_t value = 0;
        while (right_answer(play.lesson(), play.place(), value).value() == 0) QVERIFY(++value < play.lesson().slide.values.size());
        play.move(value);
    } else {
        auto const wrong = play.answer(right + 1);
        QVERIFY(!wrong->right && wrong->said == question.reply_to(right + 1));
    }
    QVERIFY(!play.is_answered());
    auto const verdict = play.answer(right);
    QVERIFY(verdict->right && verdict->said == question.because);
    QVERIFY(play.is_answered() && play.shows_picture() && play.may_move());
}

} // namespace

void LessonTest::initTestCase() {
    setenv("TESSERA_DATA", (std::string(TESSERA_LESSONS) + "/..").c_str(), 1); // for machines and networks by name
}

void LessonTest::slips_are_named() {
    QCOMPARE(trouble_of(small_lesson), "");
    QCOMPARE(trouble_of("{"), "lesson small: this is not JSON");
    QCOMPARE(trouble_of("[]"), "lesson small: the lesson is not an object in braces");
    QCOMPARE(trouble_of(replaced(small_lesson, "\"title\"", "\"titel\"")), "lesson small: the lesson needs \"title\", a text");
    QCOMPARE(trouble_of(replaced(small_lesson, "\"about\"", "\"extra\": 1, \"about\"")),
             "lesson small: the lesson has a \"extra\", which is not known there");
    QCOMPARE(
        trouble_of(replaced(small_lesson, "\"show\": \"owners\"", "\"show\": \"owner\"")),
        "lesson small: step 1 has \"show\": \"owner\", which is not known; known are owners, messages, schedule, network, cost, "
        "file, halo, template, memory, balance, rhythms, stages, touched, work; did you mean 'owners'?");
    QCOMPARE(trouble_of(replaced(small_lesson, "\"begin\": 2", "\"begin\": 3")),
             "lesson small: \"slide\" has \"begin\": 3, but there are 2, counted from 1");
    QVERIFY(
        trouble_of(replaced(small_lesson, "\"owner\", \"element\"", "\"ovner\", \"element\"")).ends_with("did you mean 'owner'?"));
    QVERIFY(trouble_of(replaced(small_lesson, "\"predict\": true", "\"predict\": 1")).ends_with("neither true nor false"));
    std::string const known = "\"because\": \"since\", \"mistakes\": [{\"answer\": 3, \"why\": \"no\"}]";
    QCOMPARE(trouble_of(replaced(small_lesson, "\"because\": \"since\"", known)), "");
    QCOMPARE(trouble_of(replaced(small_lesson, "\"slide_to\": 2, ",
                                 "\"slide_to\": 2, \"mistakes\": [{\"answer\": 3, \"why\": \"no\"}], ")),
             "lesson small: \"mistakes\" in \"ask\" of step 3 has \"answer\": 3, but there are 2, counted from 1");
    QCOMPARE(trouble_of(replaced(small_lesson, "\"text\": \"one\"", "\"text\": \"{about block} {about pex}\"")), "");
    QVERIFY(trouble_of(replaced(small_lesson, "\"text\": \"one\"", "\"text\": \"{about blok}\""))
                .ends_with("neither a format nor an algorithm"));
    QVERIFY(trouble_of(replaced(small_lesson, "lesson/1", "lesson/2")).ends_with("another schema than tessera.lesson/1"));
}

void LessonTest::an_answer_comes_before_going_on() {
    LessonPlay play(read_lesson(small_lesson, "small").value());
    QVERIFY(play.is_answered() && play.may_move() && play.value() == 1);
    QVERIFY(play.picture().has_value());
    QVERIFY(play.job_text().find("P(4)") != std::string::npos);
    play.go_on();
    QVERIFY(play.value() == 0 && !play.may_move() && !play.shows_picture() && !play.is_answered());
    QVERIFY(!play.answer(2)->right && !play.is_answered());
    QVERIFY(play.answer(1)->right && play.may_move() && play.shows_picture());
    play.go_on();
    QVERIFY(play.may_move() && play.shows_picture() && play.is_last() && !play.is_done());
    QVERIFY(!play.answer(0)->right);
    play.move(1);
    QVERIFY(play.answer(0)->right && play.is_done());
    play.go_back();
    QVERIFY2(!play.is_answered(), "it may be asked again");
}

void LessonTest::facts_are_those_of_the_papers() {
    auto const fact = [](std::string const& name, std::size_t step, std::size_t value) {
        for (Lesson const& lesson : all_lessons())
            if (lesson.name == name) return right_answer(lesson, step, value).value();
        return Index{-1};
    };
    QCOMPARE(fact("hung-on-a-template", 1, 1), Index{9}); // Coelho, Fig. 1: 8, 9, 8 and 5 rows
    QCOMPARE(fact("two-rhythms", 2, 1), Index{0});        // Ramaswamy and Banerjee, Fig. 12: sender 0 and receiver 5
    QCOMPARE(fact("my-a3-your-a3", 1, 1), Index{3});      // rank 1 has A(2), A(5), A(8), A(11)
    QCOMPARE(fact("take-turns", 1, 1), Index{7});         // Thakur, Fig. 4.3: P - 1 steps
    QCOMPARE(fact("rush-hour", 1, 2), Index{2});
    QCOMPARE(fact("read-too-much", 1, 0), Index{256});
    QCOMPARE(fact("neighbours", 1, 2), Index{16});
}

void LessonTest::what_does_not_exist_is_no_fact() {
    Lesson lesson = read_lesson(small_lesson, "small").value();
    auto const trouble = [&](LessonFact const& fact) {
        lesson.steps[1].question->fact = fact;
        auto const answer = right_answer(lesson, 1, 0);
        return answer ? std::string() : answer.error().message;
    };
    QCOMPARE(trouble({.kind = "owner", .element = {9}}), "the array has no index 9 in dimension 1");
    QCOMPARE(trouble({.kind = "owner", .element = {1, 1}}), "\"element\" needs an index for each of 1 dimensions");
    QCOMPARE(trouble({.kind = "count", .rank = 2}), "rank 2 takes no part");
    QCOMPARE(trouble({.kind = "extent", .dim = 2}), "the array has no dimension 2");
    QVERIFY(!trouble({.kind = "arrivals"}).empty());
}

void LessonTest::every_fact_is_documented() {
    QFile file(TESSERA_LESSONS "/../../share/doc/lessons.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString const page = QString::fromUtf8(file.readAll());
    for (FactKind const& kind : fact_kinds()) {
        std::string const meaning(kind.meaning.substr(0, kind.meaning.find(" (")));
        QString const row = QString("| `%1` | %2 |").arg(kind.name.data()).arg(meaning.c_str());
        QVERIFY2(page.contains(row), qPrintable(row));
    }
}

void LessonTest::every_lesson_is_played_to_its_end() {
    auto const lessons = all_lessons();
    QCOMPARE(std::ssize(lessons), Index{14});
    std::set<std::string> titles;
    for (int number = 1; Lesson const& lesson : lessons) {
        QCOMPARE(lesson.number, number++);
        titles.insert(lesson.title);
        LessonPlay play(lesson);
        int questions = 0;
        for (;; play.go_on()) {
            if (play.step().question) {
                play_step(play);
                ++questions;
            }
            QVERIFY2(play.is_answered(), lesson.name.c_str());
            if (play.is_last()) break;
        }
        QVERIFY2(play.is_done() && questions >= 2, lesson.name.c_str());
    }
    QCOMPARE(titles.size(), lessons.size());
}

void LessonTest::every_value_has_its_picture() {
    for (Lesson const& lesson : all_lessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step)
            for (std::size_t value = 0; value < lesson.slide.values.size(); ++value) {
                auto const work = LessonWork::make(lesson, step, value);
                QVERIFY2(work, work ? "" : work.error().message.c_str());
                auto const picture = lesson_picture(*work, lesson.steps[step].show);
                QVERIFY2(picture, picture ? "" : (lesson.name + ": " + picture.error().message).c_str());
                QVERIFY(!picture->rects.empty());
            }
}

namespace {

/// Returns the colours of owners' cells below the corners of a text and below its middle.
std::set<std::string> colours_under(Scene const& scene, SceneText const& text) {
    double const width = 0.45 * detail::text_width(text.text, text.size);
    double const height = 0.36 * text.size;
    std::set<std::string> colours;
    for (double const across : {-1, 0, 1})
        for (double const down : {-1, 0, 1}) {
            SceneRect const* const rect = scene.hit(text.x + across * width, text.y + down * height);
            if (rect != nullptr && std::holds_alternative<CellsTag>(rect->tag)) colours.insert(hex(rect->fill));
        }
    return colours;
}

} // namespace

/// The number of a rank does not cross from what is touched to what is not.
void LessonTest::numbers_lie_on_one_colour() {
    int numbers = 0;
    for (Lesson const& lesson : all_lessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step)
            for (std::size_t value = 0; value < lesson.slide.values.size(); ++value) {
                Scene const picture = lesson_picture(*LessonWork::make(lesson, step, value), lesson.steps[step].show).value();
                for (SceneText const& text : picture.texts) {
                    auto const colours =
                        text.anchor == SceneText::Anchor::Middle ? colours_under(picture, text) : std::set<std::string>();
                    numbers += colours.empty() ? 0 : 1;
                    QVERIFY2(colours.size() <= 1, (lesson.name + ": " + text.text).c_str());
                }
            }
    QVERIFY(numbers > 300);
}

/// Rank 5 has 4 x 4 points, and 16 copies around them.
void LessonTest::points_of_a_halo_can_be_counted() {
    auto const lessons = all_lessons();
    Lesson const& lesson = *std::ranges::find(lessons, "neighbours", &Lesson::name);
    Scene const picture = lesson_picture(*LessonWork::make(lesson, 1, 2), lesson.steps[1].show).value();
    int own = 0;
    int copies = 0;
    for (SceneRect const& rect : picture.rects)
        if (auto const* const cell = std::get_if<CellsTag>(&rect.tag); cell && cell->rank >= 0) ++(cell->rank == 5 ? own : copies);
    QCOMPARE(own, 16);
    QCOMPARE(copies, 16);
}

/// Every choice and every value of the slide that is wrong is answered by why it is wrong, and numbers by what people mean by them.
void LessonTest::wrong_answers_are_told_why() {
    for (Lesson const& lesson : all_lessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            LessonStep const& told = lesson.steps[step];
            if (!told.question) continue;
            LessonQuestion const& question = *told.question;
            std::string const where = lesson.name + ", step " + std::to_string(step + 1);
            std::set<Index> known;
            for (LessonMistake const& each : question.mistakes) {
                QVERIFY2(known.insert(each.answer).second, where.c_str());
                QVERIFY2(each.why != question.hint && each.why != question.because, where.c_str());
            }
            using Kind = LessonQuestion::Kind;
            bool const slides = question.kind == Kind::Slide;
            if (question.kind == Kind::Number) {
                QVERIFY2(known.size() >= 2 && told.at, where.c_str());
                QVERIFY2(!known.contains(right_answer(lesson, step, *told.at).value()), where.c_str());
                continue;
            }
            std::size_t const places = slides ? lesson.slide.values.size() : question.choices.size();
            for (std::size_t place = 0; place < places; ++place) {
                Index const answer = right_answer(lesson, step, slides ? place : 0).value();
                bool const right = slides ? answer == 1 : answer == static_cast<Index>(place);
                QVERIFY2(known.contains(static_cast<Index>(place)) != right, where.c_str());
            }
        }
}

/// A few sentences; something to drag; a prediction.
void LessonTest::lessons_are_short_and_ask_first() {
    for (Lesson const& lesson : all_lessons()) {
        auto const asks = [&](auto const& what) { return std::ranges::any_of(lesson.steps, what); };
        QVERIFY2(asks([](LessonStep const& each) { return each.predict; }), lesson.name.c_str());
        QVERIFY2(asks([](LessonStep const& each) { return each.question && each.question->kind == LessonQuestion::Kind::Slide; }),
                 lesson.name.c_str());
        for (LessonStep const& each : lesson.steps) {
            QVERIFY2(each.text.size() <= 400, (lesson.name + ": " + each.text).c_str());
            if (!each.question) continue;
            for (std::string const& choice : each.question->choices) QVERIFY2(choice.size() <= 52, choice.c_str()); // on one line
            for (LessonMistake const& mistake : each.question->mistakes) QVERIFY2(mistake.why.size() <= 200, mistake.why.c_str());
        }
    }
}

TEST_CLASS(LessonTest)
#include "lesson_test.moc"
