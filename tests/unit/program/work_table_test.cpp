// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the work of phases, element by element and in sums.
#include "libcore/program/work_table.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <cmath>
#include <random>

using namespace tessera;
using testing::PricedProgram;

namespace {

std::vector<double> loads_of(std::string const& array, std::string const& distribute, std::string const& phase) {
    PhasedProgram const program =
        PricedProgram::made("      real " + array + "\n!hpf$ distribute " + distribute + "\n!dist$ phase p: " + phase + "\n");
    auto const table = WorkTable::make(program.phases()[0].statement, program.arrays()[0].array);
    return table.value().loads(program.own_mapping(0, 0));
}

std::string onto(int ranks, std::string const& distribute) {
    return "A(*," + distribute + ") onto P\n!hpf$ processors P(" + std::to_string(ranks) + ")";
}

} // namespace

class WorkTableTest : public QObject {
    Q_OBJECT
  private slots:
    void lu_by_columns_data();
    void lu_by_columns();
    void agrees_with_a_walk_over_all_elements();
    void large_tables_are_sampled();
    void samples_see_both_colours();
    void what_repeats_is_counted_data();
    void what_repeats_is_counted();
    void work_must_be_a_number();
};

/// layout-advice.md, A5: updates of the columns of an 8 x 8 matrix.
void WorkTableTest::lu_by_columns_data() {
    using Loads = QList<double>;
    QTest::addColumn<QString>("distribute");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<Loads>("loads");
    QTest::newRow("block on 2") << "block" << 2 << Loads{38, 102};
    QTest::newRow("cyclic on 2") << "cyclic" << 2 << Loads{62, 78};
    QTest::newRow("cyclic(2) on 2") << "cyclic(2)" << 2 << Loads{54, 86};
    QTest::newRow("block on 4") << "block" << 4 << Loads{7, 31, 47, 55};
    QTest::newRow("cyclic on 4") << "cyclic" << 4 << Loads{22, 32, 40, 46};
}

void WorkTableTest::lu_by_columns() {
    QFETCH(QString, distribute);
    QFETCH(int, ranks);
    QFETCH(QList<double>, loads);
    auto const found = loads_of("A(8,8)", onto(ranks, distribute.toStdString()), "on A(i,j) work min(i,j)-1");
    QCOMPARE(QList<double>(found.begin(), found.end()), loads);
}

void WorkTableTest::agrees_with_a_walk_over_all_elements() {
    std::mt19937 random(15);
    char const* const formats[]{"block", "cyclic", "cyclic(2)", "*"};
    char const* const phases[]{"work 1", "work i+2*j*k where j <= i", "work k where k >= 2", "work mod(i*j,5)"};
    for (int round = 0; round < 300; ++round) {
        auto const pick = [&](auto const& list) { return list[random() % 4]; };
        std::string const all[]{pick(formats), pick(formats), pick(formats)};
        std::string grid;
        for (std::string const& each : all)
            if (each != "*") grid += (grid.empty() ? "" : ",") + std::to_string(1 + random() % 3);
        if (grid.empty()) continue;
        PhasedProgram const program =
            PricedProgram::made("      real A(0:" + std::to_string(random() % 6) + "," + std::to_string(1 + random() % 6) +
                                ",4)\n!hpf$ processors P(" + grid + ")\n!hpf$ distribute A(" + all[0] + "," + all[1] + "," +
                                all[2] + ") onto P\n!dist$ phase p: on A(i,j,k) " + pick(phases) + "\n");
        PhaseStatement const& phase = program.phases()[0].statement;
        ArraySpec const& array = program.arrays()[0].array;
        Mapping const& mapping = program.own_mapping(0, 0);
        auto const table = WorkTable::make(phase, array).value();
        auto const loads = table.loads(mapping);
        std::vector<double> walked(loads.size(), 0);
        std::vector<double> along(as_size(array.extents[1]), 0);
        for (Index i = 0; i < array.extents[0]; ++i)
            for (Index j = 0; j < array.extents[1]; ++j)
                for (Index k = 0; k < array.extents[2]; ++k) {
                    Extents const own{i + array.lower[0], j + array.lower[1], k + array.lower[2]};
                    double work = phase.work.at(own);
                    for (WorkExpression const& condition : phase.where) work *= condition.at(own);
                    along[as_size(j)] += work;
                    for (Owner const& owner : mapping.owners(Extents{i, j, k})) walked[as_size(owner.position)] += work;
                }
        for (std::size_t position = 0; position < loads.size(); ++position)
            QVERIFY(std::abs(loads[position] - walked[position]) <= 1e-9 * (1 + walked[position]));
        auto const summed = table.along(1);
        for (std::size_t j = 0; j < along.size(); ++j) QVERIFY(std::abs(summed[j] - along[j]) <= 1e-9 * (1 + along[j]));
    }
}

