// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the window, driven as a person drives it.
#include "gui/canvas/scene_painter.hpp"
#include "gui/models/change_text.hpp"
#include "gui/panels/cost_panel.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/memory_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/session/job_file.hpp"
#include "gui/session/run_demand.hpp"
#include "gui/windows/key_help.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/spec/write.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMessageBox>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cstdlib>

namespace tessera::gui {

class WindowTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void examplesOpen();
    void examplesHavePictures();
    void editingChangesTheMessages();
    void errorsAreShownWhereTheyAre();
    void aBrokenJobHasNoPictures();
    void anEmptyJobHasNoPictures();
    void aDragEndsWithItsArray();
    void bothPicturesHaveTheSameWidth();
    void clickedElementsAreExplained();
    void anElementSelectsItsMessage();
    void selectedMessagesAreHighlighted();
    void messagesOfAReshapeAreHighlighted();
    void theBusiestLinkIsFound();
    void unreadableFilesAreTold();
    void unsavedTextIsAskedAbout();
    void keysAreListed();
    void commandsAreCopied();
    void aCellOfTheMatrixIsAMessage();
    void aCrowdedMatrixIsLookedIntoAndOutOf();
    void aCellOfTheChartIsAStep();
    void aClickedLinkNamesItsMessages();
    void twoAlgorithmsStandSideBySide();
    void oneOfAKindIsInTheSingular();
    void timesNeedAMachine();
    void tracesOfOtherJobsAreRefused();
    void tracesOfStrangersDoNoHarm();
    void jobsRunForReal();
    void runsFindTheirLists();
    void runsThatAreTooLargeAreAskedAbout();
    void runsAreDrawnAtTheJobsMessageLength();
    void theMachineIsReadable();
    void wrongNetworksAreMarked_data();
    void wrongNetworksAreMarked();
    void smallChangesAreAmounts();
    void hugePicturesFitAPage();

  private:
    void checkNothingIsDrawn();
    [[nodiscard]] QString job(char const* name) const { return qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + name; }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void WindowTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

void WindowTest::examplesOpen() {
    QVERIFY(window_->startPage()->list()->count() > 3);
    QTest::keyClick(window_->startPage()->list(), Qt::Key_Return);
    window_->session().finish();
    QVERIFY(window_->session().derived());
    QVERIFY(window_->panel<OwnershipPanel>()->isVisible());
    QVERIFY(!window_->startPage()->isVisible());
}

void WindowTest::examplesHavePictures() {
    QListWidget& list = *window_->startPage()->list();
    QTRY_VERIFY(!window_->startPage()->isBusy());
    for (int row = 0; row < list.count(); ++row) {
        if (list.item(row)->flags() == Qt::NoItemFlags) continue; // the heading of a topic
        QImage const picture = list.item(row)->icon().pixmap(list.iconSize()).toImage();
        QVERIFY2(!picture.isNull(), qPrintable(list.item(row)->text()));
        QSet<QRgb> colors;
        for (int y = 0; y < picture.height(); y += 2)
            for (int x = 0; x < picture.width(); x += 2) colors.insert(picture.pixel(x, y));
        QVERIFY2(colors.size() > 3, qPrintable(list.item(row)->text()));
        QVERIFY2(list.item(row)->text().section(u'\n', 1).size() > 10, "a line says what it shows");
    }
}

void WindowTest::editingChangesTheMessages() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QVERIFY(window_->panel<MessagesPanel>()->totals().contains("<b>56</b> messages"));
    QTextCursor cursor = window_->session().document()->find("(*,block)");
    QVERIFY(!cursor.isNull());
    window_->panel<EditorPanel>()->editor()->setTextCursor(cursor);
    QTest::keyClicks(window_->panel<EditorPanel>()->editor(), "(block,*)");
    window_->session().finish();
    QVERIFY2(window_->panel<MessagesPanel>()->totals().contains("<b>0</b> messages"),
             qPrintable(window_->panel<MessagesPanel>()->totals()));
    QVERIFY(window_->isWindowModified());
    while (window_->session().isModified()) window_->session().document()->undo();
    window_->session().finish();
    QVERIFY(window_->panel<MessagesPanel>()->totals().contains("<b>56</b> messages"));
}

