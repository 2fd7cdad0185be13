// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that are moved, dragged and played: what stays where it is.
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_box.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/windows/compact_style.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/gui/plans.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <set>

namespace tessera::gui {

class CanvasTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void framesKeepTheirScale();
    void movementsAreGoneBack();
    void keysGoBackToWhatWasSeen();
    void playingMovesNoPicture();
    void cellsAreDragged();
    void anArrayIsMovedOnItsTemplate();
    void anArrayIsStretchedOnItsTemplate();
    void theCopyThatIsSentStandsOut();
    void whatAnEditMovedIsDashed();
    void lostMessagesAreFramed();
    void theCrossHairIsOneCellWide();
    void longLegendsTakeTheRoomThereIs();
    void networksAreOfferedForTheRanks();

  private:
    void open(QString const& text);
    void wait();
    /// Of the picture of the template: the middle of a cell.
    [[nodiscard]] QPoint cell(Index row, Index column);
    void drag(QPoint from, QPoint to);
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

namespace {

Scene sceneOf(double width, double height) {
    return {.width = width,
            .height = height,
            .title = "a picture",
            .rects = {{0, 0, width, height, white, {}, {}}},
            .lines = {},
            .texts = {}};
}

QString const aligned = QStringLiteral("      real A(10)\n!hpf$ processors P(4)\n!hpf$ template T(40)\n"
                                       "!hpf$ align A(i) with T(2*i+3)\n!hpf$ distribute T(block) onto P\n");

QColor colorOf(Color color) {
    return {color.red, color.green, color.blue};
}

} // namespace

void CanvasTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->resize(1400, 900);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void CanvasTest::open(QString const& text) {
    window_->startPage()->hide();
    emit window_->startPage()->newWanted();
    window_->session().setText(text);
    window_->session().document()->setModified(false);
    wait();
}

void CanvasTest::wait() {
    window_->session().finish();
    QTRY_VERIFY(!window_->isDrawing());
    QCoreApplication::processEvents();
}

void CanvasTest::framesKeepTheirScale() {
    SceneCanvas canvas;
    canvas.resize(400, 300);
    canvas.setSteady(100);
    canvas.setScene(sceneOf(400, 300)); // as if it were 400 high
    double const scale = canvas.scale();
    QCOMPARE(scale, 0.75);
    canvas.setSteady(0);
    canvas.setScene(sceneOf(400, 400));
    QCOMPARE(canvas.scale(), scale);
    canvas.setScene(sceneOf(400, 350));
    QCOMPARE(canvas.scale(), scale);
    canvas.setScene(sceneOf(400, 420)); // has no room
    QVERIFY(canvas.scale() < scale);
    canvas.setScene(sceneOf(400, 200)); // would leave half the room empty
    QCOMPARE(canvas.scale(), 1.0);
    canvas.setScene(sceneOf(400, 180)); // stays where it was
    QCOMPARE(canvas.toWidget({0, 0}), QPointF(0, 50));
}

/// A movement of many events is gone back at once.
void CanvasTest::movementsAreGoneBack() {
    ZoomHistory<int> history;
    QVERIFY(!history.back(0));
    history.leave(0, 1000);
    history.leave(1, 1100); // goes on
    history.leave(2, 1500);
    history.leave(3, 3000);
    QCOMPARE(history.back(4), std::optional(3));
    QCOMPARE(history.back(3), std::optional(0));
    QVERIFY(!history.back(0));
    QCOMPARE(history.forward(0), std::optional(3));
    history.leave(3, 3100); // another way from here
    QVERIFY(!history.forward(5));
    QCOMPARE(history.back(5), std::optional(3));
}

void CanvasTest::keysGoBackToWhatWasSeen() {
    open(QString::fromStdString(transposed(64, 8)));
    SceneCanvas* const scenes = window_->panel<MessagesPanel>()->canvas();
    OwnershipCanvas* const owners = window_->panel<OwnershipPanel>()->source();
    double const scale = scenes->scale();
    scenes->zoom(2, {100, 100});
    double const closer = scenes->scale();
    QTest::keyClick(scenes, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(scenes->scale(), scale);
    QTest::keyClick(scenes, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(scenes->scale(), closer);
    AxisWindow const all = owners->mappingView()->columns;
    owners->zoom(4, owners->plot().center());
    AxisWindow const part = owners->mappingView()->columns;
    QVERIFY(part != all);
    QTest::mouseClick(owners, Qt::BackButton, {}, QPoint(60, 100));
    QCOMPARE(owners->mappingView()->columns.length, all.length);
    QTest::mouseClick(owners, Qt::ForwardButton, {}, QPoint(60, 100));
    QCOMPARE(owners->mappingView()->columns.length, part.length);
}

/// The network does not become smaller when its messages begin to move.
void CanvasTest::playingMovesNoPicture() {
    open(QString::fromStdString(transposed(64, 8)));
    for (char const* network : {"", "mesh(2,4)", "bus(8)", "torus(2,4)"}) {
        ScheduleChoice choice;
        choice.site.topology = network;
        window_->session().setChoice(choice);
        window_->showView(&NetworkPanel::kind);
        window_->resize(1024, 768);
        wait();
        SceneCanvas* const canvas = window_->panel<NetworkPanel>()->canvas();
        auto const vertex = [&] {
            for (SceneRect const& rect : canvas->scene().rects)
                if (std::holds_alternative<VertexTag>(rect.tag)) return canvas->toWidget({rect.x, rect.y});
            return QPointF();
        };
        double const scale = canvas->scale();
        QPointF const before = vertex();
        window_->session().goTo(0, 40);
        wait();
        QVERIFY2(canvas->scene().title.find("step 1") != std::string::npos && canvas->scale() == scale, network);
        QVERIFY2(QLineF(before, vertex()).length() < 1, network);
    }
}

void CanvasTest::cellsAreDragged() {
    Scene scene = sceneOf(300, 300);
    for (int i = 0; i < 3; ++i) scene.rects.push_back({i * 100.0, 0, 100, 300, black, CellsTag{i, 0, {0, 1}, {0, 1}}, {}});
    SceneCanvas canvas;
    canvas.resize(300, 300);
    canvas.setScene(scene);
    canvas.setGrips([](SceneTag const& tag) { return tag == SceneTag(CellsTag{0, 0, {0, 1}, {0, 1}}); });
    std::vector<Index> over;
    connect(&canvas, &SceneCanvas::dragged, this, [&](SceneTag const& from, SceneTag const& to) {
        QCOMPARE(std::get<CellsTag>(from).panel, Index(0));
        over.push_back(std::get<CellsTag>(to).panel);
    });
    QSignalSpy const clicks(&canvas, &SceneCanvas::clicked);
    QSignalSpy const ends(&canvas, &SceneCanvas::dragEnded);
    auto const move = [&](QPoint to) {
        QMouseEvent event(QEvent::MouseMove, QPointF(to), canvas.mapToGlobal(QPointF(to)), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&canvas, &event);
    };
    QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(50, 50));
    move({60, 50});
    move({150, 50});
    move({160, 50});
    move({250, 50});
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, QPoint(250, 50));
    QCOMPARE(over, (std::vector<Index>{1, 2}));
    QCOMPARE(ends.size(), 1);
    QCOMPARE(clicks.size(), 0);
    QCOMPARE(canvas.toWidget({0, 0}), QPointF(0, 0)); // the picture stays
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, QPoint(50, 50));
    QCOMPARE(clicks.size(), 1);
    QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(50, 50));
    move({150, 50});
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QCOMPARE(ends.size(), 2);
    QCOMPARE(ends[1][0].toBool(), false);
}

