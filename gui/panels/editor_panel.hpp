// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job's text with its errors marked, and the same job as a form.
#pragma once

#include "gui/panels/dock_panel.hpp"
#include "gui/panels/hpf_highlighter.hpp"
#include "gui/panels/job_form.hpp"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace tessera::gui {

class EditorPanel final : public DockPanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit EditorPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QPlainTextEdit* editor() { return edit_; }
    [[nodiscard]] QWidget* entryWidget() override { return edit_; }
    [[nodiscard]] JobForm* form() { return form_; }
    [[nodiscard]] QString message() const { return message_->text(); }
    /// Returns the buttons with the suggested corrections, one each.
    [[nodiscard]] QList<QPushButton*> fixes() const { return offers_->findChildren<QPushButton*>(); }

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void showError();
    void say(QString const& message);
    void showFixes();
    void colourSeen();
    [[nodiscard]] QList<QTextEdit::ExtraSelection> underlined(SourceLocation const& span) const;

    Session& session_;
    QPlainTextEdit* edit_;
    JobForm* form_;
    HpfHighlighter* highlighter_ = nullptr;
    QLabel* message_;
    QWidget* offers_; ///< next to the message
};

} // namespace tessera::gui
