// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every job that a document shows is understood, and every mapping of the command line in notation.md and shardings.md.
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

using namespace tessera;
using namespace tessera::testing;

namespace {

/// The fenced blocks of one language.
QStringList blocks(QString const& language, QString const& document) {
    QFile file(document);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(document));
    QRegularExpression const fence("```" + language + "\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
    QStringList result;
    for (auto matches = fence.globalMatch(QString::fromUtf8(file.readAll())); matches.hasNext();)
        result << matches.next().captured(1);
    return result;
}

QString const folder = TESSERA_DOCUMENTS;

std::string option(QString const& line, QString const& name) {
    return QRegularExpression("--" + name + " '([^']*)'").match(line).captured(1).toStdString();
}

} // namespace

class NotationDocumentTest : public QObject {
    Q_OBJECT
  private slots:
    void job_files_data();
    void job_files();
    void options();
};

void NotationDocumentTest::job_files_data() {
    QTest::addColumn<QString>("example");
    QStringList documents = QDir(folder).entryList({"*.md"});
    documents << "../../README.md";
    int notation = 0;
    for (QString const& document : documents) {
        QStringList const examples = blocks("hpf", folder + "/" + document);
        for (int i = 0; i < examples.size(); ++i) QTest::addRow("%s, job %d", qPrintable(document), i + 1) << examples[i];
        if (document == "notation.md") notation = static_cast<int>(examples.size());
    }
    QVERIFY(notation >= 6);
}

void NotationDocumentTest::job_files() {
    QFETCH(QString, example);
    auto const job = parse_job(example.toStdString(), "job.hpf");
    QVERIFY2(job.has_value(), qPrintable(error_of(job)));
    QVERIFY(job->movements().has_value());
    QCOMPARE(parsed(write_hpf(*job)).arrays, job->arrays);
}

void NotationDocumentTest::options() {
    QStringList const examples = blocks("options", folder + "/notation.md") + blocks("options", folder + "/shardings.md");
    QCOMPARE(examples.size(), 4);
    for (QString const& line : examples.join("").split('\n', Qt::SkipEmptyParts)) {
        CompactJob compact{{option(line, "array")}, option(line, "from"), option(line, "to"), {}};
        if (auto const copy = option(line, "copy"); !copy.empty()) compact.copies.push_back(copy);
        auto const job = parse_compact(compact);
        QVERIFY2(job.has_value(), qPrintable(error_of(job)));
        QVERIFY(job->movements().has_value());
    }
}

TEST_CLASS(NotationDocumentTest)
#include "notation_document_test.moc"
