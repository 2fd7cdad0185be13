// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a drag in a picture of a mapping that edits the job's text continuously.
#pragma once

#include "gui/session/session.hpp"
#include "gui/session/text_edit.hpp"
#include "libcore/edit/boundary.hpp"
#include "libcore/edit/directive_edit.hpp"

#include <QObject>
#include <functional>
#include <memory>

namespace tessera::gui {

/// The picture follows as fast as plans are computed: an edit waits for the results of the previous one, and only the last waiting
/// edit is applied. The whole drag is one undo step.
class MappingDrag final : public QObject {
    Q_OBJECT
  public:
    explicit MappingDrag(Session& session, QObject* parent = nullptr);

    /// Begins a drag if none is active. `mapping`: the mapping in the picture when the drag began. Returns the resulting directive,
    /// or the reason why it is not possible.
    QString moveBoundary(Mapping const& mapping, Selection::Side side, Boundary const& boundary, Index to, bool equalBlocks);
    QString moveProcessors(Mapping const& mapping, int arrangementDim, Index count);
    /// Drags an element from one position of its template to another, both 0-based: see dragged_axis().
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
    std::optional<Result<FormField>> field_; // field of the boundary, once it was searched for
    std::optional<StateReference> place_;    // likewise, place of the mapping whose array is moved on its template
    std::optional<std::vector<TextEdit>> wanted_;
    bool waiting_ = false;
};

} // namespace tessera::gui
