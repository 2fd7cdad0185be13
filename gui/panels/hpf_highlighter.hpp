// SPDX-License-Identifier: BSD-3-Clause
// Tessera: syntax colours for HPF directives.
#pragma once

#include <QPalette>
#include <QSyntaxHighlighter>

namespace tessera::gui {

class HpfHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT
  public:
    HpfHighlighter(QTextDocument* document, QPalette const& palette);
    /// Uses colours that are readable on the palette's base.
    void setPalette(QPalette const& palette);
    /// Sets the visible lines, 0-based. In a long text only these are coloured.
    void look(int first, int last);

  protected:
    void highlightBlock(QString const& text) override;

  private:
    void colorWords(QString const& text, int from);

    int first_ = 0;
    int last_ = 0;
    QColor comment_;
    QColor sentinel_;
    QColor word_;
    QColor number_;
};

} // namespace tessera::gui
