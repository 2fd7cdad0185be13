// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the keys, as ? shows them.
#include "gui/windows/key_help.hpp"

#include <QCoreApplication>
#include <QMessageBox>

namespace tessera::gui {
namespace {

struct KeyLine {
    char const* keys;
    char const* meaning;
};

constexpr KeyLine lines[]{
    {"?, F1", "these keys"},
    {"Ctrl+O, Ctrl+S, Ctrl+N", "open, save, new job"},
    {"Ctrl+Z, Ctrl+Shift+Z", "undo, redo"},
    {"Ctrl+1 ... Ctrl+5", "job, ownership, messages, schedule, network"},
    {"Tab, Shift+Tab", "next, previous field"},
    {"wheel, + and -", "zoom a picture; Shift: columns only, Ctrl: rows only"},
    {"drag, arrow keys", "move a picture"},
    {"drag a boundary", "change the blocks of a mapping; with Shift all stay equal; Esc gives up"},
    {"drag or wheel on \u2195 4", "change the number of processors"},
    {"F or 0", "all of the picture"},
    {"click an element", "its owners and where it goes; again: all that its owner holds"},
    {"Space", "in the schedule, the ownership and the file: play and pause"},
    {", and .", "there: previous and next step; Home, End: first and last"},
    {"Esc", "give up a drag, end the data flow, forget the selection, stop what is being computed"},
    {"Ctrl+C", "copy the selected rows of a table"},
    {"Ctrl+E", "export the picture looked at"},
    {"Ctrl+Shift+C", "copy the command that gives the same picture"},
};

} // namespace

QString keysText() {
    QString text = QStringLiteral("<table cellspacing='6'>");
    for (KeyLine const& line : lines)
        text += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>")
                    .arg(QCoreApplication::translate("KeyHelp", line.keys).toHtmlEscaped(),
                         QCoreApplication::translate("KeyHelp", line.meaning).toHtmlEscaped());
    return text + QStringLiteral("</table>");
}

void showKeys(QWidget* parent) {
    auto* const box = new QMessageBox(QMessageBox::NoIcon, QCoreApplication::translate("KeyHelp", "Keys"), keysText(),
                                      QMessageBox::Close, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace tessera::gui
