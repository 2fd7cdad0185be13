// SPDX-License-Identifier: BSD-3-Clause
// Tessera: edits of a document, each as one undo step.
#include "gui/session/text_edit.hpp"

#include <QTextCursor>
#include <algorithm>
#include <optional>

namespace tessera::gui {
namespace {

/// Replaces `length` characters from `position` on by `text`.
struct Replacement {
    qsizetype position = 0;
    qsizetype length = 0;
    QString text;
};

/// Returns one replacement that covers all differences of two texts; nothing if they are equal.
std::optional<Replacement> difference(QString const& from, QString const& to) {
    qsizetype const most = std::min(from.size(), to.size());
    qsizetype head = 0;
    while (head < most && from[head] == to[head]) ++head;
    qsizetype tail = 0;
    while (tail < most - head && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
    if (from.size() == to.size() && head == from.size()) return std::nullopt;
    return Replacement{head, from.size() - head - tail, to.sliced(head, to.size() - head - tail)};
}

/// Applies the change and ends the cursor's open edit block.
void replace(QTextCursor& cursor, Replacement const& change) {
    cursor.setPosition(static_cast<int>(change.position));
    cursor.setPosition(static_cast<int>(change.position + change.length), QTextCursor::KeepAnchor);
    cursor.insertText(change.text);
    cursor.endEditBlock();
}

QString editedText(std::string const& text, std::vector<TextEdit> edits) {
    return QString::fromStdString(edited(text, std::move(edits)));
}

} // namespace

void applyEdits(QTextDocument& document, std::vector<TextEdit> edits) {
    QString const now = document.toPlainText();
    auto const change = difference(now, editedText(now.toStdString(), std::move(edits)));
    if (!change) return;
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    replace(cursor, *change);
}

Gesture::Gesture(QTextDocument& document)
    : document_(document), original_(document.toPlainText().toStdString()), shown_(document.toPlainText()) {}

bool Gesture::isUndisturbed() const {
    return document_.toPlainText() == shown_;
}

bool Gesture::show(std::vector<TextEdit> edits) {
    if (!isUndisturbed()) return false;
    QString const wanted = editedText(original_, std::move(edits));
    auto const change = difference(shown_, wanted);
    if (!change) return false;
    QTextCursor cursor(&document_);
    if (written_)
        cursor.joinPreviousEditBlock();
    else
        cursor.beginEditBlock();
    replace(cursor, *change);
    written_ = true;
    shown_ = wanted;
    return true;
}

void Gesture::finish() {
    if (written_ && shown_.toStdString() == original_) cancel();
}

void Gesture::cancel() {
    if (!written_ || !isUndisturbed()) return;
    document_.undo();
    document_.clearUndoRedoStacks(QTextDocument::RedoStack);
    written_ = false;
    shown_ = QString::fromStdString(original_);
}

} // namespace tessera::gui
