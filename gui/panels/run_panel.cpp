// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of the job: command, progress, and output of redist.
#include "gui/panels/run_panel.hpp"

#include "gui/session/run_demand.hpp"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace tessera::gui {
namespace {

constexpr int fullBar = 1000;

} // namespace

RunPanel::RunPanel(Session& session, QWidget* parent)
    : DockPanel(parent), session_(session), button_(new QPushButton(tr("Run"))), progress_(new QProgressBar),
      question_(new QWidget(this)), excess_(new QLabel), smaller_(new QPushButton(tr("Make the job smaller"))),
      anyway_(new QPushButton(tr("Run anyway"))), command_(new QLabel), output_(new QPlainTextEdit) {
    button_->setToolTip(tr("Run the redistribution on generated data with mpirun on this machine, and verify each element: "
                           "%1 to warm up, then %2 for the median time")
                            .arg(runWarmUps)
                            .arg(runRepeats));
    progress_->setRange(0, fullBar);
    command_->setWordWrap(true);
    command_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    output_->setReadOnly(true);
    output_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    output_->setPlaceholderText(tr("The report of redist appears here. Its time appears in the Cost panel."));
    output_->setToolTip(tr("The time of an execution begins when all ranks begin, and ends when the slowest rank has its elements. "
                           "The Cost panel shows the same median."));
    output_->setAccessibleName(tr("Report of the run"));
    auto* const row = new QHBoxLayout;
    row->addWidget(button_);
    row->addWidget(progress_, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addLayout(row);
    createQuestion();
    layout->addWidget(question_);
    layout->addWidget(command_);
    layout->addWidget(output_, 1);
    connect(button_, &QPushButton::clicked, this, &RunPanel::startOrCancel);
    connect(&run_, &RedistProcess::progressed, this,
            [this](double share) { progress_->setValue(static_cast<int>(share * fullBar)); });
    connect(&run_, &RedistProcess::finished, this, &RunPanel::showEnd);
    connect(&session, &Session::derivedChanged, this, &RunPanel::showJob);
    showJob();
}

void RunPanel::createQuestion() {
    excess_->setWordWrap(true);
    smaller_->setToolTip(tr("Halve the extents in the text until the run fits this machine; Ctrl+Z undoes this"));
    anyway_->setToolTip(tr("Run the job although this machine is small for it"));
    auto* const row = new QHBoxLayout(question_);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(excess_, 1);
    row->addWidget(smaller_);
    row->addWidget(anyway_);
    question_->hide();
    connect(smaller_, &QPushButton::clicked, this, [this] { session_.replaceText(smallerText_); });
    connect(anyway_, &QPushButton::clicked, this, &RunPanel::start);
}

/// An edit answers the question: it was about the job before.
void RunPanel::showJob() {
    question_->hide();
    button_->setEnabled(run_.isRunning() || (session_.derived() && !session_.error()));
}

void RunPanel::startOrCancel() {
    if (run_.isRunning()) return run_.cancel();
    if (!session_.derived() || session_.error()) return;
    if (QString const excess = excessOf(demandOf(*session_.derived()), usualLimits()); !excess.isEmpty()) return ask(excess);
    start();
}

void RunPanel::ask(QString const& excess) {
    auto const smaller = smallerJob(session_.text(), session_.folder(), usualLimits());
    smallerText_ = smaller.value_or(QString());
    smaller_->setVisible(smaller.has_value());
    excess_->setText(excess);
    question_->show();
}

void RunPanel::start() {
    question_->hide();
    output_->clear();
    progress_->setValue(0);
    auto const started = run_.start(session_.text(), session_.folder(), session_.derived(), session_.choice());
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
