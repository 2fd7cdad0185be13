// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choice of the machine for predicted times.
#include "gui/panels/machine_box.hpp"

#include "gui/models/text.hpp"

#include <QFileDialog>
#include <QFileInfo>

namespace tessera::gui {
MachineBox::MachineBox(Session& session, QWidget* parent) : QComboBox(parent), session_(session) {
    addItem(tr("No machine (no times)"));
    for (NamedProfile const& profile : MachineFolders::usual().profiles()) addItem(asText(profile.name), asText(profile.name));
    addItem(tr("a profile..."));
    setSizeAdjustPolicy(AdjustToContents);
    setAccessibleName(tr("Machine"));
    setToolTip(tr("Machine whose rates predict times; distbench profile measures your own machine"));
    connect(this, &QComboBox::activated, this, &MachineBox::choose);
    connect(&session, &Session::scheduleChanged, this, &MachineBox::showChoice);
    showChoice();
}

void MachineBox::choose(int place) {
    ScheduleChoice choice = session_.choice();
    QString machine = itemData(place).toString();
    if (place > 0 && machine.isEmpty()) {
        machine = QFileDialog::getOpenFileName(this, tr("Open a machine profile"), {}, tr("Profiles (*.json)"));
        if (machine.isEmpty()) return showChoice();
    }
    choice.site.machine = machine.toStdString();
    session_.setChoice(std::move(choice));
}

void MachineBox::showChoice() {
    QString const machine = asText(session_.choice().site.machine);
    if (machine.isEmpty()) return setCurrentIndex(0);
    int place = findData(machine);
    if (place < 0) {
        place = count() - 1; // before the entry "a profile..."
        insertItem(place, QFileInfo(machine).completeBaseName(), machine);
    }
    setCurrentIndex(place);
}

} // namespace tessera::gui
