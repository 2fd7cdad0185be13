// SPDX-License-Identifier: BSD-3-Clause
// Tessera: synchronization between the steps of a schedule.
#pragma once

namespace tessera {

enum class StepOrder {
    Async,  ///< a rank continues when the data that it has to send is there; a few steps may overlap
    Local,  ///< a rank begins a step when its own transfers of the previous step are complete
    Barrier ///< all ranks begin a step when all have completed the previous one, as the papers measure
};

} // namespace tessera
