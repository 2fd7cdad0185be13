// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how strictly the steps of a schedule follow one another when it is run.
#pragma once

namespace tessera {

enum class StepOrder {
    Async,  ///< a rank goes on as soon as what it has to send is there; a few steps may be under way at a time
    Local,  ///< a rank begins a step when its own transfers of the step before are complete
    Barrier ///< everybody begins a step when everybody has completed the step before, as the papers measure
};

} // namespace tessera
