// SPDX-License-Identifier: BSD-3-Clause
// Tessera: everything that can be done, found by a few letters.
#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <functional>
#include <vector>

namespace tessera::gui {

/// Something that can be chosen by its words.
struct PaletteEntry {
    QString words;
    QString key; ///< a shortcut that does the same; may be empty
    std::function<void()> run;
};

/// A field and a list: what is typed filters, arrows choose, Return runs. Words match in any order: "dark theme".
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

/// The entries of the menus of a window: "View: Theme: Dark".
[[nodiscard]] std::vector<PaletteEntry> menuEntries(QWidget const& window);

} // namespace tessera::gui
