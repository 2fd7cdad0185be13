// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of scenes as SVG, and of what lies under a point.
#include "libcore/scene/svg.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QXmlStreamReader>

using namespace tessera;

class SvgTest : public QObject {
    Q_OBJECT

  private slots:
    void every_shape_is_written();
    void text_is_escaped();
    void hits_find_the_topmost_tag();

  private:
    static Scene sample() {
        Scene scene{.width = 100, .height = 50.5, .background = white, .title = "a & b", .rects = {}, .lines = {}, .texts = {}};
        scene.rects.push_back({0, 0, 10, 10, {1, 2, 3}, CellsTag{0, 7, {0, 1}, {0, 1}}, "rank <7>"});
        scene.rects.push_back({5, 5, 10, 10, white, CellsTag{0, 8, {0, 1}, {0, 1}}, {}});
        scene.rects.push_back({5, 5, 10, 10, white, {}, {}});
        scene.lines.push_back({0, 0, 1.0 / 3, 10, black, 1, 0.5});
        scene.texts.push_back({5, 10, "x", 10, SceneText::Anchor::Middle, black, true});
        return scene;
    }
};

void SvgTest::every_shape_is_written() {
    std::string const svg = to_svg(sample());
    QVERIFY(svg.find(R"(width="100" height="50.5" viewBox="0 0 100 50.5")") != std::string::npos);
    QVERIFY(svg.find(R"(<rect x="0" y="0" width="10" height="10" fill="#010203"><title>rank &lt;7&gt;</title></rect>)") !=
            std::string::npos);
    QVERIFY(svg.find(R"(<line x1="0" y1="0" x2="0.33" y2="10" stroke="#000000" stroke-width="1" stroke-opacity="0.5"/>)") !=
            std::string::npos);
    QVERIFY(svg.find(R"(<text x="5" y="13.5" font-size="10" text-anchor="middle" fill="#000000" font-weight="bold">x</text>)") !=
            std::string::npos);
}

void SvgTest::text_is_escaped() {
    std::string const svg = to_svg(sample());
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    QStringList titles;
    while (!reader.atEnd())
        if (reader.readNextStartElement() && reader.name() == QLatin1String("title")) titles << reader.readElementText();
    QVERIFY2(!reader.hasError() || reader.error() == QXmlStreamReader::PrematureEndOfDocumentError,
             qPrintable(reader.errorString()));
    QCOMPARE(titles.value(0), QString("a & b"));
}

void SvgTest::hits_find_the_topmost_tag() {
    Scene const scene = sample();
    QCOMPARE(std::get<CellsTag>(scene.hit(2, 2)->tag).rank, Index{7});
    QCOMPARE(std::get<CellsTag>(scene.hit(7, 7)->tag).rank, Index{8}); // the rectangle above it has no tag
    QVERIFY(scene.hit(40, 40) == nullptr);
    QVERIFY(scene.hit(15, 7) == nullptr); // half-open
}

TEST_CLASS(SvgTest)
#include "svg_test.moc"
