// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of lessons as pages: complete, alone, and played by the script they carry.
#include "libcore/lesson/lesson_page.hpp"

#include "libcore/lesson/lesson_library.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <cstdlib>

using namespace tessera;

class LessonPageTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void a_page_stands_alone();
    void its_script_plays_it_to_the_end();
    void its_controls_play_it_to_the_end();

  private:
    static void run(char const* program);
};

namespace {

/// Plays the pages named on its command line by their own rules: wrong answers first. Ends with 1 where a rule is broken.
char const* const player = R"js(
const fs = require("fs"), vm = require("vm");
const check = (is, what) => { if (!is) throw new Error(what); };
for (const file of process.argv.slice(2)) {
  const page = fs.readFileSync(file, "utf8");
  const lesson = JSON.parse(page.match(/id="lesson">([^]*?)<\/script>/)[1]);
  const script = page.match(/<script>\n([^]*?)<\/script>/)[1];
  const play = vm.runInNewContext(script + "\nnew Play(lesson)", { lesson });
  for (;;) {
    const question = play.step.question;
    check(play.isAnswered === !question, file + ": a question is asked");
    if (question) {
      check((play.picture === null) === play.step.predict, file + ": a prediction comes before its picture");
      const before = play.place;
      play.goOn();
      check(play.place === before, file + ": nobody goes on without an answer");
      const right = question.answers[play.value];
      check(!play.answer(question.kind === "slide" ? 0 : right + 1).right, file + ": wrong is wrong");
      for (const { answer, why } of question.mistakes) {
        if (question.kind === "slide") play.move(answer);
        const said = play.answer(answer).said;
        check(said === why, file + ": " + said + " is not " + why);
      }
      check(!play.isAnswered, file + ": a wrong answer is none");
      if (question.kind === "slide") play.move(question.answers.indexOf(1));
      const verdict = play.answer(right);
      check(verdict.right && verdict.said === question.because, file + ": right is right");
    }
    check(play.picture.startsWith("<svg"), file + ": there is a picture");
    if (play.isLast) break;
    play.goOn();
  }
  check(play.isDone, file + ": it ends");
}
)js";

/// The least that the script of a page asks of a browser, and somebody who answers rightly by the controls of the page.
char const* const visitor = R"js(
const fs = require("fs"), vm = require("vm");
class Part {
  constructor() { this.heard = {}; this.parts = []; this.textContent = ""; this.value = ""; this.checked = false; }
  addEventListener(what, answer) { this.heard[what] = answer; }
  replaceChildren() { this.parts = []; }
  append(...parts) { this.parts.push(...parts); }
  inside() { return this.parts.flatMap((each) => each instanceof Part ? [each, ...each.inside()] : []); }
  inputs() { return this.inside().filter((each) => each.type); }
  querySelector(what) { return what === "input" ? this.inputs()[0] : this.inputs().find((each) => each.checked) ?? null; }
}
for (const file of process.argv.slice(2)) {
  const page = fs.readFileSync(file, "utf8");
  const parts = { lesson: new Part() };
  parts.lesson.textContent = page.match(/id="lesson">([^]*?)<\/script>/)[1];
  const document = { getElementById: (id) => parts[id] ??= new Part(), createElement: () => new Part() };
  vm.runInNewContext(page.match(/<script>\n([^]*?)<\/script>/)[1], { document });
  const lesson = JSON.parse(parts.lesson.textContent);
  for (const step of lesson.steps) {
    const question = step.question;
    if (question) {
      const right = question.answers[Number(parts.slider.value)];
      if (question.kind === "number") parts.answers.inputs()[0].value = String(right);
      if (question.kind === "choice") parts.answers.inputs()[right].checked = true;
      if (question.kind === "slide") {
        parts.slider.value = String(question.answers.indexOf(1));
        parts.slider.heard.input();
      }
      parts.ask.heard.submit({ preventDefault() {} });
      if (parts.said.textContent !== "Right. " + question.because) throw new Error(file + ": " + parts.said.textContent);
    }
    if (!parts.picture.innerHTML.startsWith("<svg")) throw new Error(file + ": no picture");
    parts.on.heard.click();
  }
  if (parts.on.textContent !== "Done") throw new Error(file + ": no end");
}
)js";

std::vector<Lesson> lessons_of_pages() {
    auto lessons = lessons_in(TESSERA_LESSONS);
    if (!lessons) qFatal("%s", lessons.error().message.c_str());
    return *std::move(lessons);
}

} // namespace

void LessonPageTest::initTestCase() {
    setenv("TESSERA_DATA", (std::string(TESSERA_LESSONS) + "/..").c_str(), 1);
}

void LessonPageTest::a_page_stands_alone() {
    Lesson lesson = lessons_of_pages().front();
    lesson.title = "Less < more & </title>";
    lesson.steps[0].text = "</script><b>";
    auto const page = lesson_page(lesson);
    QVERIFY2(page, page ? "" : page.error().message.c_str());
    QVERIFY(page->starts_with("<!DOCTYPE html>"));
    QVERIFY(page->ends_with("</html>\n"));
    QVERIFY(page->find("<title>Less &lt; more &amp; &lt;/title></title>") != std::string::npos);
    QVERIFY2(page->find("</script><b>") == std::string::npos, "no text ends the element it stands in");
    for (char const* const elsewhere : {"src=", "href=", "url(", "import "})
        QVERIFY2(page->find(elsewhere) == std::string::npos, elsewhere);
}

/// Of all lessons, by a program in the language of the pages.
void LessonPageTest::run(char const* program) {
    QString const node = QStandardPaths::findExecutable("node");
    if (node.isEmpty()) QSKIP("nothing here runs the script of a page (node)");
    QTemporaryDir const folder;
    QStringList arguments{folder.filePath("program.js")};
    auto const write = [](QString const& path, std::string const& text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) > 0);
    };
    write(arguments[0], program);
    for (Lesson const& lesson : lessons_of_pages()) {
        auto const page = lesson_page(lesson);
        QVERIFY2(page, page ? "" : page.error().message.c_str());
        QVERIFY2(page->size() < 4U << 20U, lesson.name.c_str());
        arguments << folder.filePath(QString::fromStdString(lesson.name) + ".html");
        write(arguments.back(), *page);
    }
    QProcess script;
    script.start(node, arguments);
    QVERIFY(script.waitForFinished());
    QVERIFY2(script.exitCode() == 0, script.readAllStandardError().constData());
}

void LessonPageTest::its_script_plays_it_to_the_end() {
    run(player);
}

void LessonPageTest::its_controls_play_it_to_the_end() {
    run(visitor);
}

TEST_CLASS(LessonPageTest)
#include "lesson_page_test.moc"
