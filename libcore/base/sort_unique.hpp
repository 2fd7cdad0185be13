// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sorts a list and removes repetitions.
#pragma once

#include <algorithm>
#include <vector>

namespace tessera {

/// Sorts the values and keeps each of them once.
template <class T>
void sort_unique(std::vector<T>& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace tessera
