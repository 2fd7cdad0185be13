// SPDX-License-Identifier: BSD-3-Clause
// Tessera: editing a job by its form and by its pictures, as a person does.
#include "gui/models/change_text.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/spec/write.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <algorithm>
#include <ctime>

namespace tessera::gui {

class EditingTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void theFormAndTheTextAreOne();
    void undoInTheFormIsThatOfTheText();
    void halfAFormatIsNotCompleted();
    void draggedBoundariesChangeTheDirective();
    void draggedEvenBlocksBecomeAList();
    void givenUpDragsLeaveNoTrace();
    void draggedProcessorsChangeTheArrangement();
    void whatCannotBeDraggedSaysWhy();
    void alignmentsAreTakenApart();
    void whatTheFormLeavesToTheTextIsSaid();
    void theDataFlowIsPlayedByKeys();
    void theDataFlowFollowsTheSchedule();
    void anEditSaysWhatItHasChanged();
    void aLongTextIsTypedWithoutWaiting();

  private:
    [[nodiscard]] QString job(char const* name) const { return qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + name; }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void EditingTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

void EditingTest::theFormAndTheTextAreOne() {
    window_->openFile(job("fft2d.hpf"));
    // Phases name the two indices of A, which has three of them below.
    window_->session().replaceText(window_->session().text().remove(QRegularExpression("!dist\\$[^\n]*\n")));
    window_->session().finish();
    JobForm& form = *window_->panel<EditorPanel>()->form();
    QCOMPARE(form.groups().size(), std::size_t{6}); // type, A, P, ranks, distribute, redistribute
    QComboBox* const format = form.box(5, 1);
    QCOMPARE(format->currentText(), "block");
    format->setCurrentText("cyclic(4)");
    emit format->activated(0);
    QVERIFY(window_->session().text().contains("redistribute A(*,cyclic(4)) onto P"));
    window_->session().finish();
    QCOMPARE(describe(window_->session().derived()->plan->plans()[0].target().spec()), "(*,cyclic(4)) onto P(8)");
    window_->session().document()->undo();
    QCOMPARE(format->currentText(), "block");
    window_->session().replaceText(window_->session().text().replace("P(8)", "P(4)"));
    QCOMPARE(form.line(2, 0)->text(), "4");
    QLineEdit* const extent = form.line(1, 0); // another dimension makes another form, while the old line has the focus
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    extent->setFocus();
    QVERIFY(extent->hasFocus());
    extent->selectAll();
    QTest::keyClicks(extent, "64,2");
    QTest::keyClick(extent, Qt::Key_Return);
    QVERIFY(window_->session().text().contains("A(64,2,64)"));
    QCOMPARE(form.line(1, 1)->text(), "2");
    QCoreApplication::processEvents();
    window_->session().document()->undo();
    QVERIFY(window_->session().text().contains("A(64,64)"));
    form.line(3, 0)->setText("4:7");
    emit form.line(3, 0)->editingFinished();
    QVERIFY(window_->session().text().contains("processors P(4)\n!dist$ ranks P(4:7)\n"));
    form.line(3, 0)->setText("");
    emit form.line(3, 0)->editingFinished();
    QVERIFY(!window_->session().text().contains("ranks"));
}

void EditingTest::undoInTheFormIsThatOfTheText() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QString const before = window_->session().text();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    QLineEdit* const line = window_->panel<EditorPanel>()->form()->box(4, 0)->lineEdit();
    line->setFocus();
    line->selectAll();
    QWidget* const focus = QApplication::focusWidget(); // what keys go to: the box, not its line
    QVERIFY(focus == window_->panel<EditorPanel>()->form()->box(4, 0));
    QTest::keyClicks(focus, "block(9)");
    QTest::keyClick(focus, Qt::Key_Return);
    QVERIFY(window_->session().text().contains("(block(9),*)"));
    for (int times = 0; times < 7; ++times) {
        QTest::keySequence(focus, QKeySequence::Undo);
        QVERIFY2(window_->session().text().contains("distribute A(" + line->text() + ",*)"), qPrintable(line->text()));
    }
    QCOMPARE(window_->session().text(), before);
    QTest::keyClicks(focus, "x"); // not taken yet: given up, and nothing else
    QTest::keySequence(focus, QKeySequence::Undo);
    QCOMPARE(line->text(), "block");
    QTest::keySequence(focus, QKeySequence::Redo);
    QVERIFY(window_->session().text().contains("(block(9),*)"));
    QCOMPARE(line->text(), "block(9)");
    window_->session().document()->setModified(false);
}

