// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program as a strip of states: who owns what in each phase, and what moves in between.
#pragma once

#include "libcore/program/program_cost.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Phases from left to right, arrays from top to bottom, each a small picture of its owners; arrows between them are as wide as
/// what moves, those that go around a loop run below. Rectangles of cells carry the phase as their panel, and where an arrow is
/// drawn lies a rectangle that carries the change.
[[nodiscard]] Scene program_scene(PhasedProgram const& program, ProgramLayout const& layout, ProgramCost const& cost);

} // namespace tessera
