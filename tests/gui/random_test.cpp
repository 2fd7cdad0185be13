// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random mouse and keyboard input for the window. It must neither crash nor show a picture of another job.
// TESSERA_RANDOM_SEED (a number) replaces the seeds that are kept; TESSERA_RANDOM_SECONDS is the time for each seed;
// TESSERA_RANDOM_LOG prints each action before it happens.
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSet>
#include <QTimer>
#include <QWheelEvent>
#include <array>
#include <cstdio>
#include <memory>

namespace tessera::gui {

class RandomTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void theWindowSurvives_data();
    void theWindowSurvives();

  private:
    struct Action {
        char const* name;
        int weight;
        void (RandomTest::*run)();
    };
    static std::array<Action, 13> const actions;

    [[nodiscard]] int below(int end) { return static_cast<int>(random_.bounded(end)); }
    [[nodiscard]] bool oneIn(int n) { return below(n) == 0; }
    template <class List>
    [[nodiscard]] auto const& oneOf(List const& list) {
        return list[static_cast<decltype(list.size())>(below(static_cast<int>(list.size())))];
    }
    void say(QString const& words) const;

    void restart();
    void leaveJob();
    [[nodiscard]] bool maySave() const;
    void act();
    void settle();
    void check();
    [[nodiscard]] QStringList visibleTexts() const;
    void answerDialogs();
    [[nodiscard]] QString newId();
    [[nodiscard]] QString newJob(QString const& id);
    [[nodiscard]] QString format();

    [[nodiscard]] QPoint anyPoint();
    [[nodiscard]] QWidget* widgetAt(QPoint point) const;
    [[nodiscard]] bool isForbidden(QWidget const* widget) const;
    void mouse(QEvent::Type type, QWidget* widget, QPoint inWindow, Qt::MouseButton button, Qt::MouseButtons buttons);

    void click();
    void drag();
    void turnWheel();
    void pressKey();
    void type();
    void resizeWindow();
    void openFile();
    void openGenerated();
    void editText();
    void chooseEntry();
    void triggerAction();
    void changeDocks();
    void rest();

    OwnFolder folder_;
    QStringList jobs_;
    QRandomGenerator random_;
    std::unique_ptr<MainWindow> window_;
    QTimer answering_;
    QString id_;           ///< name of the array of the open job, which no other job has; empty: a job of the data sets
    QSet<QString> former_; ///< names of earlier jobs' arrays
    int made_ = 0;
};

std::array<RandomTest::Action, 13> const RandomTest::actions{{{"click", 30, &RandomTest::click},
                                                              {"drag", 20, &RandomTest::drag},
                                                              {"wheel", 8, &RandomTest::turnWheel},
                                                              {"key", 30, &RandomTest::pressKey},
                                                              {"type", 6, &RandomTest::type},
                                                              {"resize", 4, &RandomTest::resizeWindow},
                                                              {"open file", 4, &RandomTest::openFile},
                                                              {"open generated", 6, &RandomTest::openGenerated},
                                                              {"edit", 8, &RandomTest::editText},
                                                              {"choose", 10, &RandomTest::chooseEntry},
                                                              {"menu", 6, &RandomTest::triggerAction},
                                                              {"docks", 3, &RandomTest::changeDocks},
                                                              {"rest", 8, &RandomTest::rest}}};

void RandomTest::say(QString const& words) const {
    if (!qEnvironmentVariableIsSet("TESSERA_RANDOM_LOG")) return;
    std::fprintf(stderr, "%s\n", qPrintable(words));
}

/// The jobs are copies, because Ctrl+S writes them.
void RandomTest::initTestCase() {
    QString const data = qEnvironmentVariable("TESSERA_DATA");
    for (QString const& from : {data + "/jobs", data + "/broken"}) {
        QDirIterator files(from, QDir::Files);
        while (files.hasNext()) {
            QString const copy = folder_.filePath(QFileInfo(files.next()).fileName());
            QVERIFY(QFile::copy(files.filePath(), copy));
            if (copy.endsWith(".hpf")) jobs_ << copy;
        }
    }
    jobs_.sort();
    QDir::setCurrent(folder_.path());
    connect(&answering_, &QTimer::timeout, this, &RandomTest::answerDialogs);
    answering_.start(15);
}