void EditingTest::halfAFormatIsNotCompleted() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    QLineEdit* const line = window_->panel<EditorPanel>()->form()->box(4, 0)->lineEdit();
    line->setFocus();
    line->selectAll();
    QColor const plain = line->palette().color(QPalette::Text);
    QTest::keyClicks(line, "cyclic(");
    QTest::keyClick(line, Qt::Key_Tab);
    QVERIFY2(window_->session().text().contains("distribute A(block,*)"), "nobody has written anything else yet");
    QCOMPARE(line->text(), "cyclic(");
    QVERIFY(line->palette().color(QPalette::Text) != plain);
    QVERIFY(window_->panel<EditorPanel>()->message().contains("the job still contains \u201cblock\u201d"));
    QTest::keyClicks(line, "4)");
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(window_->session().text().contains("distribute A(cyclic(4),*)"));
    QVERIFY(window_->panel<EditorPanel>()->message().isEmpty());
    QCOMPARE(line->palette().color(QPalette::Text), plain);
    window_->session().document()->setModified(false);
}

namespace {

void dragBy(OwnershipCanvas& canvas, QPoint from, QPoint way) {
    QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
    for (int step = 1; step <= 4; ++step) QTest::mouseMove(&canvas, from + way * step / 4);
}

} // namespace

void EditingTest::draggedBoundariesChangeTheDirective() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QString const before = window_->session().text();
    OwnershipCanvas& source = *window_->panel<OwnershipPanel>()->source();
    QPoint const from = source.pointOn({0, 8}).toPoint();
    dragBy(source, from, source.pointOn({0, 12}).toPoint() - from);
    QVERIFY2(source.readout().startsWith("(gen_block(12,4,8,8,8,8,8,8),*)"), qPrintable(source.readout()));
    window_->session().finish(); // the picture follows while the button is down
    QVERIFY(source.isDragging());
    QCOMPARE(source.mappingView()->mapping.dim(0).owner(11), 0);
    QTest::mouseRelease(&source, Qt::LeftButton, {}, source.pointOn({0, 12}).toPoint());
    window_->session().finish();
    QVERIFY(window_->session().text().contains("distribute A(gen_block(12,4,8,8,8,8,8,8),*) onto P"));
    QVERIFY(source.readout().isEmpty());
    QVERIFY(window_->panel<MessagesPanel>()->totals().contains("<b>56</b> messages"));
    // Back again: the directive reads as it did, and each drag was one step.
    dragBy(source, source.pointOn({0, 12}).toPoint(), from - source.pointOn({0, 12}).toPoint());
    QTest::mouseRelease(&source, Qt::LeftButton, {}, from);
    QCOMPARE(window_->session().text(), before);
    window_->session().document()->undo();
    QVERIFY(window_->session().text().contains("gen_block(12,4"));
    window_->session().document()->undo();
    QCOMPARE(window_->session().text(), before);
    QVERIFY(!window_->session().isModified());
    // What it becomes is another directive.
    window_->session().finish();
    OwnershipCanvas& target = *window_->panel<OwnershipPanel>()->target();
    QPoint const column = target.pointOn({1, 24}).toPoint();
    dragBy(target, column, target.pointOn({1, 20}).toPoint() - column);
    QTest::mouseRelease(&target, Qt::LeftButton, {}, target.pointOn({1, 20}).toPoint());
    QVERIFY(window_->session().text().contains("redistribute A(*,gen_block(8,8,4,12,8,8,8,8)) onto P"));
    window_->session().document()->setModified(false);
}

void EditingTest::draggedEvenBlocksBecomeAList() {
    window_->session().replaceText("      real A(40,40)\n!hpf$ processors P(3)\n!dist$ distribute A(even,*) onto P\n");
    window_->session().finish();
    OwnershipCanvas& canvas = *window_->panel<OwnershipPanel>()->source();
    QPoint const from = canvas.pointOn({0, 14}).toPoint(); // blocks of 14, 13 and 13
    dragBy(canvas, from, canvas.pointOn({0, 16}).toPoint() - from);
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, canvas.pointOn({0, 16}).toPoint());
    window_->session().finish();
    QVERIFY2(window_->session().text().contains("!dist$ distribute A(gen_block(16,11,13),*) onto P"),
             qPrintable(window_->session().text()));
    window_->session().document()->setModified(false);
}

