// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a plan of file access.
#include "libcore/files/access/plan_transfer.hpp"

#include "libcore/base/require.hpp"
#include "libcore/files/access/section_transfer.hpp"
#include "libcore/files/access/two_phase_transfer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

namespace tessera {

void read_planned(Communicator const& comm, FileChannel& file, IoPlan const& plan, ElementLocation const& place, std::byte* memory,
                  MemoryAccount& account) {
    require(plan.direction() == IoDirection::Read, "read_planned expects a plan that reads");
    if (plan.two_phase() != nullptr) return TwoPhaseTransfer(comm, file, plan, account).read(place, memory);
    all_or_none(comm, [&] {
        if (auto const* const mine = plan.fad().member(comm.rank()))
            SectionTransfer(file, plan.settings(), account).read(mine->section, place, memory);
    });
}

void write_planned(Communicator const& comm, FileChannel& file, IoPlan const& plan, ElementLocation const& place,
                   std::byte const* memory, MemoryAccount& account) {
    require(plan.direction() == IoDirection::Write, "write_planned expects a plan that writes");
    if (plan.two_phase() != nullptr) return TwoPhaseTransfer(comm, file, plan, account).write(place, memory);
    auto const write_mine = [&] {
        if (auto const* const mine = plan.fad().member(comm.rank()))
            SectionTransfer(file, plan.settings(), account).write(mine->section, place, memory);
    };
    if (!plan.has_races()) return all_or_none(comm, write_mine);
    for (Fad::Member const& member : plan.fad().members())
        all_or_none(comm, [&] {
            if (member.rank == comm.rank()) write_mine();
        });
}

} // namespace tessera
