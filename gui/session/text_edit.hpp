// SPDX-License-Identifier: BSD-3-Clause
// Tessera: edits of a document, each as one undo step.
#pragma once

#include "libcore/edit/text_edit.hpp"

#include <QString>
#include <QTextDocument>
#include <string>
#include <vector>

namespace tessera::gui {

/// Applies the edits as one undo step. Precondition, also for Gesture: the ranges refer to the text in UTF-8.
void applyEdits(QTextDocument& document, std::vector<TextEdit> edits);

/// The edits of a drag: any number of them are one undo step, and cancelling leaves no trace. If something else changes the
/// document meanwhile (Ctrl+Z, typing), that change stays and the gesture writes nothing more.
class Gesture {
  public:
    /// All edits refer to the current text.
    explicit Gesture(QTextDocument& document);

    [[nodiscard]] std::string const& original() const { return original_; }
    /// Replaces the edits shown before. Returns whether the text has changed.
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