void EditingTest::givenUpDragsLeaveNoTrace() {
    window_->openFile(job("triangle.hpf")); // aligned, with a template and fixed-form sentinels
    window_->session().finish();
    QString const before = window_->session().text();
    OwnershipCanvas& source = *window_->panel<OwnershipPanel>()->source();
    QPoint const from = source.pointOn({1, 5}).toPoint();
    dragBy(source, from, source.pointOn({1, 7}).toPoint() - from);
    window_->session().finish();
    QVERIFY(window_->session().text().contains("distribute T(block,cyclic(7)) onto P"));
    QTest::keyClick(&source, Qt::Key_Escape);
    QCOMPARE(window_->session().text(), before);
    QVERIFY(!window_->session().isModified());
    QVERIFY(!window_->session().document()->isRedoAvailable());
    QTest::mouseRelease(&source, Qt::LeftButton, {}, from);
    window_->session().finish();
    QCOMPARE(source.mappingView()->mapping.dim(1).owner(5), 1);
}

void EditingTest::draggedProcessorsChangeTheArrangement() {
    window_->openFile(job("pitfalls-mpmd.hpf"));
    window_->session().finish();
    OwnershipCanvas& source = *window_->panel<OwnershipPanel>()->source();
    QPoint const chip = source.chips().front().box.center().toPoint();
    dragBy(source, chip, {28, 0});
    QCOMPARE(source.readout(), "writers: 6 processors");
    QTest::mouseRelease(&source, Qt::LeftButton, {}, chip + QPoint(28, 0));
    window_->session().finish();
    QVERIFY2(!window_->session().error(), qPrintable(window_->panel<EditorPanel>()->message()));
    QVERIFY(window_->session().text().contains("processors writers(6), readers(2)"));
    QVERIFY(window_->session().text().contains("ranks writers(0,3,4,6,1,2)"));
    QCOMPARE(source.chips().front().count, 6);
    window_->session().document()->undo();
    QVERIFY(!window_->session().isModified());
}

void EditingTest::whatCannotBeDraggedSaysWhy() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().setText("      real A(90), B(120)\n!hpf$ processors P(3)\n!hpf$ distribute (block) onto P :: A, B\n");
    window_->session().finish();
    QString const before = window_->session().text();
    OwnershipCanvas& source = *window_->panel<OwnershipPanel>()->source();
    QPoint const from = source.pointOn({0, 30}).toPoint();
    dragBy(source, from, {40, 0});
    QVERIFY2(source.readout().startsWith("That does not work: "), qPrintable(source.readout())); // B is longer than A
    QCOMPARE(window_->session().text(), before);
    QTest::mouseRelease(&source, Qt::LeftButton, {}, from);
    window_->session().document()->setModified(false);
}

void EditingTest::alignmentsAreTakenApart() {
    window_->openFile(job("replicated.hpf"));
    window_->session().finish();
    JobForm& form = *window_->panel<EditorPanel>()->form();
    auto const with = [&](FormGroup::What what) {
        return static_cast<int>(std::ranges::find(form.groups(), what, &FormGroup::what) - form.groups().begin());
    };
    SubscriptEdit* const copies = form.subscript(with(FormGroup::What::AlignWith), 0);
    QVERIFY(copies);
    QCOMPARE(copies->text(), "*");
    SubscriptEdit* const mirrored = form.subscript(with(FormGroup::What::RealignWith), 1);
    QVERIFY(mirrored);
    QCOMPARE(mirrored->stride()->value(), -1);
    mirrored->offset()->setValue(0);
    mirrored->stride()->setValue(1);
    QVERIFY(window_->session().text().contains("realign table(i) with T(3,i)"));
    window_->session().finish();
    QCOMPARE(window_->session().derived()->job.arrays[0].states[1].align[1].stride, 1);
    mirrored->stride()->setValue(0); // the step from 1 down
    QCOMPARE(mirrored->text(), "-i");
    window_->session().document()->undo();
    QCOMPARE(mirrored->text(), "i");
    window_->session().document()->setModified(false);
}

void EditingTest::whatTheFormLeavesToTheTextIsSaid() {
    JobForm& form = *window_->panel<EditorPanel>()->form();
    window_->openFile(job("transpose.hpf"));
    QCOMPARE(form.leftNote(), "Edit these in the text: copies.");
    window_->openFile(job("fft2d.hpf"));
    QCOMPARE(form.leftNote(), "");
    window_->session().setText("      real A(9)\n!hpf$ processors P(2)\n!hpf$ distribute A(indirect( @owners )) onto P\n");
    QCOMPARE(form.leftNote(), "Edit these in the text: the values in @owners.");
}

