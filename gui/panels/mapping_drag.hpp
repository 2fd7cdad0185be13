// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a drag in a picture of a mapping, written into the job's text while it goes on.
#pragma once

#include "gui/session/session.hpp"
#include "gui/session/text_edit.hpp"
#include "libcore/edit/boundary.hpp"
#include "libcore/edit/directive_edit.hpp"

#include <QObject>
#include <functional>
#include <memory>

namespace tessera::gui {

/// The picture follows as fast as plans are made: an edit waits until what follows from the one before has arrived, and of those
/// that wait only the last counts. The whole drag is one step for undo.
class MappingDrag final : public QObject {
    Q_OBJECT
  public:
    explicit MappingDrag(Session& session, QObject* parent = nullptr);

    /// Begins a drag where none goes on. `mapping` is the one in whose picture it goes on, as it was before. Returns what the
    /// directive becomes, or why it cannot.
    QString moveBoundary(Mapping const& mapping, Selection::Side side, Boundary const& boundary, Index to, bool equalBlocks);
    QString moveProcessors(Mapping const& mapping, int arrangementDim, Index count);
    /// An element is dragged from one position of its template to another, both 0-based: see dragged_axis().
    QString moveOnTemplate(Mapping const& mapping, Selection::Side side, Extents const& from, Extents const& to);
    void end(bool keep);
    [[nodiscard]] bool isActive() const { return gesture_ != nullptr; }

  private:
    void begin(Mapping const& mapping);
    QString show(Result<std::vector<TextEdit>> edits, QString const& readout);
    void write();
    [[nodiscard]] JobText text() const;

    Session& session_;
    std::unique_ptr<Gesture> gesture_;
    std::optional<Mapping> mapping_;
    std::optional<Result<FormField>> field_; // of the boundary, once it was looked for
    std::optional<StatePlace> place_;        // of the mapping whose array is moved on its template, likewise
    std::optional<std::vector<TextEdit>> wanted_;
    bool waiting_ = false;
};

} // namespace tessera::gui
