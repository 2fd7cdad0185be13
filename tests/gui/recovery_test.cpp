// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a running distview is killed with unsaved work; the next one offers it.
//
// The test starts itself: with TESSERA_TYPIST set it is distview, whole, with somebody at its keyboard.
#include "gui/panels/editor_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/program.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDir>
#include <QMenu>
#include <QMessageBox>
#include <QProcess>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>
#include <cstdlib>

using namespace tessera::gui;

namespace {

constexpr char addition[] = "! half a thought";

MainWindow* openedWindow() {
    for (QWidget* const widget : QApplication::topLevelWidgets())
        if (auto* const window = qobject_cast<MainWindow*>(widget)) return window;
    return nullptr;
}

/// Types at the end of the text, and waits to be killed.
void type() {
    if (MainWindow* const window = openedWindow()) {
        window->panel<EditorPanel>()->editor()->moveCursor(QTextCursor::End);
        QTest::keyClicks(window->panel<EditorPanel>()->editor(), addition);
    }
}

/// Says yes to what is asked, then tells what was asked, where undo leads, and the text.
void answer() {
    auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!box) std::_Exit(3);
    QString const asked = box->text();
    QTimer::singleShot(0, [asked] {
        Session& session = openedWindow()->session();
        QTextStream(stdout) << asked << "\n--\n" << session.text();
        bool const isModified = session.isModified();
        session.document()->undo();
        QTextStream(stdout) << "\n--\n" << session.text() << "\n--\n" << isModified;
        std::_Exit(0);
    });
    QTest::keyClick(box->button(QMessageBox::Yes), Qt::Key_Space);
}

/// Presses Esc where it is asked, and ends when the window stands there.
void dismiss() {
    auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!box) std::_Exit(3);
    QTimer::singleShot(0, [] { std::_Exit(QApplication::activeModalWidget() == nullptr ? 0 : 4); });
    QTest::keyClick(box, Qt::Key_Escape);
}

/// Where another job is open nothing is asked; the menu has the work.
void fetch() {
    if (QApplication::activeModalWidget()) std::_Exit(3);
    MainWindow* const window = openedWindow();
    auto* const menu = window->findChild<QMenu*>("unsaved-work");
    if (!menu || !window->statusBar()->currentMessage().contains("fft2d.hpf")) std::_Exit(4);
    emit menu->aboutToShow();
    if (menu->actions().size() != 1 || !menu->actions().front()->text().contains("fft2d.hpf")) std::_Exit(5);
    menu->actions().front()->trigger();
    std::_Exit(window->session().text().endsWith(addition) && window->session().isModified() ? 0 : 6);
}

/// Runs when the program has its application.
void sitDown() {
    auto const who = qEnvironmentVariable("TESSERA_TYPIST");
    if (who == QStringLiteral("type")) QTimer::singleShot(300, type);
    if (who == QStringLiteral("answer")) QTimer::singleShot(300, answer);
    if (who == QStringLiteral("fetch")) QTimer::singleShot(300, fetch);
    if (who == QStringLiteral("dismiss")) QTimer::singleShot(300, dismiss);
}
Q_COREAPP_STARTUP_FUNCTION(sitDown)

} // namespace

class RecoveryTest : public QObject {
    Q_OBJECT
  private slots:
    void killedWorkIsOffered();
    void overAnotherJobItIsOnlyTold();
    void workOfARunningWindowIsNot();
    void theJobIsFoundFromAnywhere();

  private:
    void start(QProcess& process, char const* typist, QStringList const& words);
    /// The files of unsaved work, once they hold what was typed.
    [[nodiscard]] QStringList kept() const;
    QTemporaryDir home_;
};

void RecoveryTest::start(QProcess& process, char const* typist, QStringList const& words) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TESSERA_TYPIST", typist);
    environment.insert("XDG_DATA_HOME", home_.path());
    environment.insert("XDG_CONFIG_HOME", home_.path());
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), QStringList{"recovery_test"} + words);
    QVERIFY(process.waitForStarted());
}

