// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dialog that finds a rank, an element, a message or a link, and goes there.
#pragma once

#include "gui/panels/panel_kind.hpp"
#include "gui/session/session.hpp"
#include "libcore/base/result.hpp"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>

namespace tessera::gui {

/// A place that was found, and the view that shows it.
struct FoundPlace {
    Selection selection;
    View view = nullptr;
};

/// Finds "3" or "rank 3", "A(5,7)", "0 -> 5" and "link 4-5", with the names and bounds of the job. Errors: the text is of no such
/// form, or names something that does not exist.
[[nodiscard]] Result<FoundPlace> placeNamed(QString const& text, Session const& session);

class GoToDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit GoToDialog(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QLineEdit* field() { return field_; }
    [[nodiscard]] QString message() const { return message_->text(); }

  signals:
    void found(View view);

  private:
    void go();

    Session& session_;
    QLineEdit* field_;
    QLabel* message_; ///< the forms that are understood, or why nothing was found
};

} // namespace tessera::gui
