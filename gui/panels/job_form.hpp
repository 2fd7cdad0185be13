// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job as a form: types, extents, processors, alignments and formats, beside the text they stand in.
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

/// Editing a field edits the text, as one step that undo takes back; editing the text changes the fields.
class JobForm final : public QScrollArea {
    Q_OBJECT
  public:
    explicit JobForm(Session& session, QWidget* parent = nullptr);
    /// The widget of an entry: the `group`-th list of the text, dimension `dim`. Null where there is none, or one of another kind:
    /// a box where there are usual choices, parts where a subscript can be taken apart, else a line.
    [[nodiscard]] QComboBox* box(int group, int dim) const { return entry(group, dim).box; }
    [[nodiscard]] QLineEdit* line(int group, int dim) const { return entry(group, dim).line; }
    [[nodiscard]] SubscriptEdit* subscript(int group, int dim) const { return entry(group, dim).subscript; }
    [[nodiscard]] std::vector<FormGroup> const& groups() const { return groups_; }
    /// The sentence that names what only the text can show; empty where the form shows everything.
    [[nodiscard]] QString leftNote() const { return leftNote_ ? leftNote_->text() : QString(); }

  signals:
    /// Words that are not taken into the text, and why; nothing: there are none any more.
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
    /// What writes the words of a widget into the text.
    [[nodiscard]] std::function<void(QString const&)> taker(std::size_t group, int dim);
    void followUndo(QWidget* field);
    [[nodiscard]] QComboBox* makeBox(std::size_t group, FormField const& field);
    [[nodiscard]] Entry entry(int group, int dim) const;
    [[nodiscard]] bool fits(std::vector<FormGroup> const& groups) const; ///< can the widgets that are there show it?
    void edit(std::size_t group, int dim, QString const& text);
    void refuse(Entry const& entry, FormField const& field, QString const& text);

    Session& session_;
    std::vector<FormGroup> groups_;
    std::vector<std::vector<Entry>> entries_;
    int built_ = 0; ///< how often the widgets were made anew
    QString left_;  ///< the sentence of leftNote()
    QLabel* leftNote_ = nullptr;
    bool refuses_ = false; ///< words that some entry shows
};

} // namespace tessera::gui
