// SPDX-License-Identifier: BSD-3-Clause
// Tessera: everything by keyboard: the keys are told, Tab reaches all that can be used, and a lost layout comes back.
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/windows/key_help.hpp"
#include "gui/windows/main_window.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>

namespace tessera::gui {
namespace {

bool isWithin(QWidget const* widget, QWidget const* ancestor) {
    return widget == ancestor || ancestor->isAncestorOf(widget);
}

/// All that Tab must reach.
QList<QWidget*> controlsOf(QWidget* panel) {
    QList<QWidget*> controls;
    for (QWidget* const each : panel->findChildren<QWidget*>())
        if (each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus) && !each->focusProxy())
            controls.append(each);
    return controls;
}

QString nameOf(QWidget* widget) {
    QAccessibleInterface* const heard = QAccessible::queryAccessibleInterface(widget);
    return heard ? heard->text(QAccessible::Name) : QString();
}

QString described(QWidget* widget) {
    QRect const place(widget->mapTo(widget->window(), QPoint()), widget->size());
    return QStringLiteral("%1 '%2' at (%3,%4)")
        .arg(widget->metaObject()->className(), nameOf(widget))
        .arg(place.x())
        .arg(place.y());
}

/// Is the second one higher, or in the same row and further left?
bool isReadBefore(QWidget* first, QWidget* second) {
    QRect const a(first->mapTo(first->window(), QPoint()), first->size());
    QRect const b(second->mapTo(second->window(), QPoint()), second->size());
    if (b.bottom() <= a.top()) return b.left() <= a.right(); // columns are read one after the other
    bool const sameRow = b.top() < a.bottom() && a.top() < b.bottom();
    return sameRow && b.right() <= a.left();
}

} // namespace

class KeyboardTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void allShortcutsAreTold();
    void noShortcutIsTakenTwice();
    void picturesAreDescribed();
    void noShortcutIsAKeyOfTextFields();
    void tabReachesEverything_data();
    void tabReachesEverything();
    void tabSkipsPanelsBehindOthers();
    void questionMarksAreTyped();
    void theLayoutComesBack();

  private:
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void KeyboardTest::init() {
    QSettings().remove("layout");
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf");
    window_->session().finish();
    QCoreApplication::processEvents();
}

void KeyboardTest::allShortcutsAreTold() {
    QString const told = keysText(*window_);
    int keys = 0;
    for (QAction const* const action : window_->findChildren<QAction*>())
        for (QKeySequence const& key : action->shortcuts()) {
            QVERIFY2(told.contains(key.toString(QKeySequence::NativeText).toHtmlEscaped()), qPrintable(key.toString()));
            QVERIFY(!action->text().isEmpty());
            ++keys;
        }
    QVERIFY(keys > 15);
    for (char const* other : {"Space", "arrow keys", "Home, End", "Backspace"}) QVERIFY2(told.contains(other), other);
}

void KeyboardTest::noShortcutIsTakenTwice() {
    QSet<QString> taken;
    for (QAction const* const action : window_->findChildren<QAction*>())
        for (QKeySequence const& key : action->shortcuts()) {
            QVERIFY2(!taken.contains(key.toString()), qPrintable(key.toString()));
            taken.insert(key.toString());
        }
    // The letters of the menus are of no other control.
    QSet<QString> letters;
    for (QAction const* const menu : window_->menuBar()->actions()) letters.insert(QKeySequence::mnemonic(menu->text()).toString());
    QCOMPARE(letters.size(), window_->menuBar()->actions().size());
    for (QAbstractButton const* const button : window_->findChildren<QAbstractButton*>())
        QVERIFY2(!letters.contains(QKeySequence::mnemonic(button->text()).toString()), qPrintable(button->text()));
    for (QLabel const* const label : window_->findChildren<QLabel*>())
        QVERIFY2(!label->buddy() || !letters.contains(QKeySequence::mnemonic(label->text()).toString()), qPrintable(label->text()));
}

/// Pictures say in a sentence what they show, and that they are pictures.
void KeyboardTest::picturesAreDescribed() {
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf");
    window_->session().finish();
    for (PanelKind const* const kind : panelKinds()) {
        window_->showView(kind);
        QTRY_VERIFY(!window_->isDrawing());
        for (ZoomCanvas* const canvas : window_->docks().panel(kind)->findChildren<ZoomCanvas*>()) {
            if (!canvas->isVisible()) continue;
            QAccessibleInterface* const heard = QAccessible::queryAccessibleInterface(canvas);
            QVERIFY2(heard && heard->role() == QAccessible::Graphic, kind->name);
            QVERIFY2(heard->text(QAccessible::Name).size() > 4, kind->name);
            QVERIFY2(heard->text(QAccessible::Description).size() > 15, qPrintable(heard->text(QAccessible::Description)));
        }
    }
    auto* const source = window_->panel<OwnershipPanel>()->source();
    QString const words = QAccessible::queryAccessibleInterface(source)->text(QAccessible::Description);
    QVERIFY2(words.contains("A(64,64)") && words.contains("(block,*) onto P(8)") && words.contains("8 ranks hold 512"),
             qPrintable(words));
}

