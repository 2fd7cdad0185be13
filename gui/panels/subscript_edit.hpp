// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an editor for one subscript of an alignment: the index, the stride, and the offset.
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QWidget>

namespace tessera::gui {

/// Shows "T( 2 * i - 1 )" as a choice of the index, a stride and an offset, or as a fixed position, or as replication.
class SubscriptEdit final : public QWidget {
    Q_OBJECT
  public:
    /// `dummies`: names of the array's indices in the alignment.
    SubscriptEdit(QStringList dummies, QString const& name, QWidget* parent = nullptr);

    /// Returns whether the subscript can be edited here. Numbers beyond an int can only be edited in the text.
    [[nodiscard]] static bool shows(QString const& text, QStringList const& dummies);
    /// Precondition: shows(text, dummies).
    void setText(QString const& text);
    [[nodiscard]] QString text() const;

    [[nodiscard]] QComboBox* kind() { return kind_; }
    [[nodiscard]] QSpinBox* stride() { return stride_; }
    [[nodiscard]] QSpinBox* offset() { return offset_; }

  signals:
    void edited(QString const& text); ///< emitted only for edits by the user

  private:
    void announce();
    void showParts();

    QStringList dummies_;
    QComboBox* kind_;
    QSpinBox* stride_;
    QSpinBox* offset_;
    int lastStride_ = 1;
};

} // namespace tessera::gui
