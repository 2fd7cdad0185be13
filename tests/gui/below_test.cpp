// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of what stands below all panels: the memory of the selected rank and the details; and of what has room beside it.
#include "gui/canvas/ownership_legend.hpp"
#include "gui/models/numbers.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/memory_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QScrollBar>
#include <QSettings>
#include <algorithm>

namespace tessera::gui {

class BelowTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void itStandsBelowAllOthers();
    void aSmallWindowHasOneLine();
    void slotsAndElementsSelectEachOther();
    void detailsTellTheDifference();
    void theClockIsSeenWhereThereIsTime();
    void aFileBeginsWithItsFirstStep();
    void formsAreNotCut();
    void legendsGroupDigits();

  private:
    void open(QSize size, char const* job);
    void wait();
    /// Whose tooltip begins so.
    [[nodiscard]] std::optional<SceneRect> slot(std::string const& words) const;
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

namespace {

QRect placeOf(QWidget const& widget) {
    return {widget.mapTo(widget.window(), QPoint()), widget.size()};
}

} // namespace

void BelowTest::init() {
    QSettings().clear();
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
}

void BelowTest::open(QSize size, char const* job) {
    window_->resize(size);
    window_->show();
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
    wait();
}

void BelowTest::wait() {
    window_->session().finish();
    QCoreApplication::processEvents();
    QTRY_VERIFY(!window_->isDrawing());
    QCoreApplication::processEvents();
}

std::optional<SceneRect> BelowTest::slot(std::string const& words) const {
    auto const& rects = window_->panel<MemoryPanel>()->canvas()->scene().rects;
    auto const found = std::ranges::find_if(rects, [&](SceneRect const& each) { return each.tooltip.starts_with(words); });
    return found == rects.end() ? std::nullopt : std::optional(*found);
}

void BelowTest::itStandsBelowAllOthers() {
    open({1400, 1000}, "fft2d.hpf");
    MemoryPanel& memory = *window_->panel<MemoryPanel>();
    QVERIFY(!memory.isFolded() && memory.canvas()->isVisible());
    QRect const below = placeOf(memory);
    QVERIFY(below.top() >= placeOf(*window_->panel<OwnershipPanel>()).bottom());
    QVERIFY(below.top() >= placeOf(*window_->panel<MessagesPanel>()).bottom());
    QVERIFY(below.left() <= placeOf(*window_->panel<EditorPanel>()).left() &&
            below.right() >= placeOf(*window_->panel<MessagesPanel>()).right());
    QVERIFY(below.height() >= 100 && below.height() < window_->height() / 3);
    QCOMPARE(memory.sentence(), QStringLiteral("Memory before: rank 0 holds 512 elements of A"));
    QCOMPARE(memory.canvas()->scale(), 1.0); // its letters are as large as they should be
    QVERIFY(slot("offset 0: A(1,1)"));
    window_->session().change([](Selection& selection) { selection.rank = 3; });
    wait();
    QVERIFY(slot("offset 0: A(25,1)"));
    window_->findChild<QAction*>("reset-layout")->trigger();
    wait();
    QVERIFY(placeOf(memory).top() >= placeOf(*window_->panel<MessagesPanel>()).bottom());
}

/// It says where the element is; all of it comes by a key.
void BelowTest::aSmallWindowHasOneLine() {
    open({1024, 768}, "fft2d.hpf");
    MemoryPanel& memory = *window_->panel<MemoryPanel>();
    QVERIFY(memory.isFolded() && !memory.canvas()->isVisible());
    QVERIFY(memory.header()->isVisible());
    auto const* const dock = window_->findChild<QDockWidget*>("below");
    int const before = window_->panel<MessagesPanel>()->height();
    int const line = dock->height();
    QTest::keyClick(window_.get(), Qt::Key_3, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(memory.fold()->hasFocus());
    QTest::keyClick(memory.fold(), Qt::Key_Space);
    wait();
    QVERIFY(!memory.isFolded() && memory.canvas()->isVisible());
    QVERIFY2(memory.height() >= 76, qPrintable(QString::number(memory.height())));
    QVERIFY(window_->panel<MessagesPanel>()->height() < before);
    QCOMPARE(window_->size(), QSize(1024, 768));
    memory.fold()->click();
    wait();
    QTRY_COMPARE(dock->height(), line);
    memory.fold()->click();
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery2")); // and remembers
    open({1024, 768}, "fft2d.hpf");
    QVERIFY(!window_->panel<MemoryPanel>()->isFolded());
}

void BelowTest::slotsAndElementsSelectEachOther() {
    open({1400, 1000}, "fft2d.hpf");
    QRect const picture = placeOf(*window_->panel<OwnershipPanel>()->source());
    emit window_->panel<OwnershipPanel>()->source()->clicked({40, 60});
    wait();
    QCOMPARE(placeOf(*window_->panel<OwnershipPanel>()->source()), picture); // a second click hits the same element
    QCOMPARE(window_->panel<MemoryPanel>()->sentence(),
             QStringLiteral("Memory before: A(41,61) is element (0,60) of rank 5, at offset 480"));
    auto const own = slot("offset 480: A(41,61)");
    QVERIFY(own); // though it is far from the first
    QVERIFY(!window_->panel<MemoryPanel>()->canvas()->scene().lines.empty());
    auto const next = slot("offset 481: A(42,61)");
    QVERIFY(next);
    QPointF const at = window_->panel<MemoryPanel>()->canvas()->toWidget({next->x + 5, next->y + 5});
    QTest::mouseClick(window_->panel<MemoryPanel>()->canvas(), Qt::LeftButton, {}, at.toPoint());
    wait();
    QVERIFY((window_->session().selection().element == Selection::Element{Selection::Side::Source, {41, 60}}));
    QCOMPARE(window_->session().selection().message, std::optional(Selection::Pair{5, 7}));
    emit window_->panel<OwnershipPanel>()->target()->clicked({41, 60});
    wait();
    QVERIFY2(window_->panel<MemoryPanel>()->sentence().startsWith("Memory after: A(42,61) is element (41,4) of rank 7"),
             qPrintable(window_->panel<MemoryPanel>()->sentence()));
}

void BelowTest::detailsTellTheDifference() {
    open({1400, 1000}, "fft2d.hpf");
    emit window_->panel<OwnershipPanel>()->source()->clicked({40, 60});
    QString const details = window_->panel<MemoryPanel>()->details();
    QVERIFY2(details.startsWith(QStringLiteral("It moves from rank 5 to rank 7.")), qPrintable(details));
    QVERIFY(details.contains("Before: A(41,61)") && details.contains("After: A(41,61)") && details.contains("offset = "));
    window_->session().replaceText(window_->session().text().replace("A(block,*)", "A(cyclic,*)"));
    wait(); // the element stays selected
    QVERIFY2(window_->panel<MemoryPanel>()->details().contains("Before this edit, the element was on rank 5."),
             qPrintable(window_->panel<MemoryPanel>()->details()));
    emit window_->panel<OwnershipPanel>()->source()->clicked({7, 60});
    QVERIFY2(window_->panel<MemoryPanel>()->details().startsWith("It stays on rank 7."),
             qPrintable(window_->panel<MemoryPanel>()->details()));
}

void BelowTest::theClockIsSeenWhereThereIsTime() {
    open({1400, 1000}, "triangle.hpf");
    QVERIFY(!window_->bar()->clock()->isVisible());
    window_->showView(&FilePanel::kind);
    wait();
    QTRY_COMPARE(window_->bar()->clock()->isVisible(), window_->panel<FilePanel>()->player()->end() > 0);
    open({1400, 1000}, "fft2d.hpf");
    QVERIFY(window_->bar()->clock()->isVisible());
}

/// Where all its steps are seen together, the next one is the first; and those of the job before are no steps of this one.
void BelowTest::aFileBeginsWithItsFirstStep() {
    open({1400, 1000}, "stripes.hpf");
    window_->showView(&FilePanel::kind);
    wait();
    SharedClock& clock = *window_->bar()->clock();
    QTRY_VERIFY(clock.end() > 1);
    QVERIFY(!window_->session().selection().file.phase);
    QCOMPARE(clock.words(), QStringLiteral("all %1 steps").arg(clock.end()));
    clock.moveBy(1);
    QCOMPARE(window_->session().selection().file.phase, std::optional<Index>(0));
    clock.moveBy(1);
    QCOMPARE(window_->session().selection().file.phase, std::optional<Index>(1));
    auto const steps = static_cast<int>(window_->panel<FilePanel>()->player()->end());
    window_->showView(&InsightPanel::kind); // suits every job: a panel that is hidden after the edit would bring the file back
    wait();
    window_->session().replaceText(window_->session().text() + "! as it was\n");
    window_->session().finish();
    QVERIFY(window_->panel<FilePanel>()->visibleRegion().isEmpty());
    window_->session().goTo(steps + 3); // nobody has planned the file of the new text
    QCOMPARE(window_->session().selection().file.phase, std::optional<Index>(steps + 3));
}

void BelowTest::formsAreNotCut() {
    open({1024, 768}, "fft2d.hpf");
    auto* const form = window_->findChild<JobForm*>();
    QCOMPARE(form->horizontalScrollBar()->maximum(), 0);
    for (QWidget* const field : form->widget()->findChildren<QWidget*>()) {
        if (!(field->focusPolicy() & Qt::TabFocus) || !field->isVisible()) continue;
        int const right = field->mapTo(form->widget(), QPoint(field->width(), 0)).x();
        QVERIFY2(right <= form->viewport()->width(), qPrintable(field->accessibleName()));
    }
}

void BelowTest::legendsGroupDigits() {
    QCOMPARE(legendEntry(7, 1000000001, false), QStringLiteral("7: %1").arg(groupedText(1000000001)));
    QVERIFY(!legendEntry(7, 1000000001, false).contains("1000"));
    QCOMPARE(legendEntry(7, 1000000001, true), QStringLiteral("7"));
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::BelowTest)
#include "below_test.moc"
