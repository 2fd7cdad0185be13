// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist, started under mpirun for the window's job.
#include "gui/session/redist_process.hpp"

#include "gui/models/text.hpp"
#include "gui/session/command_text.hpp"
#include "gui/session/job_file.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

constexpr int timeout = 2000; // milliseconds until a cancelled run is killed

/// Returns the path of a program: beside this one, in its build tree, or in the search path; else an empty path.
QString toolPath(QString const& name) {
    QString const here = QCoreApplication::applicationDirPath();
    for (QString const& folder : {here, here + QStringLiteral("/../../bin"), here + QStringLiteral("/../../../bin"),
                                  here + QStringLiteral("/../../../share/bin"), here + QStringLiteral("/../../../../share/bin")}) {
        QFileInfo const file(folder + u'/' + name);
        if (file.isFile() && file.isExecutable()) return file.canonicalFilePath();
    }
    return QStandardPaths::findExecutable(name);
}

/// Reads the lists of a job (`@file`), and writes each to another folder under the same name.
class CopiedLists final : public FileReader {
  public:
    CopiedLists(QString const& from, QString to) : lists_(from.toStdString()), to_(std::move(to)) {}

    [[nodiscard]] Result<std::string> read(std::string const& path) const override {
        auto list = TRY(lists_.read(path));
        QString const copy = to_ + u'/' + QString::fromStdString(path);
        QDir().mkpath(QFileInfo(copy).path());
        TRY(writeFile(copy, QByteArray::fromStdString(list)));
        return list;
    }

  private:
    ListFiles lists_;
    QString to_;
};

Result<void> copyLists(QString const& jobText, QString const& from, QString const& to) {
    CopiedLists const lists(from, to);
    TRY(parse_job(jobText.toStdString(), "job.hpf", {.ranks = std::nullopt, .files = &lists}));
    return {};
}

} // namespace

QString RedistCommand::text() const {
    QStringList words{QFileInfo(program).fileName()};
    for (QString const& word : arguments)
        words.append(shellWord(word.endsWith(QStringLiteral("/redist")) ? QStringLiteral("redist") : word));
    return words.join(u' ');
}

Result<RedistCommand> redistCommand(QString const& job, DerivedPointer const& derived, ScheduleChoice const& choice,
                                    QString const& trace) {
    QString launcher = toolPath(QStringLiteral("local-mpirun"));
    if (launcher.isEmpty()) launcher = toolPath(QStringLiteral("mpirun"));
    if (launcher.isEmpty()) return fail("mpirun is neither in distview's folder nor in PATH; share/bin/setup build installs it");
    QString const redist = toolPath(QStringLiteral("redist"));
    if (redist.isEmpty()) return fail("redist is neither in distview's folder nor in PATH; build or install it");
    QStringList words{QStringLiteral("-n"), QString::number(derived->plan->ranks()), redist, job, QStringLiteral("--verify")};
    words << QStringLiteral("--warm-up") << QString::number(runWarmUps) << QStringLiteral("--repeat")
          << QString::number(runRepeats);
    words << QStringLiteral("--progress") << QStringLiteral("json") << QStringLiteral("--trace") << trace;
    words << QStringLiteral("--algorithm") << asText(choice.algorithm);
    if (derived->transitions.size() > 1) words << QStringLiteral("--transition") << QString::number(derived->viewed + 1);
    if (!choice.site.topology.empty()) words << QStringLiteral("--topology") << asText(choice.site.topology);
    if (choice.site.placement != "row-major") words << QStringLiteral("--placement") << asText(choice.site.placement);
    if (!choice.site.machine.empty()) words << QStringLiteral("--machine") << asText(choice.site.machine);
    return RedistCommand{launcher, words};
}

RedistProcess::RedistProcess(QObject* parent) : QObject(parent) {
    connect(&process_, &QProcess::readyReadStandardError, this, &RedistProcess::readProgress);
    connect(&process_, &QProcess::finished, this, &RedistProcess::end);
}

RedistProcess::~RedistProcess() {
    disconnect(&process_, nullptr, this, nullptr);
    if (!isRunning()) return;
    process_.terminate();
    if (!process_.waitForFinished(timeout)) process_.kill();
    process_.waitForFinished(timeout);
}

Result<void> RedistProcess::start(QString const& jobText, QString const& jobFolder, DerivedPointer const& derived,
                                  ScheduleChoice const& choice) {
    if (isRunning()) return fail("a run is in progress; cancel it first");
    folder_ = std::make_unique<QTemporaryDir>();
    QString const job = folder_->filePath(QStringLiteral("job.hpf"));
    if (auto const written = writeFile(job, jobText.toUtf8()); !written) return written;
    TRY(copyLists(jobText, jobFolder, folder_->path()));
    auto const command = TRY(redistCommand(job, derived, choice, folder_->filePath(QStringLiteral("trace.json"))));
    command_ = command.text();
    said_.clear();
    cancelled_ = false;
    process_.start(command.program, command.arguments, QIODevice::ReadOnly);
    if (!process_.waitForStarted(timeout))
        return fail(fmt::format("{} cannot be started: {}", command.program.toStdString(), process_.errorString().toStdString()));
    return {};
}

void RedistProcess::cancel() {
    if (!isRunning()) return;
    cancelled_ = true;
    process_.terminate();
}

void RedistProcess::readProgress() {
    process_.setReadChannel(QProcess::StandardError);
    while (process_.canReadLine()) {
        QByteArray const line = process_.readLine();
        QJsonObject const told = QJsonDocument::fromJson(line).object();
        double const total = told[QStringLiteral("total")].toDouble();
        if (told[QStringLiteral("schema")].toString() != QStringLiteral("tessera.progress/1"))
            said_ += QString::fromUtf8(line);
        else if (total > 0)
            emit progressed(told[QStringLiteral("done")].toDouble() / total);
    }
}

void RedistProcess::end(int exitCode, QProcess::ExitStatus status) {
    readProgress();
    bool const succeeded = status == QProcess::NormalExit && exitCode == 0 && !cancelled_;
    QString const output = QString::fromUtf8(process_.readAllStandardOutput());
    QString const trouble = cancelled_ ? tr("cancelled") : said_;
    emit finished(succeeded, succeeded ? output : output + trouble,
                  succeeded ? folder_->filePath(QStringLiteral("trace.json")) : QString());
}

} // namespace tessera::gui
