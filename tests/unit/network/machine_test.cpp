// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of machine profiles.
#include "libcore/network/machine.hpp"
#include "tests/suite/qt_suite.hpp"

#include <cmath>

using namespace tessera;

class MachineTest : public QObject {
    Q_OBJECT

  private slots:
    void profile_is_read_and_written();
    void protocol_switches_at_its_size();
    void stretches_take_their_time();
    void bad_profiles_are_refused_data();
    void bad_profiles_are_refused();
};

namespace {

char const* const two_protocols = R"({"schema": "tessera.machine/1", "name": "Delta", "source": "a paper", "protocols": [
    {"from_bytes": 0, "alpha": {"value": 75, "unit": "us"}, "beta_ex": {"value": 0.35, "unit": "us/B"}},
    {"from_bytes": 1536, "alpha": {"value": 0.15, "unit": "ms"}, "beta_ex": {"value": 200, "unit": "ns/B"}}],
    "copy": {"value": 2, "unit": "ns/B"}, "gather": {"value": 5, "unit": "ns"}, "t_m": {"value": 293, "unit": "us"}, "t_w": {"value": 19, "unit": "us"}, "word_bytes": 8,
    "io": {"request": {"value": 2, "unit": "ms"}, "byte": {"value": 3, "unit": "us/B"}, "disks": 64},
    "collectives": [{"operation": "reduce", "ranks": 4, "bytes": 8, "algorithm": "naivemw",
                     "time": {"value": 2, "unit": "us"}, "mpi_time": {"value": 3000, "unit": "ns"}},
                    {"operation": "broadcast", "ranks": 4, "bytes": 8, "algorithm": "mpi",
                     "time": {"value": 1, "unit": "us"}, "mpi_time": {"value": 1, "unit": "us"}}]})";

} // namespace

void MachineTest::profile_is_read_and_written() {
    auto const machine = Machine::from_json(two_protocols);
    QVERIFY2(machine, machine ? "" : machine.error().message.c_str());
    QCOMPARE(machine->name, std::string("Delta"));
    QCOMPARE(machine->protocols.size(), std::size_t{2});
    QCOMPARE(machine->protocols[1].alpha, 150e-6);
    QCOMPARE(*machine->protocols[1].beta_ex, 0.2e-6);
    QVERIFY(!machine->protocols[1].beta_sat);
    QCOMPARE(*machine->copy, 2e-9);
    QCOMPARE(machine->gather, (std::vector<PackingOverhead>{{1, 5e-9}}));
    QCOMPARE(*machine->t_m, 293e-6);
    QCOMPARE(machine->word_bytes, Index{8});
    QCOMPARE(machine->io->request, 2e-3);
    QCOMPARE(machine->io->byte, 3e-6);
    QCOMPARE(*machine->io->disks, Index{64});
    QCOMPARE(machine->collectives.size(), std::size_t{2});
    QCOMPARE(machine->collectives[0].operation, std::string("reduce"));
    QCOMPARE(machine->collectives[0].ranks, 4);
    QCOMPARE(machine->collectives[0].bytes, Index{8});
    QCOMPARE(machine->collectives[0].algorithm, std::string("naivemw"));
    QCOMPARE(machine->collectives[0].time, 2e-6);
    QCOMPARE(machine->collectives[0].mpi_time, 3e-6);
    auto const again = Machine::from_json(machine->to_json());
    QVERIFY(again);
    QCOMPARE(again->to_json(), machine->to_json());
}

void MachineTest::protocol_switches_at_its_size() {
    auto const machine = Machine::from_json(two_protocols);
    QCOMPARE(machine->protocol(0).alpha, 75e-6);
    QCOMPARE(machine->protocol(1535).alpha, 75e-6);
    QCOMPARE(machine->protocol(1536).alpha, 150e-6);
}

void MachineTest::stretches_take_their_time() {
    auto const machine = Machine::from_json(R"({"schema": "tessera.machine/1", "name": "M", "source": "S", "gather": [
        {"bytes": 8, "time": {"value": 4, "unit": "us"}}, {"bytes": 1024, "time": {"value": 84, "unit": "us"}}]})");
    QVERIFY2(machine, machine ? "" : machine.error().message.c_str());
    auto const microseconds = [&](double bytes) { return std::lround(machine->gather_time(bytes) * 1e6); };
    QCOMPARE(microseconds(1), 4L);
    QCOMPARE(microseconds(8), 4L);
    QCOMPARE(microseconds(516), 44L);
    QCOMPARE(microseconds(1024), 84L);
    QCOMPARE(microseconds(1e9), 84L);
    QCOMPARE(Machine().gather_time(8), 0.0);
    auto const again = Machine::from_json(machine->to_json());
    QVERIFY(again);
    QCOMPARE(again->gather, machine->gather);
}