void WindowTest::errorsAreShownWhereTheyAre() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().replaceText(window_->session().text().replace("(block,*)", "(blok,*)"));
    window_->session().finish();
    QVERIFY(window_->panel<EditorPanel>()->message().startsWith("Line 5: "));
    auto const marks = window_->panel<EditorPanel>()->editor()->extraSelections();
    QCOMPARE(marks.size(), 2);
    auto const* const banner = window_->panel<EditorPanel>()->findChild<QLabel*>("message");
    QTRY_COMPARE(banner->height(), banner->heightForWidth(banner->width())); // as high as its lines, and no higher
    QVERIFY2(marks[1].cursor.selectedText().contains("blok"), qPrintable(marks[1].cursor.selectedText()));
    window_->session().document()->undo();
    window_->session().finish();
    QVERIFY(window_->panel<EditorPanel>()->message().isEmpty());
    window_->session().document()->setModified(false);
}

/// No panel shows the last document, and each says why it is empty.
void WindowTest::checkNothingIsDrawn() {
    window_->session().finish();
    QTRY_VERIFY(!window_->isDrawing());
    QString const why = window_->session().whyEmpty();
    QVERIFY(!why.isEmpty());
    QVERIFY(!window_->session().derived() && !window_->session().schedule());
    QVERIFY(!window_->panel<OwnershipPanel>()->source()->mappingView());
    for (PanelKind const* const kind : panelKinds()) {
        window_->showView(kind);
        QTRY_VERIFY(!window_->isDrawing());
        auto* const panel = dynamic_cast<ScenePanel*>(window_->docks().panel(kind));
        if (!panel || !panel->canvas()->isVisible()) continue; // the memory is folded
        QVERIFY2(panel->canvas()->scene().title.empty() && panel->canvas()->scene().rects.empty(), kind->name);
        QTRY_COMPARE(panel->canvas()->emptyText(), why);
    }
    QVERIFY(window_->change().isEmpty());
    QVERIFY(window_->panel<MemoryPanel>()->details().isEmpty());
    QCOMPARE(window_->panel<MessagesPanel>()->totals(), QString());
    QCOMPARE(window_->panel<MessagesPanel>()->model()->rowCount(), 0);
    QVERIFY(!window_->panel<RunPanel>()->button()->isEnabled());
    QVERIFY(window_->crumbs()->words().isEmpty());
    window_->showView(&OwnershipPanel::kind);
    QVERIFY2(window_->explanation()->text().isEmpty(), qPrintable(window_->explanation()->text()));
}

void WindowTest::aBrokenJobHasNoPictures() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    window_->session().change([](Selection& selection) { selection.message = Selection::Pair{0, 5}; });
    window_->panel<MessagesPanel>()->table()->setFocus();
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/broken/cyclic-zero.hpf");
    checkNothingIsDrawn();
    QVERIFY(window_->session().error());
    QVERIFY(window_->session().whyEmpty().contains(QString::fromStdString(window_->session().error()->message)));
    window_->openFile(job("triangle.hpf"));
    window_->session().finish();
    QVERIFY(window_->panel<OwnershipPanel>()->source()->mappingView());
}

void WindowTest::anEmptyJobHasNoPictures() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    window_->panel<MessagesPanel>()->table()->setFocus();
    QTest::keySequence(window_.get(), QKeySequence::New);
    QVERIFY(window_->panel<EditorPanel>()->editor()->hasFocus());
    checkNothingIsDrawn();
    QVERIFY2(window_->session().whyEmpty().contains("Ctrl+O"), qPrintable(window_->session().whyEmpty()));
}

/// Also after a job with one picture, and after none.
void WindowTest::bothPicturesHaveTheSameWidth() {
    OwnershipPanel& ownership = *window_->panel<OwnershipPanel>();
    for (char const* const before : {"", "triangle.hpf"}) {
        if (*before == 0)
            window_->session().setText({});
        else
            window_->openFile(job(before));
        window_->session().finish();
        QVERIFY(!ownership.target()->isVisible());
        window_->openFile(job("fft2d.hpf"));
        window_->session().finish();
        QTRY_VERIFY(ownership.target()->isVisible());
        QTRY_VERIFY2(std::abs(ownership.source()->width() - ownership.target()->width()) <= 2, before);
    }
}

/// The grip that the mouse holds belongs to the old array.
void WindowTest::aDragEndsWithItsArray() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    QPoint const at = source->pointOn({0, 8}).toPoint();
    QTest::mousePress(source, Qt::LeftButton, {}, at);
    QVERIFY(source->isDragging());
    window_->session().setText("      real B(99)\n!hpf$ processors P(3)\n!hpf$ distribute B(block) onto P\n");
    window_->session().finish();
    QVERIFY(!source->isDragging());
    QTest::mouseMove(source, at + QPoint(0, 40));
    QTest::mouseRelease(source, Qt::LeftButton, {}, at + QPoint(0, 40));
    QVERIFY(!window_->session().isModified());
    QTest::mousePress(source, Qt::LeftButton, {}, source->pointOn({0, 33}).toPoint());
    QVERIFY(source->isDragging());
    window_->session().setText({});
    window_->session().finish();
    QVERIFY(!source->isDragging());
    QTest::mouseMove(source, at);
}

