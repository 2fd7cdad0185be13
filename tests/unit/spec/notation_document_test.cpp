// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every example of share/doc/notation.md and shardings.md is understood.
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

#include <QFile>
#include <QRegularExpression>

using namespace tessera;
using namespace tessera::testing;

namespace {

/// The fenced blocks of one language.
QStringList blocks(QString const& language, char const* document = TESSERA_DOCUMENT) {
    QFile file(document);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", document);
    QRegularExpression const fence("```" + language + "\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
    QStringList result;
    for (auto matches = fence.globalMatch(QString::fromUtf8(file.readAll())); matches.hasNext();)
        result << matches.next().captured(1);
    return result;
}

std::string option(QString const& line, QString const& name) {
    return QRegularExpression("--" + name + " '([^']*)'").match(line).captured(1).toStdString();
}

} // namespace

class NotationDocumentTest : public QObject {
    Q_OBJECT
  private slots:
    void job_files();
    void options();
};

void NotationDocumentTest::job_files() {
    QStringList const examples = blocks("hpf");
    QVERIFY(examples.size() >= 6);
    for (QString const& example : examples) {
        auto const job = parse_job(example.toStdString(), "notation.md");
        QVERIFY2(job.has_value(), qPrintable(error_of(job)));
        QVERIFY(job->movements().has_value());
        QCOMPARE(parsed(write_hpf(*job)).arrays, job->arrays);
    }
}

void NotationDocumentTest::options() {
    QStringList const examples = blocks("options") + blocks("options", TESSERA_SHARDINGS);
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
