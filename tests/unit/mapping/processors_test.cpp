// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrangements of processors, their numbering, sections and ranks.
#include "libcore/mapping/processors.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/mapping/specs.hpp"

#include <limits>
#include <map>

using namespace tessera;

class ProcessorsTest : public QObject {
    Q_OBJECT

  private slots:
    void rowMajor();
    void columnMajor();
    void ranksInAnyOrder();
    void sections();
    void scalarSubscript();
    void oneProcessor();
    void aBillionProcessorsCostNothing();
    void errors_data();
    void errors();
};

namespace {

ProcessorGrid make(Processors const& processors, std::vector<OntoSubscript> const& onto = {}) {
    auto const grid = ProcessorGrid::make(processors, onto);
    if (!grid) qFatal("%s", grid.error().message.c_str());
    return *grid;
}

using Ranks = std::vector<Rank>;

Ranks ranks(ProcessorGrid const& grid) {
    Ranks result;
    for (Index position = 0; position < grid.size(); ++position) result.push_back(grid.rank(position));
    return result;
}

} // namespace

void ProcessorsTest::rowMajor() {
    // PITFALLS Fig. 17: processor 1 of the 4x2 grid is the second of the first row.
    auto const grid = make(specs::processors({4, 2}));
    QCOMPARE(grid.dims(), 2);
    QCOMPARE(grid.size(), 8);
    QVERIFY((grid.coordinates(1) == Extents{0, 1}));
    QVERIFY((grid.coordinates(6) == Extents{3, 0}));
    QCOMPARE(grid.position_at(Extents{3, 0}), 6);
    QCOMPARE(grid.rank(6), 6);
    QCOMPARE(grid.max_rank(), 7);
    QVERIFY(grid.position(7) == std::optional<Index>(7) && !grid.position(8) && !grid.position(-1));
}

void ProcessorsTest::columnMajor() {
    auto processors = specs::processors({4, 2});
    processors.order = GridOrder::ColumnMajor;
    auto const grid = make(processors);
    QCOMPARE(ranks(grid), (Ranks{0, 4, 1, 5, 2, 6, 3, 7})); // positions stay row-major
    QCOMPARE(grid.position(4).value(), 1);
    QVERIFY((grid.coordinates(1) == Extents{0, 1}));
}

void ProcessorsTest::ranksInAnyOrder() {
    auto processors = specs::processors({2, 2});
    processors.ranks = {9, 3, 12, 0};
    QCOMPARE(ranks(make(processors)), (Ranks{9, 3, 12, 0}));
    QCOMPARE(make(processors).max_rank(), 12);
    QCOMPARE(make(processors).position(12).value(), 2);
    QVERIFY(!make(processors).position(1));
    processors.order = GridOrder::ColumnMajor; // P(1,1) 9, P(2,1) 3, P(1,2) 12, P(2,2) 0
    QCOMPARE(ranks(make(processors)), (Ranks{9, 12, 3, 0}));
}

void ProcessorsTest::sections() {
    auto processors = specs::processors({10});
    QCOMPARE(ranks(make(processors, {{2, 5, 1}})), (Ranks{1, 2, 3, 4}));
    QCOMPARE(ranks(make(processors, {{9, 1, -3}})), (Ranks{8, 5, 2}));
    QCOMPARE(ranks(make(processors, {{1, 10, 4}})), (Ranks{0, 4, 8}));
    QCOMPARE(ranks(make(processors, {{4, 4, std::numeric_limits<Index>::min()}})), (Ranks{3}));
    processors.lower = {-4};
    processors.ranks = {20, 21, 22, 23, 24, 25, 26, 27, 28, 29};
    auto const grid = make(processors, {{5, -4, -3}});
    QCOMPARE(ranks(grid), (Ranks{29, 26, 23, 20}));
    QCOMPARE(grid.max_rank(), 29);
    QVERIFY(!grid.position(28));
}

void ProcessorsTest::scalarSubscript() {
    auto const processors = specs::processors({3, 4, 2});
    auto const grid = make(processors, {{1, 3, 2}, {2, 0, 1, true}, {2, 1, -1}});
    QVERIFY((grid.extents() == Extents{2, 2}));
    QCOMPARE(ranks(grid), (Ranks{3, 2, 19, 18}));
    auto const one = make(processors, {{3, 0, 1, true}, {4, 0, 1, true}, {1, 0, 1, true}});
    QCOMPARE(one.dims(), 0);
    QCOMPARE(ranks(one), (Ranks{22}));
}