void WindowTest::clickedElementsAreExplained() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    QTest::mouseClick(source, Qt::LeftButton, {}, source->pointOf({8, 40}).toPoint());
    QCOMPARE(window_->session().selection().rank, std::optional<Rank>(1));
    QVERIFY(window_->panel<MemoryPanel>()->details().contains("A(9,41)"));
    QVERIFY(window_->panel<MemoryPanel>()->details().contains("After"));
    QVERIFY(window_->panel<OwnershipPanel>()->target()->mappingView()->element == std::optional(Extents{8, 40}));
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QVERIFY(!window_->session().selection().element);
}

void WindowTest::anElementSelectsItsMessage() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    QTest::mouseClick(source, Qt::LeftButton, {}, source->pointOf({8, 40}).toPoint()); // from rank 1 to rank 5
    QCOMPARE(window_->session().selection().message, (Selection::Pair{1, 5}));
    QVERIFY(window_->session().selection().element); // the row of the table has followed, and took nothing away
    QVERIFY((window_->panel<MessagesPanel>()->model()->pairAt(window_->panel<MessagesPanel>()->table()->currentIndex()) ==
             MessagesModel::Pair{1, 5}));
    SceneCanvas const& matrix = *window_->panel<MessagesPanel>()->canvas();
    QVERIFY(matrix.isMarked(MessagesTag{{1, 2}, {5, 6}}));
    QVERIFY(!matrix.isMarked(MessagesTag{{1, 2}, {4, 5}}));
    QTest::mouseClick(source, Qt::LeftButton, {}, source->pointOf({8, 9}).toPoint()); // stays where it is
    QVERIFY(!window_->session().selection().message && window_->session().selection().element);
}

void WindowTest::selectedMessagesAreHighlighted() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    TableView* const table = window_->panel<MessagesPanel>()->table();
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->selectRow(0);
    QVERIFY(window_->session().selection().message);
    auto const& highlights = window_->panel<OwnershipPanel>()->source()->mappingView()->highlights;
    QCOMPARE(highlights.size(), std::size_t{1});
    QCOMPARE(highlights[0].box.count(), 64);
    window_->grab(); // paints it
}

/// Rank 0 sends rank 1 the elements 4, 5, 10 and 11 of 24: A(4,1), A(1,2) and A(2:3,3), which become B(1:2,2:4:2).
void WindowTest::messagesOfAReshapeAreHighlighted() {
    window_->session().setText("      real A(4,6), B(3,8)\n!hpf$ processors P(2), Q(2,2)\n!hpf$ distribute A(*,block) onto P\n"
                               "!hpf$ distribute B(block,cyclic) onto Q\n!dist$ copy B = reshape(A)\n");
    window_->session().finish();
    auto* const messages = window_->panel<MessagesPanel>();
    QTRY_VERIFY(messages->table()->model()->rowCount() > 0);
    for (int row = 0; row < messages->table()->model()->rowCount(); ++row)
        if (messages->model()->pairAt(messages->table()->model()->index(row, 0)) == MessagesModel::Pair{0, 1})
            messages->table()->selectRow(row);
    QVERIFY(window_->session().selection().message);
    auto const boxes = [](OwnershipCanvas const& canvas) {
        std::vector<BoxSet> all;
        for (Highlight const& each : canvas.mappingView()->highlights) all.push_back(each.box);
        return all;
    };
    auto const one = [](Index index) { return PeriodicSet::interval({index, index + 1}); };
    auto const two = [](Index index) { return PeriodicSet::interval({index, index + 2}); };
    std::vector<BoxSet> const source{BoxSet({one(3), one(0)}), BoxSet({one(0), one(1)}), BoxSet({two(1), one(2)})};
    QVERIFY(boxes(*window_->panel<OwnershipPanel>()->source()) == source);
    std::vector<BoxSet> const target{BoxSet({two(0), PeriodicSet::of_runs({{1, 2}, {3, 4}})})};
    QVERIFY(boxes(*window_->panel<OwnershipPanel>()->target()) == target);
    window_->grab(); // paints it
}

