// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the product of two matrices: the data, and one process that computes it.
#pragma once

#include "share/examples/pcstar/numbers.hpp"
#include "share/examples/pcstar/program.hpp"

#include <vector>

namespace tessera::examples {

/// Small whole numbers, so that no sum is rounded whatever its order. `number`: of the element in its matrix.
inline float first_factor(Index number) {
    return static_cast<float>(random_below(number, 16));
}
inline float second_factor(Index number) {
    return static_cast<float>(random_below(number + (Index{1} << 40), 16));
}

inline std::vector<float> mm_alone(ProgramRun& run) {
    Index const n = run.numbers[0];
    std::vector<float> a(as_size(n * n));
    std::vector<float> b(a.size());
    std::vector<float> product(a.size());
    for (Index k = 0; k < n * n; ++k) {
        a[as_size(k)] = first_factor(k);
        b[as_size(k)] = second_factor(k);
    }
    run.start();
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            float sum = 0;
            for (Index k = 0; k < n; ++k) sum += a[as_size(i * n + k)] * b[as_size(k * n + j)];
            product[as_size(i * n + j)] = sum;
        }
    }
    run.stop();
    return product;
}

} // namespace tessera::examples
