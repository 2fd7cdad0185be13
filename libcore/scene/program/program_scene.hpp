// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program as a strip of states: the owners in each phase, and what moves in between.
#pragma once

#include "libcore/program/program_cost.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Draws phases from left to right and arrays from top to bottom, each as a small picture of its owners. The width of an arrow
/// between them shows how much moves; arrows around a loop run below. Rectangles of cells carry the phase as their panel. Each
/// arrow has a rectangle that carries the change.
[[nodiscard]] Scene program_scene(PhasedProgram const& program, ProgramLayout const& layout, ProgramCost const& cost);

} // namespace tessera