void WindowTest::theBusiestLinkIsFound() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    window_->bar()->choices()->topology()->setText("mesh(2,4)");
    window_->bar()->choices()->algorithm()->setCurrentText("pex");
    window_->bar()->choices()->topology()->setFocus();
    QTest::keyClick(window_->bar()->choices()->topology(), Qt::Key_Return);
    window_->session().finish();
    QVERIFY2(window_->panel<SchedulePanel>()->summary().contains("<b>pex</b>: 7 steps"),
             qPrintable(window_->panel<SchedulePanel>()->summary()));
    QCOMPARE(window_->panel<SchedulePanel>()->steps()->rowCount(), 7);
    window_->panel<SchedulePanel>()->player()->moveBy(1);
    window_->panel<SchedulePanel>()->player()->moveBy(1);
    QCOMPARE(window_->session().selection().step, 2); // partners differ by 3: two columns and one row apart
    window_->showView(&NetworkPanel::kind);
    QTRY_VERIFY(!window_->panel<NetworkPanel>()->isBusy());
    LinksModel const& links = *window_->panel<NetworkPanel>()->links();
    QVERIFY(links.rowCount() > 0);
    QCOMPARE(links.records().front().share, 1.0);
    Selection selection = window_->session().selection();
    selection.link = links.records().front().link;
    window_->session().select(selection);
    QTRY_VERIFY(!window_->panel<NetworkPanel>()->isBusy());
    QVERIFY2(window_->panel<NetworkPanel>()->traffic().contains(QStringLiteral("\u2192")),
             qPrintable(window_->panel<NetworkPanel>()->traffic()));
    QVERIFY(!window_->panel<NetworkPanel>()->canvas()->scene().lines.empty());
}

void WindowTest::unreadableFilesAreTold() {
    window_->openFile(job("fft2d.hpf"));
    QString const before = window_->session().text();
    window_->openFile(folder_.filePath("absent.hpf"));
    auto* const box = window_->findChild<QMessageBox*>();
    QVERIFY(box);
    QVERIFY(box->text().contains("absent.hpf"));
    QCOMPARE(window_->session().text(), before);
}

void WindowTest::unsavedTextIsAskedAbout() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().replaceText("changed");
    bool asked = false;
    QTimer::singleShot(0, this, [&] {
        auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        asked = box != nullptr;
        if (box) box->button(QMessageBox::Cancel)->click();
    });
    QVERIFY(!window_->close());
    QVERIFY(asked);
    QCOMPARE(window_->session().text(), "changed");
    window_->session().document()->setModified(false);
}

void WindowTest::keysAreListed() {
    QVERIFY(keysText(*window_).contains("Ctrl+O"));
    window_->resize(1024, 768);
    showKeys(window_.get());
    auto const* const keys = window_->findChild<QDialog*>("keys");
    QVERIFY(keys);
    QVERIFY2(keys->height() <= window_->height() && keys->width() <= window_->width(), "the way out is beyond the screen");
    QVERIFY(keys->findChild<QDialogButtonBox*>());
}

void WindowTest::commandsAreCopied() {
    Selection selection;
    selection.rank = 3;
    QCOMPARE(commandText(&OwnershipPanel::kind, "my job.hpf", {}, selection),
             "distplan draw 'my job.hpf' --rank 3 --svg ownership.svg");
    ScheduleChoice const choice{.algorithm = "pex",
                                .site = {.topology = "mesh(2,4)", .placement = "row-major", .machine = "delta.json"}};
    QCOMPARE(commandText(&NetworkPanel::kind, "a.hpf", choice, selection),
             "distplan draw a.hpf --view network --algorithm pex --step 1 --topology 'mesh(2,4)' --machine delta.json "
             "--svg network.svg");
    QCOMPARE(commandText(&SchedulePanel::kind, "a.hpf", choice, selection),
             "distplan draw a.hpf --view schedule --algorithm pex --step 1 --topology 'mesh(2,4)' --machine delta.json "
             "--svg schedule.svg");
    QCOMPARE(commandText(&CostPanel::kind, "a.hpf", choice, selection),
             "distplan draw a.hpf --view cost --topology 'mesh(2,4)' --machine delta.json --svg cost.svg");
    QCOMPARE(commandText(&MessagesPanel::kind, "a.hpf", choice, selection),
             "distplan draw a.hpf --view messages --svg messages.svg");
    QCOMPARE(commandText(&MessagesPanel::kind, "a.hpf", choice, selection, {1, 2, {}}),
             "distplan draw a.hpf --view messages --transition 2 --svg messages.svg");
    QCOMPARE(commandText(&OwnershipPanel::kind, "a.hpf", choice, selection, {1, 2, "B"}),
             "distplan draw a.hpf --array-name B --state 1:2 --rank 3 --svg ownership.svg");
}

