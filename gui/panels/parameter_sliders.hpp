// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a slider and a number for each of several parameters.
#pragma once

#include "libcore/region/parameter_ranges.hpp"

#include <QGridLayout>
#include <QSlider>
#include <QSpinBox>
#include <QWidget>
#include <string>
#include <vector>

namespace tessera::gui {

/// A slider goes over its parameter's range; the number beside it takes any value, and the slider then stands at its end.
class ParameterSliders final : public QWidget {
    Q_OBJECT
  public:
    explicit ParameterSliders(QWidget* parent = nullptr);

    /// Rows stay where the names and ranges are the same.
    void setParameters(std::vector<std::string> const& names, std::vector<ParameterRange> const& ranges);
    /// Announces nothing.
    void setValues(RegionValues const& values);
    [[nodiscard]] std::size_t count() const { return rows_.size(); }
    [[nodiscard]] QSlider* slider(std::size_t row) const { return rows_[row].slider; }
    [[nodiscard]] QSpinBox* number(std::size_t row) const { return rows_[row].number; }

  signals:
    void changed(std::string const& name, tessera::Index value); ///< by the person

  private:
    struct Row {
        std::string name;
        ParameterRange range;
        QWidget* label;
        QSlider* slider;
        QSpinBox* number;
    };
    void addRow(std::string const& name, ParameterRange range);

    QGridLayout* grid_;
    std::vector<Row> rows_;
};

} // namespace tessera::gui