void ProcessorsTest::oneProcessor() {
    auto const grid = make(specs::processors({}));
    QCOMPARE(grid.dims(), 0);
    QCOMPARE(ranks(grid), (Ranks{0}));
    QCOMPARE(grid.position_at({}), 0);
    QVERIFY(grid.coordinates(0).empty());
}

void ProcessorsTest::aBillionProcessorsCostNothing() {
    auto const grid = make(specs::processors({1000, 1000, 1000}));
    QCOMPARE(grid.rank(999'999'999), 999'999'999);
    QCOMPARE(grid.position(123'456'789).value(), 123'456'789);
    QVERIFY((grid.coordinates(123'456'789) == Extents{123, 456, 789}));
}

struct BadProcessors {
    Processors processors;
    std::vector<OntoSubscript> onto;
    ErrorSubject subject;
};
Q_DECLARE_METATYPE(BadProcessors)

void ProcessorsTest::errors_data() {
    QTest::addColumn<BadProcessors>("bad");
    QTest::addColumn<QString>("message");
    auto const add = [](char const* message, Processors processors, std::vector<OntoSubscript> onto, ErrorSubject subject) {
        QTest::newRow(message) << BadProcessors{std::move(processors), std::move(onto), subject} << message;
    };
    auto const ranked = [](std::vector<Rank> list) {
        auto processors = specs::processors({2, 2});
        processors.ranks = std::move(list);
        return processors;
    };
    auto const p44 = specs::processors({4, 4});
    add("dimension 2 of processors P has extent 0; it must be 1 or more", specs::processors({4, 0}), {},
        {ErrorSubject::Part::Processors, 1});
    add("processors P has more than 2147483647 processors", specs::processors({65536, 65536}), {},
        {ErrorSubject::Part::Processors, 1});
    add("processors P has 16 dimensions; at most 15 are possible", specs::processors(Extents(16, 1)), {},
        {ErrorSubject::Part::Processors, 15});
    add("the number of ranks is 3, but P has 4 processors; give one rank per processor", ranked({0, 1, 2}), {},
        {ErrorSubject::Part::Processors, 0});
    add("rank 7 is given twice in the ranks of P; each processor needs its own", ranked({7, 1, 2, 7}), {},
        {ErrorSubject::Part::Processors, 0});
    add("rank -3 of P is negative", ranked({0, 1, -3, 2}), {}, {ErrorSubject::Part::Processors, 0});
    add("onto: 0 lies outside 1:4, the bounds of dimension 1 of P", p44, {{0, 3, 1}, {1, 4, 1}}, {ErrorSubject::Part::Onto, 0});
    add("onto: 5 lies outside 1:4, the bounds of dimension 2 of P", p44, {{1, 3, 1}, {1, 5, 1}}, {ErrorSubject::Part::Onto, 1});
    add("onto: 9 lies outside 1:4, the bounds of dimension 2 of P", p44, {{1, 3, 1}, {9, 0, 1, true}},
        {ErrorSubject::Part::Onto, 1});
    add("onto: the stride is 0; it must be positive or negative", p44, {{1, 3, 0}, {1, 4, 1}}, {ErrorSubject::Part::Onto, 0});
    add("onto: 3:2:1 selects no processor of P", p44, {{3, 2, 1}, {1, 4, 1}}, {ErrorSubject::Part::Onto, 0});
    add("onto: the number of subscripts is 1, but processors P has 2 dimensions; give one subscript per dimension", p44,
        {{1, 4, 1}}, {ErrorSubject::Part::Onto, 0});
}

void ProcessorsTest::errors() {
    QFETCH(BadProcessors, bad);
    QFETCH(QString, message);
    auto const grid = ProcessorGrid::make(bad.processors, bad.onto);
    QVERIFY(!grid);
    QCOMPARE(QString::fromStdString(grid.error().message), message);
    QVERIFY(grid.error().subject && grid.error().subject->part == bad.subject.part &&
            grid.error().subject->axis == bad.subject.axis);
}

TEST_CLASS(ProcessorsTest)
#include "processors_test.moc"