/// Waits until a panel's own picture is drawn.
template <class Panel>
void settle(MainWindow& window, Panel& panel) {
    window.session().finish();
    QTRY_VERIFY(!panel.isBusy());
}

/// Where a canvas shows the first thing with such a tag.
template <class Wanted>
QPoint placeOf(SceneCanvas const& canvas, Wanted const& wanted) {
    for (SceneRect const& rect : canvas.scene().rects)
        if (wanted(rect.tag)) return canvas.toWidget({rect.x + rect.width / 2, rect.y + rect.height / 2}).toPoint();
    for (SceneLine const& line : canvas.scene().lines)
        if (wanted(line.tag)) return canvas.toWidget({(line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2}).toPoint();
    return {-1, -1};
}

void WindowTest::aCellOfTheMatrixIsAMessage() {
    window_->openFile(job("fft2d.hpf"));
    window_->showView(&MessagesPanel::kind);
    settle(*window_, *window_->panel<MessagesPanel>());
    SceneCanvas& matrix = *window_->panel<MessagesPanel>()->canvas();
    auto const place = placeOf(matrix, [](SceneTag const& tag) { return tag == SceneTag(MessagesTag{{2, 3}, {5, 6}}); });
    QTest::mouseClick(&matrix, Qt::LeftButton, {}, place);
    QCOMPARE(window_->session().selection().message, (Selection::Pair{2, 5}));
}

void WindowTest::aCrowdedMatrixIsLookedIntoAndOutOf() {
    window_->session().setText("      real A(4096)\n!hpf$ processors P(256)\n!hpf$ distribute A(block) onto P\n"
                               "!hpf$ redistribute A(cyclic) onto P\n");
    window_->showView(&MessagesPanel::kind);
    settle(*window_, *window_->panel<MessagesPanel>());
    SceneCanvas& matrix = *window_->panel<MessagesPanel>()->canvas();
    auto const several = [](SceneTag const& tag) {
        auto const* const cell = std::get_if<MessagesTag>(&tag);
        return cell && cell->senders.size() > 1;
    };
    QVERIFY(placeOf(matrix, several) != QPoint(-1, -1));
    emit matrix.clicked(MessagesTag{{4, 8}, {8, 12}}); // nothing is sent there: nothing to look into
    QVERIFY(!window_->panel<MessagesPanel>()->isBusy() && !window_->panel<MessagesPanel>()->allButton()->isVisible());
    emit matrix.clicked(MessagesTag{{4, 8}, {64, 68}});
    QTRY_VERIFY(!window_->panel<MessagesPanel>()->isBusy());
    QCOMPARE(placeOf(matrix, several), QPoint(-1, -1)); // every cell is one pair now
    QVERIFY(window_->panel<MessagesPanel>()->allButton()->isVisible());
    QTest::mouseClick(window_->panel<MessagesPanel>()->allButton(), Qt::LeftButton);
    QTRY_VERIFY(!window_->panel<MessagesPanel>()->isBusy());
    QVERIFY(placeOf(matrix, several) != QPoint(-1, -1) && !window_->panel<MessagesPanel>()->allButton()->isVisible());
    emit matrix.clicked(MessagesTag{{4, 8}, {64, 68}});
    QTest::keyClick(window_->panel<MessagesPanel>(), Qt::Key_Backspace);
    QTRY_VERIFY(!window_->panel<MessagesPanel>()->isBusy());
    QVERIFY(placeOf(matrix, several) != QPoint(-1, -1));
}

void WindowTest::aCellOfTheChartIsAStep() {
    window_->openFile(job("fft2d.hpf"));
    window_->bar()->choices()->algorithm()->setCurrentText("gen");
    settle(*window_, *window_->panel<SchedulePanel>());
    emit window_->panel<SchedulePanel>()->canvas()->clicked(StepsTag{{3, 4}, {4, 5}});
    QCOMPARE(window_->session().selection().step, 4);
    QCOMPARE(window_->session().selection().message, (Selection::Pair{3, 0})); // gen: partners are 5 apart in step 5
}

void WindowTest::aClickedLinkNamesItsMessages() {
    window_->openFile(job("fft2d.hpf"));
    window_->bar()->choices()->algorithm()->setCurrentText("gen");
    window_->showView(&NetworkPanel::kind);
    settle(*window_, *window_->panel<NetworkPanel>());
    SceneCanvas& canvas = *window_->panel<NetworkPanel>()->canvas();
    auto const place = placeOf(canvas, [](SceneTag const& tag) { return std::holds_alternative<LinkTag>(tag); });
    QVERIFY(place != QPoint(-1, -1));
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, place);
    QVERIFY(window_->session().selection().link);
    settle(*window_, *window_->panel<NetworkPanel>());
    QVERIFY(window_->panel<NetworkPanel>()->traffic().startsWith("Messages through "));
    window_->panel<NetworkPanel>()->allSteps()->setChecked(true);
    QVERIFY(window_->panel<NetworkPanel>()->isBusy()); // counted on another thread: the window goes on
    settle(*window_, *window_->panel<NetworkPanel>());
    QVERIFY(window_->panel<NetworkPanel>()->traffic().contains("in all steps"));
}

