// SPDX-License-Identifier: BSD-3-Clause
// Tessera: edits of a document, each as one step that undo takes back.
#pragma once

#include "libcore/edit/text_edit.hpp"

#include <QString>
#include <QTextDocument>
#include <string>
#include <vector>

namespace tessera::gui {

/// As one step that undo takes back. Precondition, here and below: the ranges are those of the text in UTF-8.
void applyEdits(QTextDocument& document, std::vector<TextEdit> edits);

/// What a drag writes while it goes on: however often, it is one step for undo, and giving it up leaves no trace. Where something
/// else changes the document meanwhile (Ctrl+Z, typing), that is what counts: nothing more is written.
class Gesture {
  public:
    /// The text as it is now is what the edits refer to.
    explicit Gesture(QTextDocument& document);

    [[nodiscard]] std::string const& original() const { return original_; }
    /// In place of what was shown before. Returns whether the text has changed.
    bool show(std::vector<TextEdit> edits);
    void finish();
    void cancel();

  private:
    [[nodiscard]] bool isUndisturbed() const;

    QTextDocument& document_;
    std::string original_;
    QString shown_;
    bool written_ = false;
};

} // namespace tessera::gui
