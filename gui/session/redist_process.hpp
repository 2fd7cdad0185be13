// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist, started under mpirun for the job of the window. The window itself never links MPI.
#pragma once

#include "gui/session/derivation.hpp"
#include "gui/session/scheduling.hpp"

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <memory>

namespace tessera::gui {

/// What is started: a launcher, and redist with its arguments.
struct RedistCommand {
    QString program;
    QStringList arguments;

    [[nodiscard]] QString text() const; ///< as it would be typed
};

/// redist of the transition of a job file that is looked at, on as many ranks as it has, in the steps of the chosen schedule,
/// verified, its trace written to `trace`. Error: mpirun or redist is not to be found; it says where it was looked for.
[[nodiscard]] Result<RedistCommand> redistCommand(QString const& job, DerivedPointer const& derived, ScheduleChoice const& choice,
                                                  QString const& trace);

/// One run at a time.
class RedistProcess final : public QObject {
    Q_OBJECT
  public:
    explicit RedistProcess(QObject* parent = nullptr);
    ~RedistProcess() override;

    /// Writes the text to a file of its own and runs it. Error: see redistCommand; a run is under way.
    [[nodiscard]] Result<void> start(QString const& jobText, DerivedPointer const& derived, ScheduleChoice const& choice);
    void cancel();
    [[nodiscard]] bool isRunning() const { return process_.state() != QProcess::NotRunning; }
    [[nodiscard]] QString command() const { return command_; }

  signals:
    void progressed(double share); ///< 0 .. 1
    /// `output`: what redist said. `trace`: the file it wrote, empty where the run failed.
    void finished(bool succeeded, QString const& output, QString const& trace);

  private:
    void readProgress();
    void end(int exitCode, QProcess::ExitStatus status);

    QProcess process_;
    std::unique_ptr<QTemporaryDir> folder_;
    QString command_;
    QString said_; ///< on standard error, progress left out
    bool cancelled_ = false;
};

} // namespace tessera::gui
