// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pieces of a text that give way to others, and drags that change a document as one step.
#include "gui/session/text_edit.hpp"

#include <QTextCursor>
#include <algorithm>
#include <functional>

namespace tessera::gui {
namespace {

/// From the end on, so that the positions in front stay what they are.
void fromTheEnd(std::vector<TextEdit>& edits) {
    std::ranges::sort(edits, std::greater(), &TextEdit::position);
}

/// The one piece in which two texts differ; nothing where they are equal.
std::vector<TextEdit> difference(QString const& from, QString const& to) {
    qsizetype const most = std::min(from.size(), to.size());
    qsizetype head = 0;
    while (head < most && from[head] == to[head]) ++head;
    qsizetype tail = 0;
    while (tail < most - head && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
    if (from.size() == to.size() && head == from.size()) return {};
    return {{static_cast<int>(head), static_cast<int>(from.size() - head - tail), to.sliced(head, to.size() - head - tail)}};
}

void replace(QTextCursor& cursor, std::vector<TextEdit> edits) {
    fromTheEnd(edits);
    for (TextEdit const& edit : edits) {
        cursor.setPosition(edit.position);
        cursor.setPosition(edit.position + edit.length, QTextCursor::KeepAnchor);
        cursor.insertText(edit.text);
    }
    cursor.endEditBlock();
}

} // namespace

QString edited(QString text, std::vector<TextEdit> edits) {
    fromTheEnd(edits);
    for (TextEdit const& edit : edits) text.replace(edit.position, edit.length, edit.text);
    return text;
}

void applyEdits(QTextDocument& document, std::vector<TextEdit> edits) {
    if (edits.empty()) return;
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    replace(cursor, std::move(edits));
}

Gesture::Gesture(QTextDocument& document) : document_(document), original_(document.toPlainText()), shown_(original_) {}

bool Gesture::isUndisturbed() const {
    return document_.toPlainText() == shown_;
}

bool Gesture::show(std::vector<TextEdit> edits) {
    if (!isUndisturbed()) return false;
    QString const wanted = edited(original_, std::move(edits));
    auto const change = difference(shown_, wanted);
    if (change.empty()) return false;
    QTextCursor cursor(&document_);
    if (written_)
        cursor.joinPreviousEditBlock();
    else
        cursor.beginEditBlock();
    replace(cursor, change);
    written_ = true;
    shown_ = wanted;
    return true;
}

void Gesture::finish() {
    if (written_ && shown_ == original_) cancel();
}

void Gesture::cancel() {
    if (!written_ || !isUndisturbed()) return;
    document_.undo();
    document_.clearUndoRedoStacks(QTextDocument::RedoStack);
    written_ = false;
    shown_ = original_;
}

} // namespace tessera::gui
