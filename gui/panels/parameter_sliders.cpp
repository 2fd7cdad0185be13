// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a slider and a number for each of several parameters.
#include "gui/panels/parameter_sliders.hpp"

#include "gui/models/text.hpp"

#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>
#include <limits>

namespace tessera::gui {
namespace {

int asNumber(Index value) {
    return static_cast<int>(std::clamp<Index>(value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

} // namespace

ParameterSliders::ParameterSliders(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setColumnStretch(1, 1);
}

void ParameterSliders::setParameters(std::vector<std::string> const& names, std::vector<ParameterBounds> const& ranges) {
    bool same = rows_.size() == names.size();
    for (std::size_t i = 0; same && i < names.size(); ++i) same = rows_[i].name == names[i] && rows_[i].range == ranges[i];
    if (same) return;
    for (Row const& row : rows_)
        for (QWidget* const part : {row.label, static_cast<QWidget*>(row.slider), static_cast<QWidget*>(row.number)}) delete part;
    rows_.clear();
    for (std::size_t i = 0; i < names.size(); ++i) addRow(names[i], ranges[i]);
}

void ParameterSliders::addRow(std::string const& name, ParameterBounds range) {
    auto* const label = new QLabel(asText(name));
    auto* const slider = new QSlider(Qt::Horizontal);
    auto* const number = new QSpinBox;
    label->setBuddy(number);
    slider->setRange(asNumber(range.first), asNumber(range.last));
    slider->setPageStep(std::max(1, asNumber((range.last - range.first) / 10)));
    slider->setAccessibleName(tr("Parameter %1").arg(asText(name)));
    slider->setToolTip(
        tr("Value of %1 from %2 to %3; arrow keys change it by one").arg(asText(name)).arg(range.first).arg(range.last));
    number->setRange(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
    number->setAccessibleName(tr("Value of %1").arg(asText(name)));
    number->setToolTip(tr("Any value; values beyond the ends of the slider touch no further elements"));
    number->setMaximumWidth(110);
    connect(slider, &QSlider::valueChanged, this, [this, name](int value) { emit changed(name, value); });
    connect(number, &QSpinBox::valueChanged, this, [this, name](int value) { emit changed(name, value); });
    auto const row = static_cast<int>(rows_.size());
    grid_->addWidget(label, row, 0);
    grid_->addWidget(slider, row, 1);
    grid_->addWidget(number, row, 2);
    rows_.push_back({name, range, label, slider, number});
}

void ParameterSliders::setValues(RegionValues const& values) {
    for (Row const& row : rows_) {
        auto const found = values.find(row.name);
        if (found == values.end()) continue;
        QSignalBlocker const quietSlider(row.slider);
        QSignalBlocker const quietNumber(row.number);
        row.slider->setValue(asNumber(found->second));
        row.number->setValue(asNumber(found->second));
    }
}

} // namespace tessera::gui
