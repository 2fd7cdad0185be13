// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what documents show in C++, with what stands around it: each function runs the snippets of one document.
#pragma once

#include <iostream>
#include <string_view>

namespace tessera::snippets {

/// What this process found wrong.
inline int failures = 0;

inline void expect(bool is_so, std::string_view what) {
    if (is_so) return;
    ++failures;
    std::cerr << "wrong: " << what << '\n';
}

void communication();
void moving();
void produce(int times);
void consume();

} // namespace tessera::snippets