void WindowTest::twoAlgorithmsStandSideBySide() {
    window_->openFile(job("fft2d.hpf"));
    window_->bar()->choices()->algorithm()->setCurrentText("gen");
    window_->showView(&NetworkPanel::kind);
    window_->session().finish();
    window_->panel<NetworkPanel>()->beside()->setCurrentText("pex");
    QTRY_VERIFY(!window_->panel<NetworkPanel>()->isBusy());
    QVERIFY(std::abs(window_->panel<NetworkPanel>()->besideCanvas()->width() - window_->panel<NetworkPanel>()->canvas()->width()) <=
            2); // half each
    QVERIFY(window_->panel<NetworkPanel>()->besideCanvas()->scene().title.starts_with("pex on crossbar(8) (assumed)"));
    window_->panel<SchedulePanel>()->player()->moveBy(3);
    settle(*window_, *window_->panel<NetworkPanel>());
    QVERIFY(window_->panel<NetworkPanel>()->besideCanvas()->scene().title.find("step 4 of 7") != std::string::npos);
}

void WindowTest::oneOfAKindIsInTheSingular() {
    window_->session().setText(
        "real A(4)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n!hpf$ redistribute A(cyclic) onto P\n");
    window_->session().finish();
    QVERIFY2(window_->panel<SchedulePanel>()->summary().contains(": 1 step, at most 1 message on one link"),
             qPrintable(window_->panel<SchedulePanel>()->summary()));
    QVERIFY2(window_->panel<MessagesPanel>()->totals().contains("sends at most 1 message and receives at most 1."),
             qPrintable(window_->panel<MessagesPanel>()->totals()));
}

void WindowTest::timesNeedAMachine() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    window_->showView(&CostPanel::kind);
    settle(*window_, *window_->panel<CostPanel>());
    QVERIFY(window_->panel<CostPanel>()->canvas()->scene().texts.empty());
    int const delta = window_->bar()->choices()->machine()->findText("delta");
    QVERIFY(delta > 0);
    window_->bar()->choices()->machine()->setCurrentIndex(delta);
    emit window_->bar()->choices()->machine()->activated(delta);
    settle(*window_, *window_->panel<CostPanel>());
    QVERIFY(!window_->panel<CostPanel>()->canvas()->scene().texts.empty());

    auto* const over = window_->findChild<QComboBox*>("costOver");
    over->setCurrentIndex(1);
    emit over->activated(1);
    settle(*window_, *window_->panel<CostPanel>());
    QVERIFY(window_->session().selection().overRanks);
    auto const& texts = window_->panel<CostPanel>()->canvas()->scene().texts;
    QVERIFY(
        std::ranges::any_of(texts, [](auto const& text) { return text.text.find("by the number of ranks") != std::string::npos; }));
}

void WindowTest::tracesOfOtherJobsAreRefused() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    auto const write = [&](char const* name, char const* content) {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no scratch file");
        file.write(content);
        return file.fileName();
    };
    window_->panel<CostPanel>()->addTrace(write("no.json", "{}"));
    QVERIFY(window_->panel<CostPanel>()->message().contains("is no trace"));
    window_->panel<CostPanel>()->addTrace(
        write("other.json", R"({"schema": "tessera.trace/1", "algorithm": "gen", "ranks": 2, "time": 1e-5,
                                     "transfers": [{"from": 0, "to": 1, "bytes": 8}]})"));
    QVERIFY(window_->panel<CostPanel>()->message().contains("another job"));
    window_->panel<CostPanel>()->addTrace(
        write("own.json", R"({"schema": "tessera.trace/1", "algorithm": "gen", "ranks": 8, "time": 1e-5,
                                     "transfers": [{"from": 0, "to": 1, "bytes": 57344}]})"));
    QVERIFY2(window_->panel<CostPanel>()->message().contains("gen took 10 us"), qPrintable(window_->panel<CostPanel>()->message()));
}

