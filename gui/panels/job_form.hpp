// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job as a form: types, extents, processors, alignments and formats, beside the text.
#pragma once

#include "gui/panels/subscript_edit.hpp"
#include "gui/session/session.hpp"
#include "libcore/edit/form_fields.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <functional>
#include <vector>

namespace tessera::gui {

/// Editing a field edits the text, as one undo step. Editing the text changes the fields.
class JobForm final : public QScrollArea {
    Q_OBJECT
  public:
    explicit JobForm(Session& session, QWidget* parent = nullptr);
    /// Return the widget of an entry: list number `group` of the text, dimension `dim`. Null if there is none, or if it is of
    /// another kind: a box if there are usual choices, a SubscriptEdit if a subscript can be split, else a line.
    [[nodiscard]] QComboBox* box(int group, int dim) const { return entry(group, dim).box; }
    [[nodiscard]] QLineEdit* line(int group, int dim) const { return entry(group, dim).line; }
    [[nodiscard]] SubscriptEdit* subscript(int group, int dim) const { return entry(group, dim).subscript; }
    [[nodiscard]] std::vector<FormGroup> const& groups() const { return groups_; }
    /// Returns the sentence on parts that only the text shows; empty if the form shows everything.
    [[nodiscard]] QString leftNote() const { return leftNote_ ? leftNote_->text() : QString(); }

  signals:
    /// `why`: reason why input was not accepted; empty: there is no refused input.
    void refused(QString const& why);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Entry {
        QComboBox* box = nullptr;
        QLineEdit* line = nullptr;
        SubscriptEdit* subscript = nullptr;

        [[nodiscard]] QWidget* widget() const;
        void show(FormField const& field) const;
    };

    void showText();
    void rebuild();
    void addNotes(QFormLayout* rows);
    [[nodiscard]] Entry makeEntry(std::size_t group, FormField const& field);
    /// Returns a function that writes the text of a widget into the job's text.
    [[nodiscard]] std::function<void(QString const&)> taker(std::size_t group, int dim);
    void followUndo(QWidget* field);
    [[nodiscard]] QComboBox* makeBox(std::size_t group, FormField const& field);
    [[nodiscard]] Entry entry(int group, int dim) const;
    [[nodiscard]] bool fits(std::vector<FormGroup> const& groups) const; ///< whether the existing widgets can show the groups
    void edit(std::size_t group, int dim, QString const& text);
    void refuse(Entry const& entry, FormField const& field, QString const& text);

    Session& session_;
    std::vector<FormGroup> groups_;
    std::vector<std::vector<Entry>> entries_;
    int built_ = 0; ///< number of times the widgets were rebuilt
    QString left_;  ///< sentence of leftNote()
    QLabel* leftNote_ = nullptr;
    bool refuses_ = false; ///< true: an entry shows refused input
};

} // namespace tessera::gui
