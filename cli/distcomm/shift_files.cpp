// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm shift of an array that is larger than memory, from files of its ranks to files of its ranks.
#include "cli/distcomm/shift_files.hpp"

#include "cli/common/file_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/copy/made_directory.hpp"
#include "libcore/files/ooc/out_of_core_shift.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace tessera::cli {
namespace {

Result<void> check_files(CommSettings const& settings) {
    if (!settings.in || !settings.out)
        return fail("--memory shifts an array in files; add --in and --out, each a directory/ or a manifest .json");
    if (settings.verify) return fail("--verify holds the whole array in memory, and cannot be used together with --memory");
    for (FileName const* file : {&*settings.in, &*settings.out})
        if (!file->format->capabilities().is_mapped)
            return fail(
                fmt::format("--memory: '{}' is one file for all ranks; name a directory/ or a manifest .json, as redist writes",
                            file->shown()));
    return {};
}

/// Collective. Returns the room on the output's disk. Valid on rank 0.
Result<DiskSpace> output_room(Communicator const& world, CommSettings const& settings, OutputPath const& out) {
    Index const bytes = settings.mapping.volume() * settings.mapping.array().type.bytes;
    NeededSpace const needed{bytes, bytes};
    DiskSpace room;
    TRY(together(world, [&]() -> Result<void> {
        if (world.rank() != 0) return {};
        room = TRY(checked_space(out, {&needed, 1}, settings.any_size));
        return {};
    }));
    return room;
}

} // namespace

Result<FileShift> shift_files(Communicator const& world, CommSettings const& settings, GridShift const& shift, Combiner const* op,
                              Index memory) {
    TRY(check_files(settings));
    std::string const name = settings.mapping.array().name;
    TRY(check_output_apart(world, {*settings.in, {name}}, {*settings.out, {name}}));
    // Two pieces of half an ICLA each, and a buffer as large as one for sections with gaps.
    MemoryAccount account(memory / world.size());
    Index const icla_bytes = account.bound() / 2;
    auto source = OutOfCoreArray::open(world, account, place_of(*settings.in, name, false).path, FileUse::Read, icla_bytes);
    if (!source) return fail("--in: " + source.error().message);
    OutputPath const out{place_of(*settings.out, name, false).path};
    auto const room = TRY(output_room(world, settings, out));
    auto const directory = made_directory(world, *settings.out);
    Ocad ocad = source->ocad();
    ocad.mapping = settings.mapping.spec();
    ocad.icla_bytes = icla_bytes;
    auto target = OutOfCoreArray::create(world, account, out.path, ocad, settings.force);
    if (!target) return fail("--out: " + target.error().message);
    std::vector<std::byte> const zero(as_size(settings.mapping.array().type.bytes), std::byte{0});
    world.barrier();
    double const start = seconds_now();
    TRY(shift_out_of_core(world, account, shift, *source, *target, zero, op));
    target->close();
    return FileShift{slowest(world, seconds_now() - start), all_sum(world, account.peak()), room};
}

} // namespace tessera::cli
