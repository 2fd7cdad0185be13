// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job as a form: extents, processors and formats, beside the text they stand in.
#pragma once

#include "gui/session/form_fields.hpp"
#include "gui/session/session.hpp"

#include <QComboBox>
#include <QScrollArea>
#include <vector>

namespace tessera::gui {

/// Editing a field edits the text, as one step that undo takes back; editing the text changes the fields.
class JobForm final : public QScrollArea {
    Q_OBJECT
  public:
    explicit JobForm(Session& session, QWidget* parent = nullptr);
    /// The box of an entry: the `group`-th list of the text, dimension `dim`; null where there is none.
    [[nodiscard]] QComboBox* box(int group, int dim) const;
    [[nodiscard]] std::vector<FormGroup> const& groups() const { return groups_; }

  private:
    void showText();
    void rebuild();
    void addField(QWidget* row, FormField const& field, std::size_t group);
    void edit(std::size_t group, int dim, QString const& text);

    Session& session_;
    std::vector<FormGroup> groups_;
    std::vector<std::vector<QComboBox*>> boxes_;
};

} // namespace tessera::gui
