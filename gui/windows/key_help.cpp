// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the help on keys.
#include "gui/windows/key_help.hpp"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QKeySequence>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tessera::gui {
namespace {

constexpr QSize keysSize(900, 640);

struct KeyLine {
    char const* keys;
    char const* meaning;
};

/// The keys of panels and pictures. Keys of menus come from the menus.
constexpr KeyLine lines[]{
    {"Tab, Shift+Tab", "go to the next or previous field"},
    {"Backspace", "in the Messages panel: show the whole matrix again after a zoom"},
    {"wheel, + and -", "zoom a picture; with Shift only its columns, with Ctrl only its rows"},
    {"drag, arrow keys", "move a picture"},
    {"Shift+arrow keys", "move over the items of a picture, in Ownership from element to element; Enter clicks the current one"},
    {"drag a boundary", "change the blocks of a mapping; with Shift all stay equal; Esc cancels"},
    {"drag or wheel on \u2195 4", "change the number of processors"},
    {"F or 0", "show the whole picture"},
    {"Alt+Up, Alt+Down", "show the previous or next view of a picture"},
    {"click an element", "show its owners and where it goes; click again to show all elements of its owner"},
    {"Space", "play or pause (Schedule, Network, Ownership, File)"},
    {", and .", "go to the previous or next step (same panels); Home, End: first or last step"},
    {"Esc", "cancel a drag, end the data flow, clear the selection, stop a computation"},
    {"Ctrl+C", "copy the selected rows of a table"},
};

QString row(QString const& keys, QString const& meaning) {
    return QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(keys.toHtmlEscaped(), meaning.toHtmlEscaped());
}

} // namespace

QString keysText(QWidget const& window) {
    QString menus;
    for (QAction const* const action : window.findChildren<QAction*>()) {
        QString const keys = QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText);
        if (!keys.isEmpty()) menus += row(keys, action->text().remove(u'&').remove(QStringLiteral("...")));
    }
    QString pictures;
    for (KeyLine const& line : lines)
        pictures += row(QCoreApplication::translate("KeyHelp", line.keys), QCoreApplication::translate("KeyHelp", line.meaning));
    return QStringLiteral("<table><tr><td><table cellspacing='5'>%1</table></td><td width='24'></td>"
                          "<td><table cellspacing='5'>%2</table></td></tr></table>")
        .arg(menus, pictures);
}

void showKeys(QWidget* parent) {
    auto* const box = new QDialog(parent);
    box->setObjectName(QStringLiteral("keys"));
    box->setWindowTitle(QCoreApplication::translate("KeyHelp", "Keys"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* const text = new QTextBrowser;
    text->setHtml(keysText(*parent));
    text->setAccessibleName(box->windowTitle());
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, box, &QDialog::reject);
    auto* const column = new QVBoxLayout(box);
    column->addWidget(text);
    column->addWidget(buttons);
    // Large enough for the whole text, unless the window is smaller; then it scrolls.
    box->resize(text->document()->size().toSize().expandedTo(keysSize).boundedTo(parent->window()->size() * 0.95));
    box->open();
}

} // namespace tessera::gui
