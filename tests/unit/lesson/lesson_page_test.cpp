// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of lessons as pages: complete, alone, and played by the script they carry.
#include "libcore/lesson/lesson_page.hpp"

#include "libcore/lesson/lesson_shelf.hpp"
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

void LessonPageTest::its_script_plays_it_to_the_end() {
    QString const node = QStandardPaths::findExecutable("node");
    if (node.isEmpty()) QSKIP("nothing here runs the script of a page (node)");
    QTemporaryDir const folder;
    QStringList arguments{folder.filePath("player.js")};
    auto const write = [](QString const& path, std::string const& text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) > 0);
    };
    write(arguments[0], player);
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

TEST_CLASS(LessonPageTest)
#include "lesson_page_test.moc"
