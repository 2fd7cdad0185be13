// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans for the tests of the window.
#pragma once

#include "gui/session/derivation.hpp"

#include <QTest>

namespace tessera::gui {

inline DerivedPointer derivedFrom(std::string const& text) {
    auto derived = derive(text, "test.hpf", ".");
    if (!derived) qFatal("%s", to_string(derived.error()).c_str());
    return *derived;
}

inline std::string transposed(int extent, int ranks) {
    std::string const n = std::to_string(extent);
    return "real A(" + n + "," + n + ")\n!hpf$ processors P(" + std::to_string(ranks) +
           ")\n!hpf$ distribute A(block,*) onto P\n!hpf$ dynamic A\n!hpf$ redistribute A(*,block) onto P\n";
}

} // namespace tessera::gui