/// Names that look like HTML are shown as they are; times at the ends of what a number holds are drawn; a file that claims a TiB is
/// refused before it is read.
void WindowTest::tracesOfStrangersDoNoHarm() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    CostPanel& panel = *window_->panel<CostPanel>();
    auto const add = [&](QByteArray const& algorithm, QByteArray const& time) {
        QFile file(folder_.filePath("stranger.json"));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no scratch file");
        file.write(R"({"schema": "tessera.trace/1", "algorithm": ")" + algorithm + R"(", "ranks": 8, "time": )" + time +
                   R"(, "transfers": [{"from": 0, "to": 1, "bytes": 57344}]})");
        file.close();
        panel.addTrace(file.fileName());
        settle(*window_, panel);
    };
    add("<b>gen</b><img src='file:///etc/hostname'>", "1e-5");
    QVERIFY2(panel.message().contains("<b>gen</b><img"), qPrintable(panel.message()));
    for (QLabel const* const label : panel.findChildren<QLabel*>())
        QVERIFY2(!label->text().contains("<img") || label->textFormat() == Qt::PlainText, "a name in a trace is taken for HTML");
    for (char const* const time : {"1.7e308", "5e-324"}) {
        add("gen", time);
        QVERIFY2(panel.message().contains("gen took"), qPrintable(panel.message()));
    }
    for (char const* const time : {"1e999", "-1", "0", "null", "[[[[1]]]]"}) {
        add("gen", time);
        QVERIFY2(panel.message().contains("trace"), qPrintable(panel.message()));
    }
    QFile sparse(folder_.filePath("sparse.json"));
    QVERIFY(sparse.open(QIODevice::WriteOnly) && sparse.resize(qint64{1} << 40));
    sparse.close();
    panel.addTrace(sparse.fileName());
    QVERIFY2(panel.message().contains("has 1099511627776 bytes"), qPrintable(panel.message()));
    QVERIFY(sparse.remove());
}

void WindowTest::jobsRunForReal() {
    window_->openFile(job("thakur26-block-cyclic.hpf"));
    window_->bar()->choices()->algorithm()->setCurrentText("gen");
    window_->session().finish();
    window_->panel<RunPanel>()->startOrCancel();
    QVERIFY2(window_->panel<RunPanel>()->isRunning(), qPrintable(window_->panel<RunPanel>()->output()));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel<RunPanel>()->isRunning(), 30000);
    QVERIFY2(window_->panel<RunPanel>()->output().contains("verified"), qPrintable(window_->panel<RunPanel>()->output()));
    QString const cost = window_->panel<CostPanel>()->message();
    QVERIFY2(cost.contains("gen took"), qPrintable(cost));
    QRegularExpression const measured("time +(.*median of 5 after 1 to warm up[^)]*\\))");
    QRegularExpressionMatch const time = measured.match(window_->panel<RunPanel>()->output());
    QVERIFY2(time.hasMatch(), qPrintable(window_->panel<RunPanel>()->output()));
    QVERIFY2(cost.contains(time.captured(1)), qPrintable(cost + " is not " + time.captured(1)));
}

void WindowTest::runsFindTheirLists() {
    QString const path = folder_.filePath("own.hpf");
    QVERIFY(writeFile(folder_.filePath("own.txt"), "1 2 2 1 1 2\n"));
    QVERIFY(writeFile(path,
                      "      real A(6)\n!hpf$ processors P(2)\n!hpf$ distribute A(indirect(@own.txt)) onto P\n!hpf$ dynamic A\n"
                      "!hpf$ redistribute A(block) onto P\n"));
    window_->openFile(path);
    window_->session().finish();
    QVERIFY2(window_->session().derived(), qPrintable(window_->panel<EditorPanel>()->message()));
    window_->panel<RunPanel>()->startOrCancel();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel<RunPanel>()->isRunning(), 30000);
    QVERIFY2(window_->panel<RunPanel>()->output().contains("verified"), qPrintable(window_->panel<RunPanel>()->output()));
}

/// 1024 ranks with 16 GiB do not start at one click.
void WindowTest::runsThatAreTooLargeAreAskedAbout() {
    window_->openFile(job("fft2d.hpf"));
    QString const text = window_->session().text().replace("P(8)", "P(1024)").replace("A(64,64)", "A(32768,32768)");
    window_->session().replaceText(text);
    window_->session().finish();
    RunPanel& run = *window_->panel<RunPanel>();
    window_->showView(&RunPanel::kind);
    run.startOrCancel();
    QVERIFY(!run.isRunning());
    QVERIFY(run.question()->isVisible() && run.smaller()->isVisible());
    QTest::mouseClick(run.smaller(), Qt::LeftButton);
    QVERIFY(!run.question()->isVisible() || window_->session().isBusy());
    window_->session().finish();
    QVERIFY(!run.question()->isVisible());
    QVERIFY2(window_->session().derived() && !window_->session().error(), qPrintable(window_->session().text()));
    QVERIFY(window_->session().derived()->plan->ranks() > 1);
    QVERIFY(excessOf(demandOf(*window_->session().derived()), usualLimits()).isEmpty());
    window_->session().document()->undo();
    window_->session().finish();
    QCOMPARE(window_->session().text(), text);
    window_->session().document()->setModified(false);
}

