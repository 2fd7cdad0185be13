// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one subscript of an alignment as a person thinks of it: which index, how often, from where.
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QWidget>

namespace tessera::gui {

/// "T( 2 * i - 1 )" as a choice of the index, a stride and an offset; or a fixed position; or a copy everywhere.
class SubscriptEdit final : public QWidget {
    Q_OBJECT
  public:
    /// `dummies`: what the alignment calls the indices of the array.
    SubscriptEdit(QStringList dummies, QString const& name, QWidget* parent = nullptr);

    /// Can it be shown here? (Numbers beyond an int are left to the text.)
    [[nodiscard]] static bool shows(QString const& text, QStringList const& dummies);
    /// Precondition: shows(text, dummies).
    void setText(QString const& text);
    [[nodiscard]] QString text() const;

    [[nodiscard]] QComboBox* kind() { return kind_; }
    [[nodiscard]] QSpinBox* stride() { return stride_; }
    [[nodiscard]] QSpinBox* offset() { return offset_; }

  signals:
    void edited(QString const& text); ///< by the person

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
