// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redist, started under mpirun for the window's job. The window itself never links MPI.
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

inline constexpr int runWarmUps = 1; ///< executions before those that are timed
inline constexpr int runRepeats = 5; ///< timed executions of a run

/// A launcher, and redist with its arguments.
struct RedistCommand {
    QString program;
    QStringList arguments;

    [[nodiscard]] QString text() const; ///< the command as a user would type it
};

/// Returns the command that runs redist on the current transition of a job file. It uses as many ranks as the transition has and
/// the steps of the chosen schedule, verifies the result, repeats the execution for a median time, and writes a trace to `trace`.
/// Error: mpirun or redist is not found; the message lists the searched folders.
[[nodiscard]] Result<RedistCommand> redistCommand(QString const& job, DerivedPointer const& derived, ScheduleChoice const& choice,
                                                  QString const& trace);

/// Executes one run at a time.
class RedistProcess final : public QObject {
    Q_OBJECT
  public:
    explicit RedistProcess(QObject* parent = nullptr);
    ~RedistProcess() override;

    /// Writes the text to a file of its own, with the lists that it reads from `jobFolder`, and runs it. Errors: see redistCommand;
    /// a run is active; a file cannot be written.
    [[nodiscard]] Result<void> start(QString const& jobText, QString const& jobFolder, DerivedPointer const& derived,
                                     ScheduleChoice const& choice);
    void cancel();
    [[nodiscard]] bool isRunning() const { return process_.state() != QProcess::NotRunning; }
    [[nodiscard]] QString command() const { return command_; }

  signals:
    void progressed(double share); ///< 0 .. 1
    /// `output`: the messages of redist. `trace`: the trace file, empty if the run failed.
    void finished(bool succeeded, QString const& output, QString const& trace);

  private:
    void readProgress();
    void end(int exitCode, QProcess::ExitStatus status);

    QProcess process_;
    std::unique_ptr<QTemporaryDir> folder_;
    QString command_;
    QString said_; ///< standard error without progress lines
    bool cancelled_ = false;
};

} // namespace tessera::gui