void EditingTest::theDataFlowIsPlayedByKeys() {
    window_->openFile(job("thakur26-block-cyclic.hpf"));
    window_->session().finish();
    FlowPlayer& player = *window_->panel<OwnershipPanel>()->flowPlayer();
    OwnershipCanvas* const canvas = window_->panel<OwnershipPanel>()->source();
    QVERIFY(!player.isOpen());
    QTest::keyClick(canvas, Qt::Key_Space);
    QVERIFY(player.isPlaying());
    QTRY_VERIFY(player.overlay()->time() > 0.05);
    QTest::keyClick(canvas, Qt::Key_Space);
    QVERIFY(player.isOpen() && !player.isPlaying());
    QTest::keyClick(canvas, Qt::Key_Home);
    QCOMPARE(player.overlay()->time(), 0.0);
    QTest::keyClick(canvas, Qt::Key_Period);
    QCOMPARE(player.overlay()->time(), 1.0);
    QTest::keyClick(canvas, Qt::Key_Comma);
    QCOMPARE(player.overlay()->time(), 0.0);
    player.slider()->setValue(player.slider()->maximum());
    QCOMPARE(player.overlay()->time(), player.overlay()->flow().length());
    window_->grab();                        // paints it
    QTest::keyClick(canvas, Qt::Key_Space); // ended: from the beginning
    QVERIFY(player.overlay()->time() < 1);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(!player.isOpen());
    QTest::keyClick(canvas, Qt::Key_Escape); // means the selection again
    window_->openFile(job("triangle.hpf"));
    window_->session().finish();
    QVERIFY(!player.isVisible()); // nothing moves
}

void EditingTest::theDataFlowFollowsTheSchedule() {
    window_->openFile(job("fft2d.hpf"));
    window_->bar()->choices()->algorithm()->setCurrentText("pex");
    window_->session().finish();
    FlowPlayer& player = *window_->panel<OwnershipPanel>()->flowPlayer();
    player.goTo(2.5);
    QCOMPARE(player.words(), "step 3 of 7");
    QCOMPARE(window_->session().selection().step, 2);
    QCOMPARE(window_->panel<OwnershipPanel>()->isVisible(), true);
    // An edit closes it: what was shown is no longer so.
    window_->session().replaceText(window_->session().text().replace("P(8)", "P(4)"));
    window_->session().finish();
    QVERIFY(!player.isOpen());
    window_->session().document()->setModified(false);
}

void EditingTest::anEditSaysWhatItHasChanged() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QCOMPARE(window_->change(), "");
    QString const before = window_->session().text();
    window_->session().replaceText(QString(before).replace("P(8)", "P(4)"));
    window_->session().finish();
    QCOMPARE(window_->change(), QStringLiteral("messages 56 \u2192 12, bytes \u221214 %"));
    window_->session().replaceText(QString(before).replace("P(8)", "P("));
    window_->session().finish();
    QCOMPARE(window_->change(), QStringLiteral("messages 56 \u2192 12, bytes \u221214 %")); // an error has changed nothing
    // Beside a picture there is room for what is another alone.
    QCOMPARE(whatDiffers("(block,*) onto P(8)", "(block,*) onto P(6)"), QStringLiteral("P(8)"));
    QCOMPARE(whatDiffers("(block,*) onto P(8)", "(cyclic,*) onto P(8)"), QStringLiteral("(block,*) onto P(8)"));
    window_->session().replaceText(QString(before).replace("(*,block)", "(block,*)"));
    window_->session().finish();
    QVERIFY2(window_->change().startsWith(QStringLiteral("messages 12 \u2192 0, bytes ")), qPrintable(window_->change()));
    window_->session().document()->setModified(false);
}

/// Of this thread alone, however busy the machine is.
double secondsOfThisThread() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void EditingTest::aLongTextIsTypedWithoutWaiting() {
    QString const line = QStringLiteral("! a remark of which there are many, as in programs\n");
    QString const directives = QStringLiteral("      real A(8)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n");
    window_->session().setText(directives + line.repeated(100'000));
    window_->showView(&MessagesPanel::kind);
    window_->session().finish();
    auto* const editor = window_->panel<EditorPanel>()->editor();
    std::vector<double> keys;
    for (int i = 0; i < 20; ++i) {
        double const before = secondsOfThisThread();
        QTest::keyClick(editor, Qt::Key_X);
        QCoreApplication::processEvents();
        keys.push_back(secondsOfThisThread() - before);
    }
    std::ranges::sort(keys);
    QVERIFY2(keys[10] < 0.03, qPrintable(QString::number(keys[10])));
    // Once typing rests, all of it is followed, and the form too.
    window_->session().replaceText(window_->session().text().replace("P(2)", "P(4)").replace(QString(20, 'x'), ""));
    window_->session().finish();
    QCOMPARE(window_->session().derived()->plan->ranks(), 4);
    QCOMPARE(window_->panel<EditorPanel>()->form()->line(2, 0)->text(), "4");
    window_->session().document()->setModified(false);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::EditingTest)
#include "editing_test.moc"