void RandomTest::theWindowSurvives_data() {
    QTest::addColumn<quint32>("seed");
    QString const wanted = qEnvironmentVariable("TESSERA_RANDOM_SEED");
    if (!wanted.isEmpty()) {
        QTest::newRow(qPrintable(wanted)) << static_cast<quint32>(wanted.toUInt());
        return;
    }
    for (quint32 const seed : {1U, 2U, 3U}) QTest::newRow(qPrintable(QString::number(seed))) << seed;
}

void RandomTest::theWindowSurvives() {
    QFETCH(quint32, seed);
    random_.seed(seed);
    QSettings().clear();
    id_.clear();
    former_.clear();
    restart();
    double const seconds = qEnvironmentVariable("TESSERA_RANDOM_SECONDS", "3").toDouble();
    QElapsedTimer clock;
    clock.start();
    int done = 0;
    for (; static_cast<double>(clock.elapsed()) < 1000 * seconds; ++done) {
        act();
        if (QTest::currentTestFailed()) break;
    }
    qInfo("seed %u: %d actions", seed, done);
    window_->session().cancel();
    window_->session().document()->setModified(false);
    window_.reset();
}

void RandomTest::restart() {
    window_.reset();
    leaveJob();
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    connect(&window_->session(), &Session::pathChanged, this, [this] {
        if (!window_->session().text().contains(id_)) leaveJob();
    });
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void RandomTest::leaveJob() {
    QApplication::clipboard()->clear(); // pasted text would contain the name
    if (!id_.isEmpty()) former_ << id_;
    id_.clear();
}

/// The examples of the source tree stay as they are.
bool RandomTest::maySave() const {
    return window_->session().path().startsWith(folder_.path());
}

void RandomTest::act() {
    int all = 0;
    for (Action const& each : actions) all += each.weight;
    int place = below(all);
    for (Action const& each : actions) {
        place -= each.weight;
        if (place >= 0) continue;
        say(QStringLiteral("%1").arg(QString::fromLatin1(each.name)));
        (this->*each.run)();
        break;
    }
    QCoreApplication::processEvents();
    if (!window_->isVisible()) restart(); // it was closed
    if (oneIn(4)) settle();
}

/// Waits until all data and pictures have arrived. Long computations are cancelled.
void RandomTest::settle() {
    constexpr int patience = 20000;
    QElapsedTimer clock;
    clock.start();
    auto const isMoving = [this] {
        return window_->session().isBusy() || window_->isDrawing() || window_->bar()->clock()->isPlaying();
    };
    while (isMoving()) {
        if (window_->bar()->clock()->isPlaying()) window_->bar()->clock()->pause();
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        if (clock.elapsed() < patience) continue;
        say("cancelled");
        return window_->session().cancel();
    }
    for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
    if (!isMoving()) check();
}

void RandomTest::check() {
    Session const& session = window_->session();
    for (QString const& text : visibleTexts())
        for (QString const& name : former_)
            QVERIFY2(!text.contains(name), qPrintable(QStringLiteral("the job of %1 is open, but '%2' is shown").arg(id_, text)));
    OwnershipCanvas const* const source = window_->panel<OwnershipPanel>()->source();
    QCOMPARE(source->mappingView().has_value(), session.derived() != nullptr);
    if (!session.derived()) return;
    std::string const& shown = source->mappingView()->mapping.array().name;
    QVERIFY2(session.derived()->job.find(shown) || !session.derived()->job.copies.empty(), shown.c_str());
}

QStringList RandomTest::visibleTexts() const {
    QStringList texts{window_->windowTitle()};
    auto const isSeen = [](QWidget const* widget) { return widget->isVisible() && !widget->visibleRegion().isEmpty(); };
    for (SceneCanvas* const canvas : window_->findChildren<SceneCanvas*>()) {
        if (!isSeen(canvas)) continue;
        texts << QString::fromStdString(canvas->scene().title) << canvas->emptyText();
        for (SceneText const& text : canvas->scene().texts) texts << QString::fromStdString(text.text);
    }
    for (QLabel* const label : window_->findChildren<QLabel*>())
        if (isSeen(label)) texts << label->text();
    for (QComboBox* const box : window_->findChildren<QComboBox*>())
        if (isSeen(box)) texts << box->currentText();
    for (QAbstractButton* const button : window_->findChildren<QAbstractButton*>())
        if (isSeen(button)) texts << button->text();
    return texts;
}

/// Closes menus and dialogs; unsaved changes are usually discarded.
void RandomTest::answerDialogs() {
    if (QWidget* const popup = QApplication::activePopupWidget()) {
        if (oneIn(3)) QTest::keyClick(popup, oneIn(2) ? Qt::Key_Down : Qt::Key_Return);
        if (QWidget* const left = QApplication::activePopupWidget()) left->close();
        return;
    }
    auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    auto const* const box = qobject_cast<QMessageBox*>(dialog);
    QAbstractButton* const discard = box ? box->button(QMessageBox::Discard) : nullptr;
    if (discard && !oneIn(4)) return discard->click();
    dialog->reject();
}

/// Returns "QXYZV": of one length, so that edits do not turn one name into another.
QString RandomTest::newId() {
    QString id = "Q";
    for (int rest = made_++, letter = 0; letter < 4; ++letter, rest /= 20) id += QChar('B' + rest % 20);
    return id;
}

QString RandomTest::format() {
    QStringList const formats{"block", "cyclic", "cyclic(2)", "cyclic(3)", "*"};
    return oneOf(formats);
}

QString RandomTest::newJob(QString const& id) {
    int const n = 6 + below(40);
    QString const size = QString::number(n);
    if (oneIn(3)) // one dimension
        return QStringLiteral("      real %1(%2)\n!hpf$ processors P(%3)\n!hpf$ distribute %1(%4) onto P\n!hpf$ dynamic %1\n"
                              "!hpf$ redistribute %1(%5) onto P\n")
            .arg(id, size, QString::number(1 + below(9)), oneIn(2) ? "block" : "cyclic(3)", oneIn(2) ? "cyclic" : "cyclic(2)");
    QString text = QStringLiteral("      real*8 %1(%2,%3)\n!hpf$ processors P(%4)\n!hpf$ distribute %1(block,*) onto P\n")
                       .arg(id, size, QString::number(6 + below(40)), QString::number(2 + below(7)));
    if (oneIn(4)) text += QStringLiteral("!hpf$ shadow %1(1,1)\n").arg(id);
    if (oneIn(4)) text += QStringLiteral("!dist$ phase rows: on %1(i,j) whole %1(:,*)\n").arg(id);
    if (!oneIn(4)) text += QStringLiteral("!hpf$ dynamic %1\n!hpf$ redistribute %1(*,block) onto P\n").arg(id);
    if (oneIn(4)) text += QStringLiteral("!hpf$ redistribute %1(%2,*) onto P\n").arg(id, oneIn(2) ? "cyclic" : "cyclic(2)");
    if (oneIn(3)) text += QStringLiteral("!dist$ io read %1(1:6:2,:) memory(64MiB)\n").arg(id);
    if (oneIn(5)) text = text.replace("block", "blok");
    return text;
}

QPoint RandomTest::anyPoint() {
    return {below(std::max(window_->width(), 1)), below(std::max(window_->height(), 1))};
}

QWidget* RandomTest::widgetAt(QPoint point) const {
    QWidget* const widget = window_->childAt(point);
    return widget ? widget : window_.get();
}

/// A run would start programs.
bool RandomTest::isForbidden(QWidget const* widget) const {
    return !widget || !widget->isEnabled() || widget == window_->panel<RunPanel>()->button();
}

void RandomTest::mouse(QEvent::Type type, QWidget* widget, QPoint inWindow, Qt::MouseButton button, Qt::MouseButtons buttons) {
    constexpr std::array keys{Qt::NoModifier, Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier};
    QPointF const global = window_->mapToGlobal(QPointF(inWindow)); // a dock may have left the window
    QMouseEvent event(type, widget->mapFromGlobal(global), global, button, buttons, oneOf(keys));
    QCoreApplication::sendEvent(widget, &event);
}

void RandomTest::click() {
    constexpr std::array buttons{Qt::LeftButton, Qt::LeftButton,  Qt::LeftButton,   Qt::LeftButton,
                                 Qt::LeftButton, Qt::RightButton, Qt::MiddleButton, Qt::BackButton};
    QPoint const at = anyPoint();
    QPointer<QWidget> const widget = widgetAt(at);
    if (isForbidden(widget)) return;
    Qt::MouseButton const button = oneOf(buttons);
    say(QStringLiteral("  %1 at %2,%3").arg(widget->metaObject()->className()).arg(at.x()).arg(at.y()));
    mouse(QEvent::MouseButtonPress, widget, at, button, button);
    if (widget) mouse(QEvent::MouseButtonRelease, widget, at, button, Qt::NoButton);
    if (widget && oneIn(6)) mouse(QEvent::MouseButtonDblClick, widget, at, button, button);
    if (widget && oneIn(6)) mouse(QEvent::MouseButtonRelease, widget, at, button, Qt::NoButton);
}

/// In the middle of a drag something else may happen.
void RandomTest::drag() {
    QPoint at = anyPoint();
    QPointer<QWidget> const widget = widgetAt(at);
    if (isForbidden(widget)) return;
    say(QStringLiteral("  %1 at %2,%3").arg(widget->metaObject()->className()).arg(at.x()).arg(at.y()));
    mouse(QEvent::MouseMove, widget, at, Qt::NoButton, Qt::NoButton);
    mouse(QEvent::MouseButtonPress, widget, at, Qt::LeftButton, Qt::LeftButton);
    int const moves = 1 + below(6);
    for (int i = 0; i < moves && widget; ++i) {
        at += QPoint(below(81) - 40, below(81) - 40);
        mouse(QEvent::MouseMove, widget, at, Qt::NoButton, Qt::LeftButton);
        if (oneIn(2)) QCoreApplication::processEvents();
        if (oneIn(12)) pressKey();
        if (oneIn(20)) openGenerated();
        if (oneIn(20)) editText();
    }
    if (widget) mouse(QEvent::MouseButtonRelease, widget, at, Qt::LeftButton, Qt::NoButton);
}

void RandomTest::turnWheel() {
    QPoint const at = anyPoint();
    QWidget* const widget = widgetAt(at);
    if (isForbidden(widget)) return;
    say(QStringLiteral("  %1").arg(widget->metaObject()->className()));
    int const turns = 1 + below(4);
    for (int i = 0; i < turns; ++i) {
        QWheelEvent event(widget->mapFromGlobal(window_->mapToGlobal(QPointF(at))), window_->mapToGlobal(QPointF(at)), {},
                          {0, oneIn(2) ? 120 : -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(widget, &event);
    }
}

void RandomTest::pressKey() {
    QStringList const keys{"Tab",
                           "Shift+Tab",
                           "Left",
                           "Right",
                           "Up",
                           "Down",
                           "Shift+Left",
                           "Shift+Right",
                           "Shift+Up",
                           "Shift+Down",
                           "Return",
                           "Esc",
                           "Space",
                           "Home",
                           "End",
                           "+",
                           "-",
                           "f",
                           "0",
                           "Backspace",
                           "Del",
                           ",",
                           ".",
                           "Ctrl+Z",
                           "Ctrl+Y",
                           "Ctrl+Shift+Z",
                           "Ctrl+A",
                           "Ctrl+1",
                           "Ctrl+2",
                           "Ctrl+3",
                           "Ctrl+4",
                           "Ctrl+5",
                           "Ctrl+6",
                           "Ctrl+7",
                           "Ctrl+8",
                           "Ctrl+9",
                           "Ctrl+0",
                           "Ctrl+Shift+1",
                           "Ctrl+Shift+2",
                           "Alt+Left",
                           "Alt+Right",
                           "Alt+Up",
                           "Alt+Down",
                           "F1",
                           "Ctrl+N",
                           "Ctrl+S",
                           "Ctrl+Shift+P",
                           "Ctrl+Shift+C",
                           "PgUp",
                           "PgDown",
                           "Ctrl+Q"};
    QWidget* const focus = QApplication::focusWidget();
    if (isForbidden(focus)) return window_->panel<EditorPanel>()->editor()->setFocus();
    QString const key = oneOf(keys);
    if ((key == "Ctrl+Q" && !oneIn(4)) || (key == "Ctrl+S" && !maySave())) return;
    say(QStringLiteral("  %1 on %2").arg(key, focus->metaObject()->className()));
    QKeyCombination const pressed = QKeySequence(key)[0];
    int const times = oneIn(4) ? 4 : 1;
    QPointer<QWidget> const widget = focus;
    for (int i = 0; i < times && widget; ++i) QTest::keyClick(widget, pressed.key(), pressed.keyboardModifiers());
}

void RandomTest::type() {
    QStringList const words{"block", "cyclic(", "8)", "(2,3)", "*", "real B(7)", "12", ";", "i > 1", "1,-2", "mesh(2,4)", "all"};
    QWidget* const focus = QApplication::focusWidget();
    if (isForbidden(focus)) return;
    QString const word = oneOf(words);
    say(QStringLiteral("  %1 on %2").arg(word.trimmed(), focus->metaObject()->className()));
    QTest::keyClicks(focus, word);
    if (oneIn(2) && QApplication::focusWidget() == focus) QTest::keyClick(focus, Qt::Key_Return);
}

void RandomTest::resizeWindow() {
    constexpr std::array sizes{QSize(1280, 720), QSize(1024, 768), QSize(1600, 1000), QSize(700, 500), QSize(1920, 1080)};
    if (oneIn(3)) return window_->isMaximized() ? window_->showNormal() : window_->showMaximized();
    window_->resize(oneOf(sizes));
}

void RandomTest::openFile() {
    QString const path = oneOf(jobs_);
    say("  " + QFileInfo(path).fileName());
    window_->openFile(path);
}

void RandomTest::openGenerated() {
    QString const id = newId();
    QString const path = folder_.filePath(id + ".hpf");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(newJob(id).toUtf8());
    file.close();
    say("  " + id);
    window_->openFile(path);
    if (window_->session().path() == path) id_ = id;
}

/// Replaces a number or a format, or removes a character.
void RandomTest::editText() {
    QString text = window_->session().text();
    static QRegularExpression const numbers("\\b[0-9]{1,2}\\b");
    static QRegularExpression const formats("block|cyclic\\([0-9]\\)|cyclic");
    bool const number = oneIn(2);
    QList<QRegularExpressionMatch> found;
    for (auto each = (number ? numbers : formats).globalMatch(text); each.hasNext();) found << each.next();
    if (found.isEmpty() || oneIn(12)) return window_->session().document()->undo();
    QRegularExpressionMatch const match = oneOf(found);
    text.replace(match.capturedStart(), match.capturedLength(), number ? QString::number(1 + below(24)) : format());
    if (oneIn(10)) text.remove(match.capturedStart(), 1);
    window_->session().replaceText(text);
}

void RandomTest::chooseEntry() {
    QList<QComboBox*> boxes;
    for (QComboBox* const box : window_->findChildren<QComboBox*>())
        if (box->isVisible() && box->isEnabled() && box->count() > 1) boxes << box;
    if (boxes.isEmpty()) return;
    QComboBox* const box = oneOf(boxes);
    int const entry = below(box->count());
    say(QStringLiteral("  %1: %2").arg(box->accessibleName(), box->itemText(entry)));
    box->setCurrentIndex(entry);
    emit box->activated(entry);
}

void RandomTest::triggerAction() {
    QList<QAction*> enabled;
    for (QAction* const action : window_->findChildren<QAction*>())
        if (action->isEnabled() && action->isVisible() && !action->menu() && !action->isSeparator() &&
            !action->text().contains("&Quit") && (maySave() || !action->text().contains("&Save")))
            enabled << action;
    QAction* const action = oneOf(enabled);
    say("  " + action->text());
    action->trigger();
}

void RandomTest::changeDocks() {
    auto const docks = window_->findChildren<QDockWidget*>();
    QDockWidget* const dock = oneOf(docks);
    say("  " + dock->objectName());
    if (oneIn(3)) return dock->setFloating(!dock->isFloating());
    if (oneIn(3)) return window_->docks().reset();
    dock->setVisible(!dock->isVisible());
}

void RandomTest::rest() {
    QTest::qWait(below(60));
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::RandomTest)
#include "random_test.moc"
