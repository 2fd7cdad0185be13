// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the median of measurements.
#pragma once

#include <vector>

namespace tessera {

/// Returns the median; of an even number of values, the larger one in the middle. Cost: linear. Throws BrokenPrecondition if there
/// are no values.
[[nodiscard]] double median_of(std::vector<double> values);

} // namespace tessera
