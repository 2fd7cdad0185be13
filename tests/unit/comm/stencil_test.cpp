// SPDX-License-Identifier: BSD-3-Clause
// Tessera: stencils by name, from offsets and over several steps.
#include "libcore/comm/halo/stencil.hpp"
#include "tests/suite/qt_suite.hpp"

#include <array>
#include <stop_token>

using namespace tessera;

class StencilTest : public QObject {
    Q_OBJECT

  private slots:
    void names();
    void namesThatMeanNothing();
    void asymmetricWidths();
    void offsetsFromText();
    void offsetsThatAreWrong();
    void severalSteps();
};

namespace {

Index points_of(std::string_view name, int dims) {
    return Stencil::named(name, dims).value().points();
}

} // namespace

void StencilTest::names() {
    QCOMPARE(points_of("3", 1), 2);
    QCOMPARE(points_of("5", 2), 4);
    QCOMPARE(points_of("9", 2), 8);
    QCOMPARE(points_of("7", 3), 6);
    QCOMPARE(points_of("27", 3), 26);
    QCOMPARE(points_of("star:2", 4), 16);
    QCOMPARE(points_of("box:2", 2), 24);
}

void StencilTest::namesThatMeanNothing() {
    for (char const* name : {"", "6", "star", "star:", "star:0", "star:x", "ring:1", "star:99999999999999999999"})
        QVERIFY2(!Stencil::named(name, 2), name);
    QVERIFY(Stencil::named("5", 3).error().message.find("2 dimensions") != std::string::npos);
}

void StencilTest::asymmetricWidths() {
    std::vector<ShadowWidth> const widths{{0, 2}, {1, 0}};
    QCOMPARE(Stencil::star(widths).points(), 3);
    QCOMPARE(Stencil::box(widths).points(), 5);
    QVERIFY(std::ranges::equal(Stencil::box(widths).widths(), widths));
}

void StencilTest::offsetsFromText() {
    auto const knights = Stencil::parse("1 2\n-1, 2 # up\n\n# nothing\n2 -1\n+2 1\n", 2, "knight.txt").value();
    QCOMPARE(knights.points(), 4);
    QVERIFY((knights.widths()[0] == ShadowWidth{1, 2}));
    QVERIFY((knights.widths()[1] == ShadowWidth{1, 2}));
}

void StencilTest::offsetsThatAreWrong() {
    auto const error_of = [](std::string_view text) { return to_string(Stencil::parse(text, 2, "s.txt").error()); };
    QVERIFY(error_of("0 1\n1\n").starts_with("s.txt:2:1: an offset has one number per dimension: expected 2, found 1"));
    QVERIFY(error_of("0 1\n1 x\n").starts_with("s.txt:2:3: 'x' is not a whole number"));
    QVERIFY(error_of("# none\n").starts_with("s.txt holds no offset"));
    QVERIFY(!Stencil::parse("9999999999 0", 2, "far"));
}

void StencilTest::severalSteps() {
    // A star read twice reaches a diamond: 12 neighbours at distance 1 or 2; three times: 24.
    auto const star = Stencil::named("5", 2).value();
    QCOMPARE(star.widened(1).value().points(), 4);
    QCOMPARE(star.widened(2).value().points(), 12);
    QCOMPARE(star.widened(3).value().points(), 24);
    QCOMPARE(Stencil::named("9", 2).value().widened(3).value().points(), 48);
    QVERIFY(!star.widened(Stencil::max_width + 1));
    // One step more; a box of any number of steps is known at once.
    QCOMPARE(star.widened(2).value().followed_by(star).value().points(), 24);
    QCOMPARE(Stencil::named("9", 2).value().widened(Index{1} << 30).value().boxes()[0][1].end, (Index{1} << 30) + 1);
    QVERIFY(!Stencil::named("9", 2).value().widened(Stencil::max_width).value().followed_by(star));
    std::array<Extents, 1> const right{Extents{0, 1}};
    QCOMPARE(Stencil::of_offsets(right, 2).value().widened(5).value().points(), 5);
    // Many steps take long, and can be stopped.
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(is_stopped(star.widened(Index{1} << 30, Watch(stop.get_token())).error()));
}

TEST_CLASS(StencilTest)
#include "stencil_test.moc"
