// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how much dearer than the best the choices of `auto` are, over many cases.
#pragma once

#include <QString>
#include <QtGlobal>
#include <algorithm>
#include <cstddef>
#include <vector>

namespace tessera {

/// Collects regrets (1: as good as the best), and says how they are spread.
class Regrets {
  public:
    void add(double regret, QString const& what) {
        if (all_.empty() || regret > *std::ranges::max_element(all_)) worst_ = what;
        all_.push_back(regret);
    }
    /// Which regret this share of the cases stays below.
    [[nodiscard]] double at(double share) {
        std::ranges::sort(all_);
        return all_[static_cast<std::size_t>(share * static_cast<double>(all_.size() - 1))];
    }
    void print() {
        qInfo("%zu cases: median %.3f, 90 %% below %.3f, 99 %% below %.3f, worst %.3f (%s)", all_.size(), at(0.5), at(0.9),
              at(0.99), at(1), qPrintable(worst_));
    }

  private:
    std::vector<double> all_;
    QString worst_;
};

} // namespace tessera
