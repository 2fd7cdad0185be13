// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the document and of what follows from it.
#include "gui/session/examples.hpp"
#include "gui/session/job_file.hpp"
#include "gui/session/scheduling.hpp"
#include "gui/session/session.hpp"
#include "gui/session/text_edit.hpp"
#include "gui/session/viewed_array.hpp"
#include "tests/gui/plans.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextCursor>
#include <sys/stat.h>

namespace tessera::gui {

class SessionTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void editsAreFollowed();
    void errorsKeepTheLastPlan();
    void anotherDocumentDropsThePlan();
    void onlyTheLastEditCounts();
    void formEditsAreOneUndoStep();
    void dragsAreOneUndoStep();
    void editsCountBytesOfTheText();
    void stepsAndComparisonArrive();
    void theFirstScheduleIsSoonSeen();
    void unsuitableChoicesAreErrors();
    void selectionOfAnotherJobIsForgotten();
    void theElementStaysSelected();
    void selectionsAreGoneBackTo();
    void stepsOfAnotherScheduleAreNotGoneBackTo();
    void unreadableFilesLoseNothing();
    void unsavedTextOutlivesAWindow();
    void everyExampleIsUnderstood();

  private:
    std::unique_ptr<QTemporaryDir> folder_;
};

void SessionTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
}

void SessionTest::editsAreFollowed() {
    Session session(folder_->path());
    QSignalSpy const plans(&session, &Session::derivedChanged);
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    QVERIFY(session.derived());
    QCOMPARE(session.derived()->totals.messages, 56);
    QVERIFY(session.schedule());
    QCOMPARE(session.steps().size(), static_cast<std::size_t>(session.schedule()->schedule->steps()));
    QCOMPARE(plans.size(), 1);
    session.replaceText(session.text().replace("P(8)", "P(4)"));
    session.finish();
    QCOMPARE(session.derived()->totals.messages, 12);
}

void SessionTest::errorsKeepTheLastPlan() {
    Session session(folder_->path());
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    session.replaceText(session.text().replace("(block,*)", "(blok,*)"));
    session.finish();
    QVERIFY(session.error());
    QVERIFY(session.error()->where);
    QCOMPARE(session.error()->where->line, 3);
    QCOMPARE(session.derived()->totals.messages, 56);
}

void SessionTest::anotherDocumentDropsThePlan() {
    Session session(folder_->path());
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    session.setText("      real B(9)\n!hpf$ distribute B(blok)\n");
    QVERIFY2(session.whyEmpty().startsWith("Planning"), qPrintable(session.whyEmpty()));
    session.finish();
    QVERIFY(session.error() && !session.derived() && !session.before() && !session.schedule() && session.steps().empty());
    session.replaceText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    QVERIFY(session.derived() && !session.before());
    // A result that arrives late belongs to the document before.
    session.setText(QString::fromStdString(transposed(64, 8)));
    QTest::qWait(0); // planning starts
    session.setText("      real B(9)\n!hpf$ distribute B(blok)\n");
    QTest::qWait(80);
    session.finish();
    QVERIFY(session.error() && !session.derived());
    // If planning is stopped, the last document is not shown either.
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    session.setText(QString::fromStdString(transposed(32, 4)));
    session.cancel();
    QVERIFY(!session.derived());
    QVERIFY2(session.whyEmpty().contains("stopped"), qPrintable(session.whyEmpty()));
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    // The same text again, for example to give up changes.
    session.setText(session.text());
    session.finish();
    QVERIFY(session.derived());
    // Planning takes longer than the last pictures may stay.
    QString huge = "      real A(1000000)\n!hpf$ processors P(500000)\n!hpf$ distribute A(block) onto P\n";
    huge += "!hpf$ dynamic A\n!hpf$ redistribute A(cyclic(3)) onto P\n";
    session.setText(huge);
    QTest::qWait(150);
    QVERIFY(!session.derived() || session.derived()->plan->ranks() == 500000);
    session.cancel();
}

void SessionTest::onlyTheLastEditCounts() {
    Session session(folder_->path());
    QSignalSpy const plans(&session, &Session::derivedChanged);
    for (int ranks = 1; ranks <= 8; ++ranks) session.replaceText(QString::fromStdString(transposed(64, ranks)));
    session.finish();
    QCOMPARE(session.derived()->plan->ranks(), 8);
    QCOMPARE(plans.size(), 1);
}

void SessionTest::formEditsAreOneUndoStep() {
    Session session(folder_->path());
    session.setText("first");
    QVERIFY(!session.isModified());
    session.replaceText("second");
    QVERIFY(session.isModified());
    session.document()->undo();
    QCOMPARE(session.text(), "first");
    session.document()->redo();
    QCOMPARE(session.text(), "second");
}

