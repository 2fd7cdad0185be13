// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm spread: one index of a dimension, for all of them.
#include "cli/distcomm/along_axis.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/comm/axis/axis_spread.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

struct SpreadSettings {
    CommSettings common;
    int dim = 0;
    Index index = 0; ///< from 0
};

Result<SpreadSettings> spread_settings(Tool const& tool, int ranks) {
    auto common = comm_settings(tool, ranks);
    if (!common) return forward_error(common);
    auto const along = along_axis(tool.arguments, common->mapping);
    if (!along) return forward_error(along);
    auto const index = index_along(tool.arguments, "index", common->mapping, along->dim);
    if (!index) return forward_error(index);
    return SpreadSettings{*std::move(common), along->dim, *index};
}

Result<void> check_spread(CommArray const& spread, SpreadSettings const& settings, CommData const& data) {
    Index const bytes = settings.common.mapping.array().type.bytes;
    Index const extent = settings.common.mapping.dim(settings.dim).extent();
    auto const make_line = [&](Index first, Index stride, std::byte* line) {
        for (Index i = 0; i < extent; ++i) {
            bool const takes_part = data.active(first + i * stride);
            data.write(first + (takes_part ? settings.index : i) * stride, line + i * bytes);
        }
    };
    return check_lines(spread, settings.dim, make_line, [&](std::byte const* found, std::byte const* expected) {
        return std::memcmp(found, expected, as_size(bytes)) == 0;
    });
}

Result<ExitCode> spread(Tool const& tool, Comm const& world) {
    auto const settings = agreed_settings(world, [&] { return spread_settings(tool, world.size()); });
    if (!settings) return forward_error(settings);
    Mapping const& mapping = settings->common.mapping;
    auto spread = AxisSpread::make(mapping, settings->dim, world.handle());
    if (!spread) return forward_error(spread);
    auto frame = CommFrame::make(world, settings->common, mapping, own_indices(mapping.array()));
    if (!frame) return forward_error(frame);
    CommArray& array = frame->array;
    CommArray result = array.copy();
    auto const where = array.context_of(settings->common.where);
    Index const index = settings->index + mapping.array().lower[as_size(settings->dim)];
    CommOutcome outcome{
        .operation = "spread", .ranks = static_cast<int>(mapping.grid().size()), .how = "a broadcast in each group"};
    Index const active = taking_part(world, settings->common);
    outcome.rows = {{"spread", fmt::format("to {} that of index {} in dimension {}", elements_text(settings->common, active), index,
                                           settings->dim + 1)}};
    outcome.entries = [&](JsonWriter& json) {
        json.entry("axis", Index{settings->dim + 1});
        json.entry("index", index);
        json.entry("taking_part", active);
    };
    for (int run = 0; run < settings->common.repeat; ++run)
        outcome.seconds.push_back(
            array.timed([&] { spread->spread(settings->index, array.data(), result.data(), where ? &*where : nullptr); }));
    if (settings->common.verify) outcome.wrong = array.what_is_wrong([&] { return check_spread(result, *settings, frame->data); });
    return finish(tool, world, settings->common, outcome, frame->output, result.data());
}

} // namespace

CommSubcommand spread_subcommand() {
    return {.invocation =
                {
                    .name = "spread",
                    .arguments = "[JOB]",
                    .max_arguments = 1,
                    .summary = "one index of a dimension, for all of them",
                    .description = "Every element becomes that of its line with the index that --index names, in the array's own "
                                   "bounds; the first by default. Those that --where leaves out stay as they are.",
                    .examples = {{"mpirun -n 4 distcomm spread jacobi.hpf --axis 2 --index 5 --verify", "Column 5, everywhere."},
                                 {"mpirun -n 4 distcomm spread geoid.hpf --in geoid.h5 --out a.npy", "From file to file."},
                                 {"mpirun -n 8 distcomm spread fft2d.hpf --repeat 99 --json", "Timed; JSON."}},
                },
            .run = spread};
}

} // namespace tessera::cli