QStringList RecoveryTest::kept() const {
    QStringList found;
    QDir const folder(home_.filePath("tessera/distview"));
    for (QString const& name : folder.entryList({"unsaved-*.hpf"})) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(addition)) found.append(name);
    }
    return found;
}

void RecoveryTest::killedWorkIsOffered() {
    QString const job = qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf";
    QProcess first;
    start(first, "type", {job});
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, 20000);
    first.kill();
    QVERIFY(first.waitForFinished());
    QCOMPARE(first.exitStatus(), QProcess::CrashExit);
    QCOMPARE(kept().size(), 1);

    QProcess hasty;
    start(hasty, "dismiss", {});
    QVERIFY(hasty.waitForFinished(20000));
    QCOMPARE(hasty.exitCode(), 0);
    QCOMPARE(kept().size(), 1); // Esc loses nothing

    QProcess second;
    start(second, "answer", {});
    QVERIFY(second.waitForFinished(20000));
    QCOMPARE(second.exitCode(), 0);
    QStringList const told = QString::fromUtf8(second.readAllStandardOutput()).split("\n--\n");
    QCOMPARE(told.size(), 4);
    QVERIFY2(told[0].contains("fft2d.hpf"), qPrintable(told[0]));
    QFile file(job);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString const saved = QString::fromUtf8(file.readAll());
    QCOMPARE(told[1], saved + addition);
    QCOMPARE(told[2], saved);
    QCOMPARE(told[3], "1");
    // The second one ended without saving either: still nothing is lost, and nothing is there twice.
    QCOMPARE(kept().size(), 1);
}

void RecoveryTest::overAnotherJobItIsOnlyTold() {
    QVERIFY(QDir(home_.path()).removeRecursively() && QDir().mkpath(home_.path()));
    QString const jobs = qEnvironmentVariable("TESSERA_DATA") + "/jobs/";
    QProcess first;
    start(first, "type", {jobs + "fft2d.hpf"});
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, 20000);
    first.kill();
    QVERIFY(first.waitForFinished());
    QProcess second;
    start(second, "fetch", {jobs + "matmul.hpf"});
    QVERIFY(second.waitForFinished(20000));
    QCOMPARE(second.exitCode(), 0);
    QProcess third; // over the job itself it is asked about
    start(third, "dismiss", {jobs + "fft2d.hpf"});
    QVERIFY(third.waitForFinished(20000));
    QCOMPARE(third.exitCode(), 0);
}

void RecoveryTest::workOfARunningWindowIsNot() {
    QVERIFY(QDir(home_.path()).removeRecursively() && QDir().mkpath(home_.path()));
    QProcess running;
    start(running, "type", {qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf"});
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, 20000);
    Recovery const another(home_.filePath("tessera/distview"));
    QVERIFY(another.recovered().empty());
    running.kill();
    QVERIFY(running.waitForFinished());
    QCOMPARE(another.recovered().size(), std::size_t{1});
}

void RecoveryTest::theJobIsFoundFromAnywhere() {
    QVERIFY(QDir(home_.path()).removeRecursively() && QDir().mkpath(home_.path()));
    {
        Recovery here(home_.path());
        QVERIFY(here.keep("jobs/fft2d.hpf", "text"));
    }
    auto const recovered = Recovery(home_.path()).recovered();
    QCOMPARE(recovered.size(), std::size_t{1});
    QCOMPARE(recovered[0].path, QDir::current().absoluteFilePath("jobs/fft2d.hpf"));
    QCOMPARE(recovered[0].text, QString("text"));
}

TEST_PROGRAM(int argc, char** argv) {
    if (qEnvironmentVariableIsSet("TESSERA_TYPIST")) return distview(argc, argv);
    QCoreApplication const application(argc, argv);
    RecoveryTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "recovery_test.moc"
