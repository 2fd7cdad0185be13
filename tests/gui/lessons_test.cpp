// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a lesson played in the window, by keys and by mouse, and the lessons of the start page.
#include "gui/panels/ownership_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/lesson/lesson_library.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>

namespace tessera::gui {

class LessonsTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void everyLessonEnds();
    void keysAreEnough();
    void choicesAreTakenByKeys();
    void whatIsDoneIsKept();
    void itsJobOpensInAllViews();
    void lessonsAreReachedFromAnOpenJob();
    void ownLessonsAreAdded();

  private:
    void answerRightly(LessonView& view);
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void LessonsTest::init() {
    QSettings().clear();
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

/// First wrongly, with the mouse.
void LessonsTest::answerRightly(LessonView& view) {
    LessonPlay const& play = *view.play();
    using Kind = LessonQuestion::Kind;
    Kind const kind = play.step().question->kind;
    Index const right = right_answer(play.lesson(), play.place(), play.value()).value();
    auto const give = [&](Index answer) {
        if (kind == Kind::Number) view.number()->setText(QString::number(answer));
        if (kind == Kind::Choice) view.choices()->button(static_cast<int>(answer))->click();
        QTest::mouseClick(view.answerButton(), Qt::LeftButton);
    };
    give(kind == Kind::Choice ? (right + 1) % std::ssize(play.step().question->choices) : right + 1);
    QVERIFY(view.said().startsWith("Not quite. ") && !view.nextButton()->isEnabled());
    if (kind == Kind::Slide)
        for (int value = 0; right_answer(play.lesson(), play.place(), play.value()).value() == 0; ++value)
            view.slider()->setValue(value);
    give(right);
    QVERIFY2(view.said().startsWith("Right. ") && view.nextButton()->isEnabled(), qPrintable(view.said()));
}

void LessonsTest::everyLessonEnds() {
    auto const lessons = installed_lessons();
    QVERIFY(lessons && lessons->size() == 14);
    LessonView& view = *window_->lesson();
    for (Lesson const& lesson : *lessons) {
        window_->openLesson(QString::fromStdString(lesson.name));
        QVERIFY(view.isVisible());
        for (;; QTest::mouseClick(view.nextButton(), Qt::LeftButton)) {
            QVERIFY(view.canvas()->scene().rects.empty() == (view.play()->step().predict));
            if (view.play()->step().question) answerRightly(view);
            QVERIFY2(!view.canvas()->scene().rects.empty(), lesson.name.c_str());
            if (view.play()->is_last()) break;
        }
        QTest::mouseClick(view.nextButton(), Qt::LeftButton);
        QVERIFY(window_->startPage()->isVisible());
    }
}

void LessonsTest::keysAreEnough() {
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    window_->startPage()->lessons()->setFocus();
    QTest::keyClick(window_->startPage()->lessons(), Qt::Key_Return); // the first one
    LessonView& view = *window_->lesson();
    QVERIFY(view.isVisible() && view.nextButton()->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QVERIFY(view.number()->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), "2");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(view.said().startsWith("Right. ") && view.nextButton()->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QVERIFY(view.slider()->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
    QTest::keyClick(view.answerButton(), Qt::Key_Space);
    QVERIFY2(view.play()->is_done(), qPrintable(view.said()));
}

/// In a step that asks for one of several sentences the first has the focus, arrows choose, and Return answers and goes on.
void LessonsTest::choicesAreTakenByKeys() {
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    window_->openLesson("take-turns");
    LessonView& view = *window_->lesson();
    auto const press = [](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    press(Qt::Key_Return);
    QVERIFY(view.number()->hasFocus());
    QTest::keyClicks(view.number(), "56");
    press(Qt::Key_Return);
    QVERIFY2(view.said().startsWith("Not quite. There are 56 messages"), qPrintable(view.said()));
    view.number()->selectAll();
    QTest::keyClicks(view.number(), "7");
    press(Qt::Key_Return);
    QVERIFY(view.said().startsWith("Right. "));
    press(Qt::Key_Return);
    QCOMPARE(view.play()->place(), std::size_t(2));
    QVERIFY(view.choices()->button(0)->hasFocus());
    press(Qt::Key_Down);
    QVERIFY(view.choices()->button(1)->hasFocus());
    press(Qt::Key_Return);
    QVERIFY2(view.said().startsWith("Right. "), qPrintable(view.said()));
    press(Qt::Key_Return);
    QVERIFY(view.slider()->hasFocus());
    press(Qt::Key_Right);
    press(Qt::Key_Return);
    QVERIFY2(view.said().startsWith("Not quite. gen takes seven"), qPrintable(view.said()));
    press(Qt::Key_Right);
    press(Qt::Key_Return);
    QVERIFY2(view.play()->is_done(), qPrintable(view.said()));
}

void LessonsTest::whatIsDoneIsKept() {
    QString const first = window_->startPage()->lessons()->item(0)->text();
    QVERIFY(first.startsWith("1. Who owns it?\n"));
    window_->startPage()->markDone("who-owns-it");
    QCOMPARE(window_->startPage()->lessons()->item(0)->text(), QStringLiteral("\u2713 ") + first);
    QCOMPARE(window_->startPage()->lessons()->currentRow(), 1);
    MainWindow another(folder_.filePath("another"));
    QCOMPARE(another.startPage()->lessons()->item(0)->text(), QStringLiteral("\u2713 ") + first);
}

void LessonsTest::itsJobOpensInAllViews() {
    window_->openLesson("two-rhythms");
    emit window_->lesson()->jobWanted(QString::fromStdString(window_->lesson()->play()->job_text()));
    window_->session().finish();
    QVERIFY(window_->session().derived() && !window_->session().isModified());
    QVERIFY(window_->panel<OwnershipPanel>()->isVisible() && !window_->lesson()->isVisible());
    QVERIFY(window_->session().text().contains("cyclic(2)"));
}

void LessonsTest::lessonsAreReachedFromAnOpenJob() {
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf");
    window_->session().finish();
    window_->findChild<QAction*>("show-lessons")->trigger();
    QVERIFY(window_->startPage()->isVisible() && !window_->panel<OwnershipPanel>()->isVisible());
    window_->findChild<QAction*>("show-ownership")->trigger();
    QVERIFY(!window_->startPage()->isVisible() && window_->panel<OwnershipPanel>()->isVisible());
    QVERIFY(window_->session().path().endsWith("fft2d.hpf"));
}

/// The library lists all good lessons, and tells the error of a bad one.
void LessonsTest::ownLessonsAreAdded() {
    QByteArray const usual = qgetenv("TESSERA_DATA");
    QDir(folder_.path()).mkpath("data/lessons");
    QVERIFY(QFile::copy(usual + "/lessons/who-owns-it.json", folder_.filePath("data/lessons/my-own.json")));
    QFile bad(folder_.filePath("data/lessons/bad.json"));
    QVERIFY(bad.open(QIODevice::WriteOnly) && bad.write("{") == 1);
    bad.close();
    qputenv("TESSERA_DATA", folder_.filePath("data").toUtf8());
    StartPage page;
    qputenv("TESSERA_DATA", usual);
    auto const shown = [&](QString const& words) {
        for (int row = 0; row < page.lessons()->count(); ++row)
            if (page.lessons()->item(row)->text().contains(words)) return true;
        return false;
    };
    QVERIFY(shown("Who owns it?"));
    QVERIFY(shown("bad.json"));
    QVERIFY(shown("this is not JSON"));
    // A lesson is also opened by its path.
    window_->openLesson(folder_.filePath("data/lessons/my-own.json"));
    QVERIFY(window_->lesson()->isVisible());
    QVERIFY(window_->lesson()->play()->lesson().title == "Who owns it?");
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::LessonsTest)
#include "lessons_test.moc"
