// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a searchable list of all commands.
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <functional>
#include <vector>

namespace tessera::gui {

/// A command that can be found by its text.
struct PaletteEntry {
    QString words;
    QString key; ///< shortcut of the same command; may be empty
    std::function<void()> run;
};

/// A field and a list: typing filters, arrows select, Return runs. Words match in any order: "dark theme".
class CommandPalette final : public QDialog {
    Q_OBJECT
  public:
    explicit CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent = nullptr);
    [[nodiscard]] QLineEdit* field() { return field_; }
    [[nodiscard]] QListWidget* list() { return list_; }

  protected:
    /// Up and Down in the field move in the list.
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void filter(QString const& text);
    void runCurrent();

    std::vector<PaletteEntry> entries_;
    QLineEdit* field_;
    QListWidget* list_;
};

/// Returns the entries of a window's menus: "View: Theme: Dark".
[[nodiscard]] std::vector<PaletteEntry> menuEntries(QWidget const& window);

} // namespace tessera::gui
