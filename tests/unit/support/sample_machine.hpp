// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a machine with rates for short and for long messages.
#pragma once

#include "libcore/network/machine.hpp"

namespace tessera::testing {

inline Machine sample_machine() {
    Machine machine;
    machine.name = "sample";
    machine.protocols = {{0, 1e-4, 4e-7, 4e-7, 4e-7, 2e-7}, {2048, 2e-4, 2e-7, 2e-7, 2e-7, 1e-7}};
    machine.copy = 1e-8;
    return machine;
}

} // namespace tessera::testing
