// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the machine profiles in datasets/machines: all can be read, and hold what the papers print.
#include "libcore/network/machine.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QDir>
#include <cmath>

using namespace tessera;

namespace {

QString const folder = QStringLiteral(TESSERA_DATASETS "/machines/");

Result<Machine> read(QString const& name) {
    QFile file(folder + name + ".json");
    if (!file.open(QIODevice::ReadOnly)) return fail("cannot open " + file.fileName().toStdString());
    return Machine::from_json(file.readAll().toStdString());
}

/// To the digits the papers print.
bool same(std::optional<double> seconds, double microseconds) {
    return seconds && qFuzzyCompare(*seconds * 1e6, microseconds);
}

} // namespace

class MachineFilesTest : public QObject {
    Q_OBJECT

  private slots:
    void every_file_is_listed_here();
    void every_file_says_where_it_comes_from();
    void delta();
    void files_of_the_delta();
    void the_cm5_has_no_rates();
    void cdt_data();
    void cdt();
};

void MachineFilesTest::every_file_is_listed_here() {
    QStringList const expected{"cm5.json",       "delta.json",       "ethernet.json",
                               "sp1-async.json", "sp1-generic.json", "sp1-optimized.json"};
    QCOMPARE(QDir(folder).entryList({"*"}, QDir::Files, QDir::Name), expected);
}

void MachineFilesTest::every_file_says_where_it_comes_from() {
    for (QString const& file : QDir(folder).entryList({"*.json"})) {
        auto const machine = read(QString(file).remove(".json"));
        QVERIFY2(machine, machine ? "" : machine.error().message.c_str());
        QVERIFY(!machine->name.empty());
        QVERIFY(QString::fromStdString(machine->source).contains("section"));
    }
}

/// Thakur 4.3.7 and 4.3.8; 2 beta_sat = beta_ex = beta_sr is assumed there, beta_s is not given.
void MachineFilesTest::delta() {
    auto const machine = read("delta");
    QVERIFY(machine);
    QCOMPARE(machine->protocols.size(), std::size_t{2});
    Protocol const& unforced = machine->protocol(1535);
    QVERIFY(same(unforced.alpha, 75) && same(unforced.beta_ex, 0.35));
    Protocol const& forced = machine->protocol(1536);
    QVERIFY(same(forced.alpha, 150) && same(forced.beta_ex, 0.2));
    for (Protocol const& protocol : machine->protocols) {
        QCOMPARE(protocol.beta_sr, protocol.beta_ex);
        QVERIFY(same(protocol.beta_sat, *protocol.beta_ex / 2 * 1e6));
        QVERIFY(!protocol.beta_s);
    }
}

/// Thakur 5.5.1: 1024 integers in one request and in 1024, to the digits the profile keeps.
void MachineFilesTest::files_of_the_delta() {
    auto const io = read("delta")->io;
    QVERIFY(io);
    QVERIFY(std::abs(io->request + 4096 * io->byte - 16.06e-3) < 1e-7);
    QVERIFY(std::abs(1024 * (io->request + 4 * io->byte) - 1.948) < 1e-5);
    QCOMPARE(*io->disks, Index{64});
}

void MachineFilesTest::the_cm5_has_no_rates() {
    auto const machine = read("cm5");
    QVERIFY(machine);
    QVERIFY(!machine->has_rates() && !machine->t_m && !machine->t_w && !machine->copy);
}

/// CDT 3.1 and 3.2. The table of 3.1 also prints t_w in MB/s: words of four bytes.
void MachineFilesTest::cdt_data() {
    QTest::addColumn<double>("t_m");
    QTest::addColumn<double>("t_w");
    QTest::addColumn<QString>("megabytes_per_second");
    QTest::newRow("sp1-generic") << 293. << 19. << "0.2";
    QTest::newRow("sp1-optimized") << 288. << 2.8 << "1.4";
    QTest::newRow("sp1-async") << 383. << 1.8 << "2.2";
    QTest::newRow("ethernet") << 1230. << 41. << "0.1"; // not in the table: 4 bytes in 41 us
}

void MachineFilesTest::cdt() {
    QFETCH(double, t_m);
    QFETCH(double, t_w);
    QFETCH(QString, megabytes_per_second);
    auto const machine = read(QTest::currentDataTag());
    QVERIFY(machine);
    QVERIFY(!machine->has_rates());
    QVERIFY(same(machine->t_m, t_m) && same(machine->t_w, t_w));
    double const rate = static_cast<double>(machine->word_bytes) / *machine->t_w / 1e6;
    QCOMPARE(QString::number(rate, 'f', 1), megabytes_per_second);
}

TEST_CLASS(MachineFilesTest)
#include "machine_files_test.moc"