/// Transfers of a schedule that combines messages are longer than each message.
void WindowTest::runsAreDrawnAtTheJobsMessageLength() {
    window_->openFile(job("fft2d.hpf")); // messages of 1024 bytes
    window_->session().finish();
    auto const choices = window_->bar()->choices();
    int const delta = choices->machine()->findText("delta");
    choices->machine()->setCurrentIndex(delta);
    emit choices->machine()->activated(delta);
    window_->session().finish();
    window_->showView(&CostPanel::kind);
    QString const path = folder_.filePath("trace.json");
    QVERIFY(writeFile(path, R"({"schema": "tessera.trace/1", "algorithm": "bruck", "ranks": 8, "time": 0.5,
        "transfers": [{"from": 0, "to": 1, "bytes": 65536}]})"));
    window_->panel<CostPanel>()->addTrace(path);
    settle(*window_, *window_->panel<CostPanel>());
    QStringList tips;
    for (SceneRect const& rect : window_->panel<CostPanel>()->canvas()->scene().rects)
        if (rect.tooltip.starts_with("bruck, observed")) tips << QString::fromStdString(rect.tooltip);
    QCOMPARE(tips.size(), 1);
    QVERIFY2(tips[0].contains("observed at 1 KiB"), qPrintable(tips[0]));
}

/// Its first entry is the longest.
void WindowTest::theMachineIsReadable() {
    window_->resize(1280, 720);
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QComboBox* const machine = window_->bar()->choices()->machine();
    QTRY_VERIFY(machine->isVisible());
    QStyleOptionComboBox option;
    option.initFrom(machine);
    QRect const field = machine->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, machine);
    QVERIFY2(field.width() >= machine->fontMetrics().horizontalAdvance(machine->currentText()), qPrintable(machine->currentText()));
}

void WindowTest::wrongNetworksAreMarked_data() {
    QTest::addColumn<QString>("network");
    QTest::newRow("unknown") << "mash(2,4)";
    QTest::newRow("not complete") << "mesh(2,";
    QTest::newRow("too small") << "mesh(2,2)";
}

void WindowTest::wrongNetworksAreMarked() {
    QFETCH(QString, network);
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QLineEdit* const field = window_->bar()->choices()->topology();
    QColor const usual = field->palette().color(QPalette::Base);
    QString const hint = field->toolTip();
    auto const type = [&](QString const& words) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, words);
        QTest::keyClick(field, Qt::Key_Return);
        window_->session().finish();
    };
    type(network);
    QVERIFY(window_->session().scheduleError());
    QVERIFY(field->palette().color(QPalette::Base) != usual);
    QCOMPARE(field->toolTip(), QString::fromStdString(window_->session().scheduleError()->message));
    type("mesh(2,4)");
    QVERIFY(!window_->session().scheduleError());
    QCOMPARE(field->palette().color(QPalette::Base), usual);
    QCOMPARE(field->toolTip(), hint);
}

/// Never "8.0 GiB -> 8.0 GiB".
void WindowTest::smallChangesAreAmounts() {
    RedistTotals before{};
    before.messages = 2;
    before.bytes_moved = Index{8} << 30;
    RedistTotals now = before;
    now.bytes_moved += 4096;
    QCOMPARE(changeText(before, now), QStringLiteral("bytes +4.0 KiB"));
    QCOMPARE(changeText(now, before), QStringLiteral("bytes \u22124.0 KiB"));
    now.bytes_moved = before.bytes_moved / 2;
    QCOMPARE(changeText(before, now), QStringLiteral("bytes \u221250 %"));
}

/// A ring of 4096 ranks would be 40000 pixels wide, and a PNG file of a gigabyte.
void WindowTest::hugePicturesFitAPage() {
    Scene scene;
    scene.width = 40000;
    scene.height = 20000;
    QCOMPARE(sceneImage(scene, {}).size(), QSize(4096, 2048));
    scene.width = scene.height = 300;
    QCOMPARE(sceneImage(scene, {}).size(), QSize(300, 300));
    QCOMPARE(sceneImage(scene, {500, 400}).size(), QSize(500, 400));
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::WindowTest)
#include "window_test.moc"
