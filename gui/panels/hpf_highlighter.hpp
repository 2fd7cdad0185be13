// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colours for HPF directives.
#pragma once

#include <QPalette>
#include <QSyntaxHighlighter>

namespace tessera::gui {

class HpfHighlighter final : public QSyntaxHighlighter {
    Q_OBJECT
  public:
    HpfHighlighter(QTextDocument* document, QPalette const& palette);
    /// Colours that can be read on its base.
    void setPalette(QPalette const& palette);
    /// These lines are seen, counted from 0. Of a long text only such lines are coloured.
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
