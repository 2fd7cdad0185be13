// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a slider and a number for each of several parameters.
#pragma once

#include "libcore/region/parameter_bounds.hpp"

#include <QGridLayout>
#include <QSlider>
#include <QSpinBox>
#include <QWidget>
#include <string>
#include <vector>

namespace tessera::gui {

/// A slider covers its parameter's range. The number beside it accepts any value; the slider then is at its nearer end.
class ParameterSliders final : public QWidget {
    Q_OBJECT
  public:
    explicit ParameterSliders(QWidget* parent = nullptr);

    /// Keeps the rows if the names and ranges are unchanged.
    void setParameters(std::vector<std::string> const& names, std::vector<ParameterBounds> const& ranges);
    /// Emits no signal.
    void setValues(RegionValues const& values);
    [[nodiscard]] std::size_t count() const { return rows_.size(); }
    [[nodiscard]] QSlider* slider(std::size_t row) const { return rows_[row].slider; }
    [[nodiscard]] QSpinBox* number(std::size_t row) const { return rows_[row].number; }

  signals:
    void changed(std::string const& name, tessera::Index value); ///< emitted only for changes by the user

  private:
    struct Row {
        std::string name;
        ParameterBounds range;
        QWidget* label;
        QSlider* slider;
        QSpinBox* number;
    };
    void addRow(std::string const& name, ParameterBounds range);

    QGridLayout* grid_;
    std::vector<Row> rows_;
};

} // namespace tessera::gui
