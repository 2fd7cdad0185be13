// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the median of measurements.
#include "libcore/base/median.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>

namespace tessera {

double median_of(std::vector<double> values) {
    require(!values.empty(), "median_of expects at least one value");
    auto const middle = values.begin() + std::ssize(values) / 2;
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace tessera
