// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of the job: command, progress, and output of redist.
#include "gui/panels/run_panel.hpp"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace tessera::gui {
namespace {

constexpr int fullBar = 1000;

} // namespace

RunPanel::RunPanel(Session& session, QWidget* parent)
    : DockPanel(parent), session_(session), button_(new QPushButton(tr("Run"))), progress_(new QProgressBar), command_(new QLabel),
      output_(new QPlainTextEdit) {
    button_->setToolTip(tr("Run the redistribution on generated data with mpirun on this machine, and verify each element"));
    progress_->setRange(0, fullBar);
    command_->setWordWrap(true);
    command_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    output_->setReadOnly(true);
    output_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    output_->setPlaceholderText(tr("The report of redist appears here. Its time appears in the Cost panel."));
    output_->setAccessibleName(tr("Report of the run"));
    auto* const row = new QHBoxLayout;
    row->addWidget(button_);
    row->addWidget(progress_, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addLayout(row);
    layout->addWidget(command_);
    layout->addWidget(output_, 1);
    connect(button_, &QPushButton::clicked, this, &RunPanel::startOrCancel);
    connect(&run_, &RedistProcess::progressed, this,
            [this](double share) { progress_->setValue(static_cast<int>(share * fullBar)); });
    connect(&run_, &RedistProcess::finished, this, &RunPanel::showEnd);
    connect(&session, &Session::derivedChanged, this, &RunPanel::showJob);
    showJob();
}

void RunPanel::showJob() {
    button_->setEnabled(run_.isRunning() || (session_.derived() && !session_.error()));
}

void RunPanel::startOrCancel() {
    if (run_.isRunning()) return run_.cancel();
    if (!session_.derived() || session_.error()) return;
    output_->clear();
    progress_->setValue(0);
    auto const started = run_.start(session_.text(), session_.derived(), session_.choice());
    if (!started) return output_->setPlainText(QString::fromStdString(started.error().message));
    command_->setText(run_.command());
    button_->setText(tr("Cancel"));
}

void RunPanel::showEnd(bool succeeded, QString const& output, QString const& trace) {
    button_->setText(tr("Run"));
    if (succeeded) progress_->setValue(fullBar);
    output_->setPlainText(output);
    showJob();
    if (succeeded) emit recorded(trace);
}

namespace {

QString runCommand(CommandInput const& input) {
    auto const run = redistCommand(input.path, input.derived, input.choice, QStringLiteral("trace.json"));
    return run ? run->text() : QString::fromStdString(run.error().message);
}

} // namespace

constinit PanelKind const RunPanel::kind{
    .name = "run",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Run"),
    .make = makePanel<RunPanel>,
    .command = runCommand,
};

} // namespace tessera::gui