void WorkTableTest::large_tables_are_sampled() {
    PhasedProgram const program =
        PricedProgram::made("      real A(3000,3000)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n"
                            "!dist$ phase p: on A(i,j) work 1 where j <= i\n");
    auto const table = WorkTable::make(program.phases()[0].statement, program.arrays()[0].array).value();
    QVERIFY(table.is_sampled());
    QVERIFY(std::abs(table.total() / (3000.0 * 3001 / 2) - 1) < 0.01);
    auto const loads = table.loads(program.own_mapping(0, 0));
    QVERIFY(std::abs(loads[3] / loads[0] - 7) < 0.1); // 1 : 3 : 5 : 7
}

/// Of a checkerboard, and of rows that take turns, each phase has its half. (With a negative number mod is not known to repeat.)
void WorkTableTest::samples_see_both_colours() {
    for (char const* const where :
         {"mod(i+j-5000,2) == 0", "abs(mod(i-5000,2)) == 1", "mod(j-5000,2) == 0", "abs(mod(i+j-9000,4)) < 2"}) {
        auto const loads = loads_of("A(4096,3000)", "A(block,block) onto P\n!hpf$ processors P(4,4)",
                                    std::string("on A(i,j) work 1 where ") + where);
        for (double const load : loads) QVERIFY2(std::abs(load / (4096.0 * 3000 / 32) - 1) < 0.02, where);
    }
}

/// What each rank does is compared with a walk over all elements, of which there are more than cells.
void WorkTableTest::what_repeats_is_counted_data() {
    QTest::addColumn<QString>("phase");
    QTest::addColumn<bool>("exact");
    QTest::newRow("a checkerboard") << "work 3 where mod(i+j,2) == 0" << true;
    QTest::newRow("rows by columns") << "work i where mod(j,3) == 1" << true;
    QTest::newRow("steps of two") << "work 1+mod(i+2*j,4)" << true;
    QTest::newRow("backwards") << "work mod(5000-3*i,6)" << true;
    QTest::newRow("several") << "work mod(i,4)*mod(j,6) where mod(j,4) < 2, max(mod(i,2),mod(j,2)) == 1" << true;
    QTest::newRow("a triangle, too") << "work 1 where mod(i,2) == 0, j <= i" << false;
    QTest::newRow("of negative numbers") << "work 1 where mod(i+j-600,2) == 1" << false;
    QTest::newRow("of halves") << "work mod(i/2,2)+mod(j*j,3)" << false;
}

void WorkTableTest::what_repeats_is_counted() {
    QFETCH(QString, phase);
    QFETCH(bool, exact);
    for (char const* const format : {"block,block", "cyclic,cyclic(2)", "cyclic(5),block"}) {
        PhasedProgram const program =
            PricedProgram::made(std::string("      real A(1030,2:1030)\n!hpf$ processors P(3,2)\n!hpf$ distribute A(") + format +
                                ") onto P\n!dist$ phase p: on A(i,j) " + phase.toStdString() + "\n");
        PhaseStatement const& asked = program.phases()[0].statement;
        Mapping const& mapping = program.own_mapping(0, 0);
        auto const table = WorkTable::make(asked, program.arrays()[0].array).value();
        QCOMPARE(table.is_sampled(), !exact);
        if (!exact) continue;
        std::vector<double> walked(6, 0);
        std::vector<double> along(1029, 0);
        for (Index j = 2; j <= 1030; ++j)
            for (Index i = 1; i <= 1030; ++i) {
                Extents const own{i, j};
                double work = asked.work.at(own);
                for (WorkExpression const& condition : asked.where) work *= condition.at(own);
                along[as_size(j - 2)] += work;
                walked[as_size(2 * mapping.dim(0).owner(i - 1) + mapping.dim(1).owner(j - 2))] += work;
            }
        auto const loads = table.loads(mapping);
        for (std::size_t rank = 0; rank < walked.size(); ++rank) QCOMPARE(loads[rank], walked[rank]);
        auto const summed = table.along(1);
        for (std::size_t j = 0; j < along.size(); ++j) QVERIFY(std::abs(summed[j] - along[j]) <= 1e-9 * (1 + along[j]));
    }
}

void WorkTableTest::work_must_be_a_number() {
    for (char const* work : {"work -i", "work 1/(i-2)", "work log2(i-3)"}) {
        PhasedProgram const program =
            PricedProgram::made(std::string("      real A(4)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n"
                                            "!dist$ phase p: on A(i) ") +
                                work + "\n");
        auto const table = WorkTable::make(program.phases()[0].statement, program.arrays()[0].array);
        QVERIFY(!table);
        QVERIFY(table.error().message.find("phase p: the work of A(") == 0);
    }
}

TEST_CLASS(WorkTableTest)
#include "work_table_test.moc"
