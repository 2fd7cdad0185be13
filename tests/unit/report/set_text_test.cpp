// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of index sets as a person writes them.
#include "libcore/report/set_text.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class SetTextTest : public QObject {
    Q_OBJECT

  private slots:
    void sets_are_written_in_the_users_notation_data();
    void sets_are_written_in_the_users_notation();
    void long_lists_are_cut();
    void boxes_carry_the_name_of_the_array();
    void tuples_are_recognised();
};

void SetTextTest::sets_are_written_in_the_users_notation_data() {
    QTest::addColumn<qint64>("l");
    QTest::addColumn<qint64>("r");
    QTest::addColumn<qint64>("s");
    QTest::addColumn<qint64>("n");
    QTest::addColumn<std::string>("fortran");
    QTest::addColumn<std::string>("c");
    auto const row = [](char const* name, Falls const& falls, char const* fortran, char const* c) {
        QTest::newRow(name) << qint64{falls.l} << qint64{falls.r} << qint64{falls.s} << qint64{falls.n} << std::string(fortran)
                            << std::string(c);
    };
    row("one index", {4, 4, 1, 1}, "5", "4");
    row("an interval", {0, 7, 8, 1}, "1:8", "0:8");
    row("a stride", {0, 0, 4, 8}, "1:29:4", "0:29:4");
    row("two blocks", {0, 4, 10, 2}, "1:5 11:15", "0:5 10:15");
    row("many blocks", {0, 4, 10, 5}, "(1,5,10,5)", "(0,4,10,5)");
}

void SetTextTest::sets_are_written_in_the_users_notation() {
    QFETCH(qint64, l);
    QFETCH(qint64, r);
    QFETCH(qint64, s);
    QFETCH(qint64, n);
    QFETCH(std::string, fortran);
    QFETCH(std::string, c);
    auto const set = PeriodicSet::of_falls({l, r, s, n});
    QCOMPARE(set_text(set, 1, StorageOrder::Fortran), fortran);
    QCOMPARE(set_text(set, 0, StorageOrder::C), c);
}

void SetTextTest::long_lists_are_cut() {
    std::vector<Run> runs;
    for (Index i = 0; i < 20; ++i) runs.push_back({i * i * 3, i * i * 3 + 2});
    auto const set = PeriodicSet::of_runs(runs);
    QCOMPARE(set_text(set, 1, StorageOrder::Fortran, 2), "1:2 4:5 ...");
    QVERIFY(set_text(set, 1, StorageOrder::Fortran, 1000).ends_with(" 1084:1085"));
    QCOMPARE(set_text(PeriodicSet{}, 1, StorageOrder::Fortran), "none");
}

void SetTextTest::boxes_carry_the_name_of_the_array() {
    ArraySpec const fortran{
        .name = "A", .type = {}, .lower = {1, -2}, .extents = {9, 9}, .order = StorageOrder::Fortran, .shadow = {}};
    ArraySpec const c{.name = "B", .type = {}, .lower = {0, 0}, .extents = {9, 9}, .order = StorageOrder::C, .shadow = {}};
    BoxSet const box({PeriodicSet::interval({0, 3}), PeriodicSet::interval({2, 3})});
    QCOMPARE(box_text(box, fortran), "A(1:3, 0)");
    QCOMPARE(box_text(box, c), "B[0:3][2]");
    QCOMPARE(box_text(BoxSet({PeriodicSet{}, PeriodicSet::interval({0, 1})}), c), "none");
    QCOMPARE(element_text(fortran, Extents{4, 0}), "A(5,-2)");
    QCOMPARE(element_text(c, Extents{4, 0}), "B[4][0]");
    QCOMPARE(tuple_text(Extents{}), "()");
}

void SetTextTest::tuples_are_recognised() {
    QVERIFY(has_tuple("A((1,5,10,5), 1:8)"));
    QVERIFY(has_tuple("A(1:8, (1,5,10,5))"));
    QVERIFY(has_tuple("B[(0,4,10,5)][2]"));
    QVERIFY(!has_tuple("A(1:8, 1:5 11:15)"));
    QVERIFY(!has_tuple("A(1:8) and B(1:8)"));
}

TEST_CLASS(SetTextTest)
#include "set_text_test.moc"
