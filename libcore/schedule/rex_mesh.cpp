// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Recursive Exchange on a mesh (Thakur, Fig. 4.15): the columns are halved first, then the rows.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/recursive_routes.hpp"

namespace tessera::detail {

MadeSchedule make_rex_mesh(ScheduleInput input) {
    MeshShape const mesh = *input.mesh;
    std::vector<int> bits; // position = row * columns + column
    for (int half = mesh.columns / 2; half >= 1; half /= 2) bits.push_back(half);
    for (int half = mesh.rows / 2; half >= 1; half /= 2) bits.push_back(half * mesh.columns);
    return std::make_shared<RoutedSchedule>("rex-mesh", std::move(input.messages),
                                            std::make_unique<RecursiveRoutes>(std::move(bits)), StepKind::Exchange);
}

} // namespace tessera::detail
