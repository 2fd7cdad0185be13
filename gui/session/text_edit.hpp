// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pieces of a text that give way to others, and drags that change a document as one step.
#pragma once

#include <QString>
#include <QTextDocument>
#include <vector>

namespace tessera::gui {

/// `length` characters from `position` on become `text`.
struct TextEdit {
    int position = 0;
    int length = 0;
    QString text;
    friend bool operator==(TextEdit const&, TextEdit const&) = default;
};

/// Precondition, here and below: positions are those of the text before any edit, and the pieces do not overlap.
[[nodiscard]] QString edited(QString text, std::vector<TextEdit> edits);

/// As one step that undo takes back.
void applyEdits(QTextDocument& document, std::vector<TextEdit> edits);

/// What a drag writes while it goes on: however often, it is one step for undo, and giving it up leaves no trace. Where something
/// else changes the document meanwhile (Ctrl+Z, typing), that is what counts: nothing more is written.
class Gesture {
  public:
    /// The text as it is now is what the edits refer to.
    explicit Gesture(QTextDocument& document);

    [[nodiscard]] QString const& original() const { return original_; }
    /// In place of what was shown before. Returns whether the text has changed.
    bool show(std::vector<TextEdit> edits);
    void finish();
    void cancel();

  private:
    [[nodiscard]] bool isUndisturbed() const;

    QTextDocument& document_;
    QString original_;
    QString shown_;
    bool written_ = false;
};

} // namespace tessera::gui