void SessionTest::dragsAreOneUndoStep() {
    QTextDocument document("0123456789");
    document.setModified(false);
    Gesture drag(document);
    drag.show({{{2, 3}, "two"}});
    drag.show({{{2, 3}, "II"}, {{7, 9}, ""}});
    QCOMPARE(document.toPlainText(), "01II34569");
    drag.show({{{2, 3}, "zwei"}});
    drag.finish();
    QCOMPARE(document.toPlainText(), "01zwei3456789");
    document.undo();
    QCOMPARE(document.toPlainText(), "0123456789");
    QVERIFY(!document.isModified());
    document.redo();
    QCOMPARE(document.toPlainText(), "01zwei3456789");
    document.undo();

    Gesture givenUp(document);
    givenUp.show({{{0, 5}, "x"}});
    givenUp.cancel();
    QCOMPARE(document.toPlainText(), "0123456789");
    QVERIFY(!document.isModified());
    QVERIFY(!document.isRedoAvailable());
    Gesture disturbed(document);
    disturbed.show({{{0, 5}, "x"}});
    document.undo();
    QVERIFY(!disturbed.show({{{0, 5}, "y"}}));
    disturbed.cancel();
    QCOMPARE(document.toPlainText(), "0123456789");
    Gesture inVain(document);
    inVain.show({{{0, 5}, "x"}});
    inVain.show({});
    inVain.finish();
    QVERIFY(!document.isModified());
}

void SessionTest::editsCountBytesOfTheText() {
    QTextDocument document(QStringLiteral("\u2192 \u00fc 34"));
    applyEdits(document, {{{7, 8}, "three"}, {{4, 6}, "ue"}}); // three bytes, a blank, two bytes, a blank
    QCOMPARE(document.toPlainText(), QStringLiteral("\u2192 ue three4"));
    document.undo();
    QCOMPARE(document.toPlainText(), QStringLiteral("\u2192 \u00fc 34"));
}

void SessionTest::stepsAndComparisonArrive() {
    Session session(folder_->path());
    session.setChoice({.algorithm = "pex", .site = {.topology = "mesh(2,4)"}});
    session.setComparing(true);
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    QCOMPARE(session.steps().size(), std::size_t{7}); // pairwise exchange: P - 1 steps
    QCOMPARE(session.steps().front().messages, 8);
    QCOMPARE(session.steps().front().idle_ranks, 0);
    auto const& records = session.comparison();
    auto const pex = std::ranges::find(records, std::string("pex"), &ComparedSchedule::algorithm);
    QVERIFY(pex != records.end());
    QCOMPARE(pex->steps, 7);
    QCOMPARE(pex->port_ratio, 1.0);
}

void SessionTest::theFirstScheduleIsSoonSeen() {
    auto const firstOf = [](std::string const& job) {
        auto const derived = derive(job, "job", ".");
        if (!derived) return derived.error().message;
        auto const first = firstScheduleOf(**derived, {});
        return first ? first->sited->schedule->algorithm() : first.error().message;
    };
    QCOMPARE(QString::fromStdString(firstOf("      real A(1000,768)\n!hpf$ processors P(16,16)\n!hpf$ distribute A(block,cyclic) "
                                            "onto P\n!hpf$ processors Q(256)\n!hpf$ redistribute A(*,block) onto Q\n")),
             QStringLiteral("coloured"));
    QCOMPARE(QString::fromStdString(firstOf(transposed(256, 128))), QStringLiteral("pex")); // everybody talks to everybody
}

void SessionTest::unsuitableChoicesAreErrors() {
    Session session(folder_->path());
    session.setChoice({.algorithm = "pex", .site = {.topology = "mesh(2,2)"}});
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    QVERIFY(!session.schedule());
    QVERIFY(session.scheduleError());
    QVERIFY(QString::fromStdString(session.scheduleError()->message).contains("4 nodes"));
    session.setChoice({.algorithm = "pex", .site = {.topology = "mesh(2,4)"}});
    session.finish();
    QVERIFY(session.schedule());
}

void SessionTest::selectionOfAnotherJobIsForgotten() {
    Session session(folder_->path());
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    Selection selection;
    selection.rank = 7;
    selection.step = 6;
    session.select(selection);
    session.replaceText(QString::fromStdString(transposed(64, 4)));
    session.finish();
    QVERIFY(!session.selection().rank);
    QVERIFY(session.selection().step < session.schedule()->schedule->steps());
}

void SessionTest::theElementStaysSelected() {
    Session session(folder_->path());
    session.setText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    auto const point = [&] {
        session.change([&](Selection& selection) {
            selectElement(selection, viewedPlan(*session.derived(), selection), Selection::Side::Source, {9, 40});
        });
    };
    point();
    QCOMPARE(session.selection().message, std::optional(Selection::Pair{1, 5}));
    session.replaceText(session.text().replace("P(8)", "P(4)"));
    session.finish();
    QCOMPARE(session.selection().element, std::optional(Selection::Element{Selection::Side::Source, {9, 40}}));
    QCOMPARE(session.selection().message, std::optional(Selection::Pair{0, 2}));
    QCOMPARE(session.selection().rank, std::optional<Rank>(0));
    session.change([](Selection& selection) { selection.rank = 3; }); // looked at besides
    session.replaceText(session.text().replace("P(4)", "P(8)"));
    session.finish();
    QCOMPARE(session.selection().rank, std::optional<Rank>(3));
    session.replaceText(QString::fromStdString(transposed(32, 8))); // has no such element
    session.finish();
    QVERIFY(!session.selection().element && !session.selection().message);
    session.replaceText(QString::fromStdString(transposed(64, 8)));
    session.finish();
    point();
    session.setText(QString::fromStdString(transposed(64, 8))); // another job
    session.finish();
    QVERIFY(!session.selection().element);
}

