// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of what is seen of an array, and where.
#include "gui/canvas/ownership_canvas.hpp"
#include "gui/canvas/ownership_legend.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/gui/plans.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>

namespace tessera::gui {

class OwnershipTest : public QObject {
    Q_OBJECT
  private slots:
    void zoomKeepsWhatIsUnderThePointer();
    void panningStopsAtTheEdges();
    void ticksAreRoundNumbersOfTheUser();
    void cellsHaveTheColoursOfTheirOwners();
    void clicksFindElements();
    void rulersSayWhereThePointerIs();
    void boundariesAreTakenHoldOf();
    void whereBoundariesCrossTheMovementDecides();
    void crowdedBoundariesAreNot();
    void numbersOfProcessorsAreTakenHoldOf();
    void dragsAreReportedOnceTheyMove();
    void hugeArraysCostTheirPixels();
    void everyOwnerOfACopyIsSeen();
    void smallElementsAreNotMerged();
    void theLegendHasRanksOfEqualShares();
    void whatIsBlendedIsSaid();
    void equalBlocksHaveNumbersOrNone_data();
    void equalBlocksHaveNumbersOrNone();
};

void OwnershipTest::zoomKeepsWhatIsUnderThePointer() {
    AxisWindow window = AxisWindow::whole(1000, 500);
    double const index = window.indexAt(200);
    window.zoom(4, 200, 48);
    QVERIFY(std::abs(window.indexAt(200) - index) < 1e-9);
    QCOMPARE(window.length, 250.0);
    window.zoom(1e9, 200, 48);
    QVERIFY(std::abs(window.pixelsPerElement() - 48) < 1e-9);
    window.zoom(1e-9, 200, 48);
    QVERIFY(window == AxisWindow::whole(1000, 500));
}

void OwnershipTest::panningStopsAtTheEdges() {
    AxisWindow window = AxisWindow::whole(1000, 500);
    window.zoom(2, 0, 48);
    window.pan(100);
    QCOMPARE(window.start, 0.0);
    window.pan(-1e6);
    QCOMPARE(window.start, 500.0);
    QVERIFY((window.visible() == Run{500, 1000}));
}

void OwnershipTest::ticksAreRoundNumbersOfTheUser() {
    AxisWindow const window = AxisWindow::whole(64, 320); // five pixels an element
    QVERIFY((tickIndices(window, 1, 40) == std::vector<Index>{9, 19, 29, 39, 49, 59}));
    QVERIFY((tickIndices(AxisWindow::whole(4, 320), 0, 40) == std::vector<Index>{0, 1, 2, 3}));
    QVERIFY(tickIndices(AxisWindow::whole(0, 320), 1, 40).empty());
}

namespace {

/// A canvas of fixed size that shows the first array's source mapping.
std::unique_ptr<OwnershipCanvas> canvasOf(std::string const& text, QSize size) {
    auto canvas = std::make_unique<OwnershipCanvas>();
    canvas->resize(size);
    auto const derived = derivedFrom(text);
    canvas->setMapping(derived->plan->plans()[0].source(), std::nullopt, "from");
    canvas->fit();
    return canvas;
}

} // namespace

void OwnershipTest::cellsHaveTheColoursOfTheirOwners() {
    auto const canvas = canvasOf(transposed(8, 4), {500, 500});
    QImage const image = canvas->grab().toImage();
    for (Index row = 0; row < 8; ++row) {
        QPoint const point = canvas->pointOf({row, 5}).toPoint() + QPoint(12, 12); // beside the number
        Color const expected = rank_color(static_cast<Rank>(row / 2));
        QCOMPARE(image.pixelColor(point), QColor(expected.red, expected.green, expected.blue));
    }
}

void OwnershipTest::clicksFindElements() {
    auto const canvas = canvasOf(transposed(8, 4), {500, 500});
    std::vector<Extents> clicked;
    connect(canvas.get(), &OwnershipCanvas::clicked, this, [&](Extents const& element) { clicked.push_back(element); });
    QTest::mouseClick(canvas.get(), Qt::LeftButton, {}, canvas->pointOf({3, 6}).toPoint());
    QTest::mouseClick(canvas.get(), Qt::LeftButton, {}, QPoint(2, 2)); // beside the array
    QCOMPARE(clicked.size(), std::size_t{1});
    QVERIFY((clicked[0] == Extents{3, 6}));
}

/// In the array's own bounds, and in the picture as well.
void OwnershipTest::rulersSayWhereThePointerIs() {
    auto const canvas = canvasOf("      real A(-3:4,0:7)\n!hpf$ processors P(2)\n!hpf$ distribute A(block,*) onto P\n", {500, 500});
    QVERIFY(canvas->pointedAt().empty());
    auto const moveTo = [&](QPointF point) {
        QMouseEvent move(QEvent::MouseMove, point, canvas->mapToGlobal(point), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(canvas.get(), &move);
    };
    QImage const before = canvas->grab().toImage();
    moveTo(canvas->pointOf({1, 6}));
    QCOMPARE(canvas->pointedAt(), (QStringList{"-2", "6"}));
    QImage const pointed = canvas->grab().toImage();
    // Over the element's tick, four pixels from its edge.
    QPoint const above = (canvas->plot().topLeft() + QPointF(canvas->mappingView()->columns.pixelOf(6) + 4, -16.5)).toPoint();
    QVERIFY(before.pixelColor(above) != pointed.pixelColor(above));
    QCOMPARE(pointed.pixelColor(above), canvas->palette().color(QPalette::Highlight));
    moveTo({2, 2}); // beside the array
    QVERIFY(canvas->pointedAt().empty());
    moveTo(canvas->pointOf({1, 6}));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(canvas.get(), &leave);
    QVERIFY(canvas->pointedAt().empty());
}

void OwnershipTest::boundariesAreTakenHoldOf() {
    auto const canvas = canvasOf(transposed(64, 4), {500, 500});
    MappingView const& mappingView = *canvas->mappingView();
    for (Index const boundary : {16, 32, 48}) {
        QPointF const point(100, mappingView.rows.pixelOf(static_cast<double>(boundary)));
        QVERIFY((boundariesAt(mappingView, point + QPointF(0, 3)) == std::vector{Boundary{0, boundary}}));
        QVERIFY((boundariesAt(mappingView, point - QPointF(0, 3)) == std::vector{Boundary{0, boundary}}));
        QVERIFY(boundariesAt(mappingView, point + QPointF(0, 9)).empty());
    }
    // Dropped where the pointer is, but no block vanishes.
    auto const at = [&](double index) { return QPointF(0, mappingView.rows.pixelOf(index)); };
    QCOMPARE(dropPlace(mappingView, {0, 16}, at(20.3)), 20);
    QCOMPARE(dropPlace(mappingView, {0, 16}, at(60)), 31);
    QCOMPARE(dropPlace(mappingView, {0, 16}, at(-5)), 1);
}

void OwnershipTest::whereBoundariesCrossTheMovementDecides() {
    auto const canvas = canvasOf("real A(64,64)\n!hpf$ processors P(4,4)\n!hpf$ distribute A(block,block) onto P\n", {500, 500});
    canvas->setEditable(true);
    QSignalSpy const dragged(canvas.get(), &OwnershipCanvas::boundaryDragged);
    QPoint const crossing(canvas->pointOn({1, 16}).toPoint().x(), canvas->pointOn({0, 48}).toPoint().y());
    for (auto const& [way, expected] : {std::pair(QPoint(30, 5), Boundary{1, 16}), std::pair(QPoint(5, -30), Boundary{0, 48})}) {
        QTest::mousePress(canvas.get(), Qt::LeftButton, {}, crossing);
        QTest::mouseMove(canvas.get(), crossing + way);
        QTest::mouseMove(canvas.get(), crossing + QPoint(way.y(), way.x())); // once decided, it stays so
        QTest::keyClick(canvas.get(), Qt::Key_Escape);
        QTest::mouseRelease(canvas.get(), Qt::LeftButton, {}, crossing);
        QVERIFY(dragged.at(dragged.size() - 1)[0].value<Boundary>() == expected);
        QVERIFY(dragged.at(dragged.size() - 2)[0].value<Boundary>() == expected);
    }
}

void OwnershipTest::crowdedBoundariesAreNot() {
    std::string const text = "real A(100000)\n!hpf$ processors P(4)\n!hpf$ distribute A(cyclic) onto P\n";
    auto const canvas = canvasOf(text, {500, 300});
    for (double x = 0; x < 400; x += 7.3) QVERIFY(boundariesAt(*canvas->mappingView(), {x, 10}).empty());
    canvas->zoom(1e6, canvas->rect().center());
    QVERIFY(!boundariesAt(*canvas->mappingView(), boundaryLine(*canvas->mappingView(), {0, 50000}).center()).empty());
}

void OwnershipTest::numbersOfProcessorsAreTakenHoldOf() {
    auto const canvas = canvasOf("real A(64,64)\n!hpf$ processors P(4,2)\n!hpf$ distribute A(block,cyclic) onto P\n", {500, 500});
    QVERIFY(canvas->chips().empty()); // a picture only
    canvas->setEditable(true);
    auto const chips = canvas->chips();
    QCOMPARE(chips.size(), std::size_t{2});
    QCOMPARE(chips[0].text, QStringLiteral("\u2195 4"));
    QCOMPARE(chips[1].text, QStringLiteral("\u2194 2"));
    QVERIFY(chips[0].box.right() < chips[1].box.left());
    QVERIFY(chips[1].box.right() <= canvas->width());
    QCOMPARE(draggedCount(4, 0), 4);
    QCOMPARE(draggedCount(4, 14), 5);
    QCOMPARE(draggedCount(4, -14), 3);
    QCOMPARE(draggedCount(4, -500), 1);
    QVERIFY(draggedCount(4, 700) > 256);
    for (int pixels = -200; pixels < 200; ++pixels) QVERIFY(draggedCount(9, pixels) <= draggedCount(9, pixels + 1));
}

void OwnershipTest::dragsAreReportedOnceTheyMove() {
    auto const canvas = canvasOf(transposed(64, 4), {500, 500});
    canvas->setEditable(true);
    QSignalSpy const dragged(canvas.get(), &OwnershipCanvas::boundaryDragged);
    QSignalSpy const clicked(canvas.get(), &OwnershipCanvas::clicked);
    QSignalSpy const ended(canvas.get(), &OwnershipCanvas::dragEnded);
    QPoint const at = canvas->pointOn({0, 16}).toPoint();
    QTest::mouseClick(canvas.get(), Qt::LeftButton, {}, at);
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(ended.size(), 0);
    QTest::mousePress(canvas.get(), Qt::LeftButton, {}, at);
    QTest::mouseMove(canvas.get(), canvas->pointOn({0, 20}).toPoint());
    QVERIFY(canvas->isDragging());
    QCOMPARE(dragged.size(), 1);
    QCOMPARE(dragged[0][1].value<Index>(), 20);
    QTest::keyClick(canvas.get(), Qt::Key_Escape);
    QVERIFY(!canvas->isDragging());
    QCOMPARE(ended.size(), 1);
    QCOMPARE(ended[0][0].toBool(), false);
    QTest::mouseRelease(canvas.get(), Qt::LeftButton, {}, at);
    QCOMPARE(ended.size(), 1);
    QCOMPARE(clicked.size(), 1);
}

void OwnershipTest::hugeArraysCostTheirPixels() {
    auto const canvas = canvasOf("real A(100000,100000)\n!hpf$ processors P(32,32)\n"
                                 "!hpf$ distribute A(cyclic(7),cyclic(3)) onto P\n",
                                 {900, 900});
    QElapsedTimer timer;
    timer.start();
    constexpr int frames = 10;
    for (int frame = 0; frame < frames; ++frame) {
        canvas->zoom(1.5, {450, 450});
        canvas->grab();
    }
    // The benchmark holds the frame time; here only a cost of the array's size would be seen.
    QVERIFY2(timer.elapsed() < frames * 1000, qPrintable(QString::number(timer.elapsed())));
}

namespace {

/// The colours of a column of pixels inside the plot.
QSet<QRgb> colorsDown(OwnershipCanvas& canvas, double x) {
    QImage const image = canvas.grab().toImage();
    QSet<QRgb> colors;
    for (int y = static_cast<int>(canvas.plot().top()); y < static_cast<int>(canvas.plot().bottom()); ++y)
        colors.insert(image.pixel(static_cast<int>(x), y));
    return colors;
}

QRgb colorOf(Rank rank) {
    Color const color = rank_color(rank);
    return qRgb(color.red, color.green, color.blue);
}

} // namespace

void OwnershipTest::everyOwnerOfACopyIsSeen() {
    std::string const lanes = "real table(24)\n!hpf$ processors P(3,4)\n!hpf$ template T(3,24)\n!hpf$ align table(i) with T(*,i)\n"
                              "!hpf$ distribute T(block,block) onto P\n";
    auto const vector = canvasOf(lanes, {700, 300});
    for (Index i = 0; i < 6; ++i) // table(1:6) is held by ranks 0, 4 and 8
        QVERIFY(colorsDown(*vector, vector->pointOf({i}).x() - 9).contains(QSet<QRgb>{colorOf(0), colorOf(4), colorOf(8)}));
    std::string const stripes = "real M(8,8)\n!hpf$ processors P(2,2)\n!hpf$ template T(8,2)\n!hpf$ align M(i,*) with T(i,*)\n"
                                "!hpf$ distribute T(block,block) onto P\n";
    auto const matrix = canvasOf(stripes, {500, 500});
    for (Index j = 0; j < 8; ++j) { // rows 1 to 4 are held by ranks 0 and 1, rows 5 to 8 by 2 and 3
        auto const seen = colorsDown(*matrix, matrix->pointOf({0, j}).x() - 9);
        for (Rank rank = 0; rank < 4; ++rank) QVERIFY(seen.contains(colorOf(rank)));
    }
}

/// In half a narrow window, where the counts of eight ranks would not fit beside them.
void OwnershipTest::theLegendHasRanksOfEqualShares() {
    auto const canvas = canvasOf("real A(64,64)\n!hpf$ processors P(8)\n!hpf$ distribute A(*,block) onto P\n", {360, 300});
    QImage image(400, 54, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintOwnershipLegend(painter, rasterOf(*canvas->mappingView()), image.rect(), canvas->palette());
    painter.end();
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) seen.insert(image.pixel(x, y));
    for (Rank rank = 0; rank < 8; ++rank) QVERIFY2(seen.contains(colorOf(rank)), std::to_string(rank).c_str());
}

void OwnershipTest::smallElementsAreNotMerged() {
    auto const canvas =
        canvasOf("real A(64,64)\n!hpf$ processors P(3,2)\n!hpf$ distribute A(cyclic(5),cyclic) onto P\n", {210, 290});
    MappingView const& mappingView = *canvas->mappingView();
    QVERIFY(mappingView.columns.pixelsPerElement() >= 2 && mappingView.columns.pixelsPerElement() < 4);
    QImage const image = canvas->grab().toImage();
    for (Index row = 0; row < 64; ++row)
        for (Index column = 0; column < 64; ++column) {
            QPointF const point = canvas->pointOf({row, column});
            QRgb const expected = colorOf(mappingView.mapping.owners(Extents{row, column}).front().rank);
            QCOMPARE(image.pixel(static_cast<int>(point.x()), static_cast<int>(point.y())), expected);
        }
}

void OwnershipTest::whatIsBlendedIsSaid() {
    auto const canvas = canvasOf("real A(100000)\n!hpf$ processors P(1000)\n!hpf$ distribute A(block) onto P\n", {521, 300});
    QStringList const lines = legendLines(rasterOf(*canvas->mappingView()));
    QVERIFY2(lines[0].startsWith("1 pixel = 20") &&
                 lines[0].endsWith(" elements: the shade shows the mean place of their owners in the grid"),
             qPrintable(lines[0]));
    QCOMPARE(lines[1], "1000 ranks hold 100 elements each");
    QVERIFY(colorsDown(*canvas, canvas->plot().left() + 1) != colorsDown(*canvas, canvas->plot().right() - 2));
    auto const small = canvasOf(transposed(8, 4), {500, 500});
    QCOMPARE(legendLines(rasterOf(*small->mappingView())), QStringList("4 ranks hold 16 elements each"));
}

void OwnershipTest::equalBlocksHaveNumbersOrNone_data() {
    QTest::addColumn<int>("ranks");
    QTest::newRow("one digit") << 4;
    QTest::newRow("two digits") << 12;
}

/// In no size of the picture has one block its number and the next one none.
void OwnershipTest::equalBlocksHaveNumbersOrNone() {
    QFETCH(int, ranks);
    std::string const text =
        "real A(60,72)\n!hpf$ processors P(" + std::to_string(ranks) + ")\n!hpf$ distribute A(*,cyclic(3)) onto P\n";
    bool anyNumbered = false;
    bool anyBare = false;
    for (int width = 200; width < 900; width += 13) {
        auto const canvas = canvasOf(text, {width, 500});
        QImage const image = canvas->grab().toImage();
        int numbered = 0;
        constexpr int blocks = 24;
        for (Index block = 0; block < blocks; ++block) {
            auto const rank = static_cast<Rank>(block % ranks);
            Color const color = rank_color(rank);
            QPoint const middle = canvas->pointOf({30, 3 * block + 1}).toPoint();
            bool ink = false;
            for (int y = middle.y() - 8; y <= middle.y() + 8; ++y)
                for (int x = middle.x() - 2; x <= middle.x() + 2; ++x)
                    ink = ink || image.pixelColor(x, y) != QColor(color.red, color.green, color.blue);
            numbered += ink ? 1 : 0;
        }
        QVERIFY2(numbered == 0 || numbered == blocks, qPrintable(QStringLiteral("%1 at width %2").arg(numbered).arg(width)));
        anyNumbered = anyNumbered || numbered == blocks;
        anyBare = anyBare || numbered == 0;
    }
    QVERIFY(anyNumbered && anyBare);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::OwnershipTest)
#include "ownership_test.moc"