void MachineTest::bad_profiles_are_refused_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("words");
    auto const row = [](char const* name, char const* protocols, char const* words) {
        QTest::newRow(name)
            << QString(R"({"schema": "tessera.machine/1", "name": "M", "source": "S", "protocols": [%1]})").arg(protocols) << words;
    };
    QTest::newRow("no JSON") << "alpha = 3"
                             << "not JSON";
    QTest::newRow("no schema") << "{}"
                               << "tessera.machine/1";
    QTest::newRow("no name") << R"({"schema": "tessera.machine/1", "source": "S"})"
                             << "no \"name\"";
    row("no alpha", R"({"from_bytes": 0})", "no \"alpha\"");
    row("negative", R"({"from_bytes": 0, "alpha": {"value": -1, "unit": "us"}})", "cannot be negative");
    row("unknown unit", R"({"from_bytes": 0, "alpha": {"value": 1, "unit": "hours"}})", "unknown unit");
    row("bare number", R"({"from_bytes": 0, "alpha": 75})", "must look like");
    row("first not at zero", R"({"from_bytes": 1, "alpha": {"value": 1, "unit": "us"}})", "begin at 0");
    auto const io = [](char const* name, char const* object, char const* words) {
        QTest::newRow(name)
            << QString(R"({"schema": "tessera.machine/1", "name": "M", "source": "S", "protocols": [], "io": %1})").arg(object)
            << words;
    };
    io("half a disk", R"({"request": {"value": 1, "unit": "ms"}})", "needs both");
    io("no disks", R"({"request": {"value": 1, "unit": "ms"}, "byte": {"value": 1, "unit": "us/B"}, "disks": 0})", "positive");
    auto const collective = [](char const* name, char const* rows, char const* words) {
        QTest::newRow(name)
            << QString(R"({"schema": "tessera.machine/1", "name": "M", "source": "S", "collectives": [%1]})").arg(rows) << words;
    };
    std::string const times = R"("algorithm": "mpi", "time": {"value": 1, "unit": "us"}, "mpi_time": {"value": 1, "unit": "us"}})";
    std::string const four = R"({"operation": "reduce", "ranks": 4, "bytes": 8, )" + times;
    collective("no operation", R"({"operation": "scan", "ranks": 4, "bytes": 8})", "needs an \"operation\"");
    collective("no algorithm", R"({"operation": "reduce", "ranks": 4, "bytes": 8})", "no \"algorithm\"");
    collective("no ranks", (R"({"operation": "reduce", "ranks": 0, "bytes": 8, )" + times).c_str(), "\"ranks\" and \"bytes\"");
    collective("no time", R"({"operation": "reduce", "ranks": 4, "bytes": 8, "algorithm": "mpi"})", "\"time\" and \"mpi_time\"");
    collective("twice", (four + "," + four).c_str(), "is given twice: reduce of 8 bytes among 4 ranks");
    auto const gather = [](char const* name, char const* rows, char const* words) {
        QTest::newRow(name) << QString(R"({"schema": "tessera.machine/1", "name": "M", "source": "S", "gather": %1})").arg(rows)
                            << words;
    };
    gather("no time of a stretch", R"([{"bytes": 8}])", "row 0 of \"gather\" needs \"time\"");
    gather("no length of a stretch", R"([8])", "row 0 of \"gather\" needs \"bytes\"");
    gather("lengths that fall", R"([{"bytes": 8, "time": {"value": 4, "unit": "us"}}, {"bytes": 8}])",
           "row 1 of \"gather\" needs \"bytes\"");
    gather("a bare time of stretches", "4", "must look like");
    row("no size", R"({"alpha": {"value": 1, "unit": "us"}})", "needs \"from_bytes\"");
}

void MachineTest::bad_profiles_are_refused() {
    QFETCH(QString, json);
    QFETCH(QString, words);
    auto const machine = Machine::from_json(json.toStdString());
    QVERIFY(!machine);
    QVERIFY2(QString::fromStdString(machine.error().message).contains(words), machine.error().message.c_str());
}

TEST_CLASS(MachineTest)
#include "machine_test.moc"