void SessionTest::selectionsAreGoneBackTo() {
    Session session(folder_->path());
    session.setText(QString::fromStdString(transposed(8, 4)));
    session.finish();
    auto const rank = [&] { return session.selection().rank; };
    session.goInSelections(-1); // nothing was selected before
    QVERIFY(!rank());
    for (Rank const each : {1, 2, 3}) session.change([each](Selection& selection) { selection.rank = each; });
    session.change([](Selection& selection) { selection.step = 2; }); // played, not selected
    session.goInSelections(-1);
    QCOMPARE(rank(), std::optional<Rank>(2));
    session.goInSelections(-1);
    QCOMPARE(rank(), std::optional<Rank>(1));
    session.goInSelections(1);
    QCOMPARE(rank(), std::optional<Rank>(2));
    session.change([](Selection& selection) { selection.rank = 0; });
    session.goInSelections(1); // what was gone back from is forgotten
    QCOMPARE(rank(), std::optional<Rank>(0));
    session.goInSelections(-1);
    QCOMPARE(rank(), std::optional<Rank>(2));
    session.setText(QString::fromStdString(transposed(8, 2)));
    session.finish();
    session.goInSelections(-1); // rank 1 of another job
    QVERIFY(!rank());
}

void SessionTest::stepsOfAnotherScheduleAreNotGoneBackTo() {
    Session session(folder_->path());
    session.setText(QString::fromStdString(transposed(8, 4)));
    session.setChoice({.algorithm = "pex", .site = {}});
    session.finish();
    session.change([](Selection& selection) {
        selection.rank = 1;
        selection.step = 2;
        selection.link = 1;
    });
    session.change([](Selection& selection) {
        selection.rank = 2;
        selection.step = 0;
    });
    session.setChoice({.algorithm = "unscheduled", .site = {}});
    session.finish();
    session.goInSelections(-1);
    QCOMPARE(session.selection().rank, std::optional<Rank>(1));
    QVERIFY(!session.selection().link);
    QVERIFY(session.selection().step < session.schedule()->schedule->steps());
}

void SessionTest::unreadableFilesLoseNothing() {
    Session session(folder_->path());
    session.setText("kept");
    QString const binary = folder_->filePath("binary");
    QVERIFY(writeFile(binary, QByteArray("\x89HDF\r\n\x1a\n\0\0", 10)));
    QString const huge = folder_->filePath("huge");
    QFile hugeFile(huge);
    QVERIFY(hugeFile.open(QIODevice::WriteOnly) && hugeFile.resize(mostJobBytes + 1));
    QString const pipe = folder_->filePath("pipe"); // it would block its reader
    QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), S_IRUSR | S_IWUSR), 0);
    for (QString const& path : {binary, huge, pipe, folder_->filePath("absent")}) {
        auto const opened = session.open(path);
        QVERIFY(!opened);
        QVERIFY(QString::fromStdString(opened.error().message).contains(path));
        QCOMPARE(session.text(), "kept");
    }
}

void SessionTest::unsavedTextOutlivesAWindow() {
    Recovery recovery(folder_->path());
    QVERIFY(recovery.keep("/somewhere/job.hpf", "two\nlines"));
    QVERIFY(recovery.recovered().empty()); // this window still runs
    QStringList const files = QDir(folder_->path()).entryList({"unsaved-*.hpf"});
    QCOMPARE(files.size(), 1);
    // What a window left that held no lock any more.
    QVERIFY(QFile::rename(folder_->filePath(files[0]), folder_->filePath("unsaved-left.hpf")));
    auto const recovered = recovery.recovered();
    QCOMPARE(recovered.size(), std::size_t{1});
    QCOMPARE(recovered[0].path, "/somewhere/job.hpf");
    QCOMPARE(recovered[0].text, "two\nlines");
    Recovery::discard(recovered[0]);
    QVERIFY(recovery.recovered().empty());
}

void SessionTest::everyExampleIsUnderstood() {
    QDir const jobs(qEnvironmentVariable("TESSERA_DATA") + "/jobs");
    QVERIFY(!jobs.entryList({"*.hpf"}).isEmpty());
    for (QString const& name : jobs.entryList({"*.hpf"})) {
        Session session(folder_->path());
        QVERIFY(session.open(jobs.filePath(name)));
        session.finish();
        QVERIFY2(session.derived(), qPrintable(name + ": " + (session.error() ? session.error()->message.c_str() : "")));
    }
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::SessionTest)
#include "session_test.moc"