QPoint CanvasTest::cell(Index row, Index column) {
    SceneCanvas* const canvas = window_->panel<InsightPanel>()->canvas();
    for (SceneRect const& rect : canvas->scene().rects)
        if (auto const* const cell = std::get_if<CellsTag>(&rect.tag);
            cell && cell->rows.begin == row && cell->columns.begin == column)
            return canvas->toWidget({rect.x + rect.width / 2, rect.y + rect.height / 2}).toPoint();
    return {};
}

void CanvasTest::drag(QPoint from, QPoint to) {
    SceneCanvas* const canvas = window_->panel<InsightPanel>()->canvas();
    QTest::mousePress(canvas, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i) {
        QPointF const at = QPointF(from) + QPointF(to - from) * i / 4;
        QMouseEvent event(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(canvas, &event);
        wait();
    }
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, to);
    wait();
}

/// Its first element, A(1) on T(5), is taken to T(11): all follow. One step of undo takes it back.
void CanvasTest::anArrayIsMovedOnItsTemplate() {
    open(aligned);
    window_->session().change([](Selection& selection) { selection.insight = Insight::Template; });
    window_->showView(&InsightPanel::kind);
    wait();
    QVERIFY2(window_->panel<InsightPanel>()->canvas()->scene().title.find("on template T(40)") != std::string::npos,
             window_->panel<InsightPanel>()->canvas()->scene().title.c_str());
    drag(cell(0, 4), cell(0, 10));
    QVERIFY2(window_->session().text().contains("with T(2*i+9)"), qPrintable(window_->session().text()));
    window_->session().document()->undo();
    wait();
    QCOMPARE(window_->session().text(), aligned);
    drag(cell(0, 5), cell(0, 9)); // no element lies there: the picture is moved instead
    QCOMPARE(window_->session().text(), aligned);
    window_->session().document()->setModified(false);
}