/// These move and delete in every field of text, which would keep them for itself.
void KeyboardTest::noShortcutIsAKeyOfTextFields() {
    QSet<QKeySequence> const ofFields{QKeySequence("Ctrl+A"),    QKeySequence("Ctrl+C"),         QKeySequence("Ctrl+D"),
                                      QKeySequence("Ctrl+E"),    QKeySequence("Ctrl+Backspace"), QKeySequence("Ctrl+K"),
                                      QKeySequence("Ctrl+U"),    QKeySequence("Ctrl+V"),         QKeySequence("Ctrl+X"),
                                      QKeySequence("Ctrl+Left"), QKeySequence("Ctrl+Right"),     QKeySequence("Ctrl+Delete")};
    for (QAction const* const action : window_->findChildren<QAction*>())
        for (QKeySequence const& keys : action->shortcuts())
            QVERIFY2(!ofFields.contains(keys), qPrintable(action->text() + ": " + keys.toString()));
}

void KeyboardTest::tabReachesEverything_data() {
    QTest::addColumn<int>("number");
    int number = 1;
    for (char const* panel : {"editor", "ownership", "messages", "schedule", "network", "cost", "io", "comm", "run"})
        QTest::newRow(panel) << number++;
}

void KeyboardTest::tabReachesEverything() {
    QFETCH(int, number);
    QTest::keyClick(window_.get(), static_cast<Qt::Key>(Qt::Key_0 + number), Qt::ControlModifier);
    QCoreApplication::processEvents();
    auto* const dock = window_->findChild<QDockWidget*>(QTest::currentDataTag());
    QVERIFY(dock && dock->widget()->isVisible());
    QVERIFY2(QApplication::focusWidget() && isWithin(QApplication::focusWidget(), dock), "the panel's key brings it the focus");
    QList<QWidget*> wanted = controlsOf(dock->widget());
    QVERIFY(!wanted.isEmpty());
    for (QWidget* const each : wanted) QVERIFY2(!nameOf(each).isEmpty(), qPrintable(described(each)));
    // To the panel's first control, then once around.
    for (int i = 0; i < 200 && isWithin(QApplication::focusWidget(), dock->widget()); ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
    QWidget* before = nullptr;
    for (int i = 0; i < 200; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QWidget* const now = QApplication::focusWidget();
        if (!isWithin(now, dock->widget())) break;
        if (before) QVERIFY2(!isReadBefore(before, now), qPrintable(described(before) + ", then " + described(now)));
        wanted.removeAll(now);
        before = now;
    }
    for (QWidget* const each : wanted) QFAIL(qPrintable("not reached: " + described(each)));
}

void KeyboardTest::tabSkipsPanelsBehindOthers() {
    QTest::keyClick(window_.get(), Qt::Key_3, Qt::ControlModifier);
    QCoreApplication::processEvents();
    for (Qt::Key const key : {Qt::Key_Tab, Qt::Key_Backtab})
        for (int i = 0; i < 100; ++i) {
            QTest::keyClick(QApplication::focusWidget(), key);
            QWidget* const now = QApplication::focusWidget();
            QRect const place(now->mapTo(window_.get(), QPoint()), now->size());
            QVERIFY2(window_->rect().intersects(place), qPrintable("not seen: " + described(now)));
        }
    QVERIFY(window_->docks().currentView() != &NetworkPanel::kind); // none of those behind was looked at
}

void KeyboardTest::questionMarksAreTyped() {
    auto* const editor = window_->panel<EditorPanel>()->editor();
    editor->setFocus();
    editor->moveCursor(QTextCursor::End);
    QTest::keyClick(editor, '?', Qt::ShiftModifier);
    QVERIFY(editor->toPlainText().endsWith('?'));
    QVERIFY(!window_->findChild<QDialog*>("keys"));
    window_->panel<OwnershipPanel>()->source()->setFocus();
    QTest::keyClick(window_->panel<OwnershipPanel>()->source(), '?');
    QVERIFY(window_->findChild<QDialog*>("keys")); // where nothing is typed, it asks
    window_->session().document()->setModified(false);
}

void KeyboardTest::theLayoutComesBack() {
    auto const dock = [&](char const* name) { return window_->findChild<QDockWidget*>(name); };
    QRect const before = dock("editor")->geometry();
    dock("editor")->setFloating(true);
    dock("network")->hide();
    window_->addDockWidget(Qt::TopDockWidgetArea, dock("cost"));
    QCoreApplication::processEvents();
    window_->findChild<QAction*>("reset-layout")->trigger();
    QCoreApplication::processEvents();
    for (QDockWidget* const each : window_->findChildren<QDockWidget*>()) {
        QVERIFY2(!each->isFloating(), qPrintable(each->objectName()));
        QAction const& shown = *each->toggleViewAction(); // not of a panel that this job does not need
        QVERIFY2(shown.isChecked() == shown.isVisible(), qPrintable(each->objectName()));
    }
    QVERIFY(window_->tabifiedDockWidgets(dock("messages")).contains(dock("cost")));
    QVERIFY(dock("messages")->widget()->isVisible());
    QCOMPARE(dock("editor")->geometry().topLeft(), before.topLeft());
    QVERIFY(std::abs(dock("editor")->width() - before.width()) <= 2);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::KeyboardTest)
#include "keyboard_test.moc"
