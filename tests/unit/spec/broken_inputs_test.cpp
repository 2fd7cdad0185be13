// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every broken input gets the error that stands beside it. TESSERA_UPDATE_GOLDEN=1 rewrites the expectations.
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QDir>
#include <QFile>

using namespace tessera;

namespace {

QDir const broken(TESSERA_DATASETS "/broken");

QByteArray content(QString const& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(path));
    return file.readAll();
}

/// Lists lie beside the jobs, and are named without a directory that differs from machine to machine.
class BesideReader final : public FileReader {
  public:
    Result<std::string> read(std::string const& path) const override {
        if (!broken.exists(QString::fromStdString(path))) return fail(path + " cannot be read");
        return content(broken.filePath(QString::fromStdString(path))).toStdString();
    }
};

} // namespace

class BrokenInputsTest : public QObject {
    Q_OBJECT
  private slots:
    void each_is_refused_as_expected_data();
    void each_is_refused_as_expected();
    void no_expectation_is_orphaned();
};

void BrokenInputsTest::each_is_refused_as_expected_data() {
    QTest::addColumn<QString>("name");
    auto const files = broken.entryList({"*.hpf"}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 25);
    for (QString const& file : files) QTest::newRow(qPrintable(file)) << file.chopped(4);
}

void BrokenInputsTest::each_is_refused_as_expected() {
    QFETCH(QString, name);
    BesideReader const files;
    QByteArray const text = content(broken.filePath(name + ".hpf"));
    auto const job = parse_job(text.toStdString(), (name + ".hpf").toStdString(), {std::nullopt, &files});
    QVERIFY2(!job, "this input is understood");
    QVERIFY(job.error().where.has_value());
    QByteArray const message = QByteArray::fromStdString(to_string(job.error())) + "\n";

    QString const expectation = broken.filePath(name + ".expected");
    if (qEnvironmentVariableIsSet("TESSERA_UPDATE_GOLDEN")) {
        QFile file(expectation);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(message);
        return;
    }
    QCOMPARE(message, content(expectation));
}

void BrokenInputsTest::no_expectation_is_orphaned() {
    for (QString const& file : broken.entryList({"*.expected"}, QDir::Files))
        QVERIFY2(broken.exists(file.chopped(9) + ".hpf"), qPrintable(file));
}

TEST_CLASS(BrokenInputsTest)
#include "broken_inputs_test.moc"