/// A(4) from T(11) to T(14): the first stays on T(5), so that every step is 3. What has no room on the template is not done.
void CanvasTest::anArrayIsStretchedOnItsTemplate() {
    open(aligned);
    window_->session().change([](Selection& selection) { selection.insight = Insight::Template; });
    window_->showView(&InsightPanel::kind);
    wait();
    drag(cell(0, 10), cell(0, 13));
    QVERIFY2(window_->session().text().contains("with T(3*i+2)"), qPrintable(window_->session().text()));
    // What there was before is what there was before the drag, not on its way.
    QVERIFY(window_->session().before());
    QCOMPARE(window_->session().before()->job.arrays[0].states[0].align[0].stride, Index(2));
    drag(cell(0, 7), cell(0, 15)); // A(2) to T(16): A(10) would lie on T(104)
    QVERIFY2(window_->session().text().contains("with T(3*i+2)"), qPrintable(window_->session().text()));
    QVERIFY(!window_->session().error());
    window_->session().document()->setModified(false);
}

/// Three ranks hold each element, one sends it: its lane stands out, the others fade.
void CanvasTest::theCopyThatIsSentStandsOut() {
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/replicated.hpf");
    wait();
    window_->session().change([](Selection& selection) { selection.message = Selection::Pair{0, 11}; });
    wait();
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    QImage const image = source->grab().toImage();
    QRectF const plot = source->plot();
    auto const inLane = [&](int lane) {
        return image.pixelColor(QPointF(plot.left() + 4, plot.top() + plot.height() * (lane + 0.5) / 3 + 8).toPoint());
    };
    QCOMPARE(inLane(0), colorOf(rank_color(0)));
    for (int const lane : {1, 2}) {
        QVERIFY2(inLane(lane) != colorOf(rank_color(0)), "painted as if the sender had it");
        QVERIFY2(inLane(lane) != colorOf(rank_color(4 * lane)), "not faded");
    }
}

void CanvasTest::whatAnEditMovedIsDashed() {
    open("      real A(40,40)\n!hpf$ processors P(2)\n!hpf$ distribute A(block,*) onto P\n");
    OwnershipCanvas* const canvas = window_->panel<OwnershipPanel>()->source();
    auto const darkPixels = [&](Index row) { // along the boundary before a row
        QImage const image = canvas->grab().toImage();
        QRectF const plot = canvas->plot();
        int const y = static_cast<int>(plot.top() + plot.height() * static_cast<double>(row) / 40);
        int dark = 0;
        for (int x = static_cast<int>(plot.left()) + 30; x < plot.right() - 30; ++x)
            if (image.pixelColor(x, y) == QColor(Qt::black) || image.pixelColor(x, y - 1) == QColor(Qt::black)) ++dark;
        return dark;
    };
    QCOMPARE(darkPixels(20), 0);
    window_->session().replaceText("      real A(40,40)\n!hpf$ processors P(2)\n!hpf$ distribute A(gen_block(10,30),*) onto P\n");
    wait();
    QVERIFY(darkPixels(20) > 20);
    QCOMPARE(darkPixels(30), 0);
    QVERIFY(window_->findChild<QAction*>("forget")); // Esc
    window_->findChild<QAction*>("forget")->trigger();
    wait();
    QCOMPARE(darkPixels(20), 0);
    window_->session().document()->setModified(false);
}

