// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choices for a schedule: algorithm, network, machine.
#include "gui/panels/schedule_choices.hpp"

#include "gui/models/text.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/explanation.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>

namespace tessera::gui {

ScheduleChoices::ScheduleChoices(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), algorithm_(new QComboBox), networks_(new NetworkBox), topology_(networks_->lineEdit()),
      machine_(new MachineBox(session)) {
    fillAlgorithms();
    topology_->setText(asText(session.choice().site.topology));
    topology_->setAccessibleName(tr("Network"));
    networks_->setAccessibleName(tr("Network"));
    arrange();
    connect(algorithm_, &QComboBox::currentTextChanged, this, &ScheduleChoices::choose);
    connect(topology_, &QLineEdit::editingFinished, this, &ScheduleChoices::choose);
    connect(networks_, &QComboBox::activated, this, &ScheduleChoices::choose);
    connect(&session, &Session::scheduleChanged, this, &ScheduleChoices::show);
    show();
}

void ScheduleChoices::arrange() {
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (auto const& [words, box] :
         {std::pair<QString, QComboBox*>(tr("&Algorithm"), algorithm_), std::pair<QString, QComboBox*>(tr("Net&work"), networks_),
          std::pair<QString, QComboBox*>(tr("&Machine"), machine_)}) {
        auto* const label = new QLabel(words);
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
        if (box == algorithm_) algorithmLabel_ = label;
    }
}

void ScheduleChoices::setScheduled(bool scheduled) {
    algorithmLabel_->setVisible(scheduled);
    algorithm_->setVisible(scheduled);
}

void ScheduleChoices::fillAlgorithms() {
    auto const add = [this](std::string_view name) {
        algorithm_->addItem(asText(name));
        algorithm_->setItemData(algorithm_->count() - 1, asText(explanation_of(name)), Qt::ToolTipRole);
    };
    add("auto");
    for (AlgorithmInfo const& info : algorithms()) add(info.name);
    algorithm_->setCurrentText(asText(session_.choice().algorithm));
    algorithm_->setAccessibleName(tr("Algorithm"));
}

void ScheduleChoices::choose() {
    ScheduleChoice choice = session_.choice();
    choice.algorithm = algorithm_->currentText().toStdString();
    choice.site.topology = topology_->text().trimmed().toStdString();
    session_.setChoice(std::move(choice));
}

/// A network that does not exist, or does not fit, has the colour of errors, and its tooltip is the reason.
void ScheduleChoices::markNetwork() {
    auto const& error = session_.scheduleError();
    std::string const tooSmall = "nodes of " + session_.choice().site.topology; // "8 ranks do not fit the 4 nodes of mesh(2,2)"
    bool const isWrong = error && (error->message.starts_with("Network: ") || error->message.find(tooSmall) != std::string::npos);
    QPalette palette;
    if (isWrong) {
        palette.setColor(QPalette::Base, QColor(170, 75, 0)); // as in the form of the job
        palette.setColor(QPalette::Text, Qt::white);
    }
    topology_->setPalette(palette);
    topology_->setToolTip(isWrong ? asText(error->message)
                                  : tr("mesh(4,4), torus(4,4), hypercube(4), fattree(4,2), cm5(16), crossbar(16), bus(16), ..."));
}

/// The choice may have been made elsewhere: on the command line, in a test.
void ScheduleChoices::show() {
    ScheduleChoice const& choice = session_.choice();
    QSignalBlocker const quiet(algorithm_);
    algorithm_->setCurrentText(asText(choice.algorithm));
    if (!topology_->hasFocus()) topology_->setText(asText(choice.site.topology));
    markNetwork();
    SchedulePointer const sited = session_.schedule();
    if (sited) networks_->offer(sited->schedule->size());
    if (choice.site.topology.empty()) topology_->setPlaceholderText(sited ? asText(sited->site.network()) : tr("a crossbar"));
}

} // namespace tessera::gui