/// From (block,*) to (*,block) all eight ranks talk to all others; to (cyclic,*) as well; to what there was, nobody does.
void CanvasTest::lostMessagesAreFramed() {
    open(QString::fromStdString(transposed(64, 8)));
    auto const frames = [&] {
        auto const& lines = window_->panel<MessagesPanel>()->canvas()->scene().lines;
        return std::ranges::count_if(lines, [](SceneLine const& line) { return line.width == 1.2; });
    };
    QCOMPARE(frames(), 0);
    window_->session().replaceText(QString::fromStdString(transposed(64, 8)).replace("(*,block)", "(block,*)"));
    wait();
    QCOMPARE(frames(), 4 * 56);
    window_->session().document()->setModified(false);
}

/// Where nobody sends, neighbouring cells are one rectangle; the pointer still is in one row and one column.
void CanvasTest::theCrossHairIsOneCellWide() {
    Scene scene = sceneOf(100, 20);
    scene.rects.push_back({0, 0, 10, 10, black, MessagesTag{{0, 1}, {0, 1}}, {}});
    scene.rects.push_back({10, 0, 90, 10, white, MessagesTag{{0, 1}, {1, 10}}, {}});
    scene.rects.push_back({0, 10, 100, 10, white, MessagesTag{{1, 2}, {0, 10}}, {}});
    SceneCanvas canvas;
    canvas.resize(100, 20);
    canvas.setScene(scene);
    canvas.setCrossing<MessagesTag>();
    QPointF const at = canvas.toWidget({45, 5});
    QMouseEvent event(QEvent::MouseMove, at, canvas.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(&canvas, &event);
    QCOMPARE(canvas.pointedAt(), std::optional(QRectF(40, 0, 10, 10)));
}

/// Below a picture that is limited by its width there is room: no rank and no word is left out.
void CanvasTest::longLegendsTakeTheRoomThereIs() {
    OwnershipCanvas canvas;
    canvas.resize(230, 600);
    auto const derived = derivedFrom(
        "real A(40,40)\n!hpf$ processors P(16)\n!hpf$ distribute A(gen_block(1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4),*) onto P\n");
    canvas.setMapping(derived->plan->plans()[0].source(), std::nullopt, "from");
    canvas.fit();
    QImage const image = canvas.grab().toImage();
    for (Rank rank = 0; rank < 16; ++rank) {
        bool found = false;
        for (int y = static_cast<int>(canvas.plot().bottom()) + 8; y < image.height() && !found; ++y)
            for (int x = 0; x < image.width() && !found; ++x) found = image.pixelColor(x, y) == colorOf(rank_color(rank));
        QVERIFY2(found, qPrintable(QString::number(rank)));
    }
}

void CanvasTest::networksAreOfferedForTheRanks() {
    for (int const ranks : {1, 2, 7, 12, 64, 1024})
        for (QString const& name : networksFor(ranks)) {
            if (name.isEmpty()) continue;
            auto const made = make_topology(name.toStdString());
            QVERIFY2(made && (*made)->nodes() >= ranks, qPrintable(name));
        }
    QVERIFY(networksFor(12).contains("mesh(3,4)"));
    open(QString::fromStdString(transposed(64, 8)));
    NetworkBox* const box = window_->bar()->choices()->networks();
    int const torus = box->findText("torus(2,4)");
    QVERIFY(torus >= 0);
    QVERIFY(!box->itemIcon(torus).isNull());
    QVERIFY(!box->itemData(torus, Qt::ToolTipRole).toString().isEmpty());
    box->setCurrentIndex(torus);
    emit box->activated(torus);
    wait();
    QCOMPARE(window_->session().choice().site.topology, std::string("torus(2,4)"));
    QVERIFY(box->height() <= window_->bar()->choices()->algorithm()->height() + 2); // drawings are in the list alone
    // Every drawing shows something, and no two the same.
    std::set<QByteArray> drawings;
    for (int i = 0; i < box->count(); ++i) {
        QImage const image = box->itemIcon(i).pixmap(64, 48).toImage();
        drawings.insert(QByteArray(reinterpret_cast<char const*>(image.constBits()), image.sizeInBytes()));
    }
    QCOMPARE(static_cast<int>(drawings.size()), box->count());
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::CanvasTest)
#include "canvas_test.moc"
