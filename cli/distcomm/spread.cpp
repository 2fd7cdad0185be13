// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm spread: copies one index of a dimension to all of them.
#include "cli/common/axis_loading.hpp"
#include "cli/distcomm/along_axis.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/comm/axis/axes_spread.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {
namespace {

struct SpreadSettings {
    CommSettings common;
    std::vector<int> dims;
    Extents indices; ///< one 0-based index for each of the dimensions
};

Result<SpreadSettings> spread_settings(Tool const& tool, int ranks) {
    auto common = TRY(comm_settings(tool, ranks));
    auto dims = TRY(load_axes(tool.arguments, common.mapping));
    auto indices = TRY(load_axis_indices(tool.arguments, common.mapping, dims));
    return SpreadSettings{std::move(common), std::move(dims), std::move(indices)};
}

Result<void> check_spread(CommArray const& spread, SpreadSettings const& settings, CommData const& data) {
    Index const bytes = settings.common.mapping.array().type.bytes;
    Extents const strides = linear_strides(settings.common.mapping.array());
    Extents const& extents = settings.common.mapping.array().extents;
    int const dim = settings.dims.front();
    // Returns the element whose value a single process copies to another element.
    auto const source_of = [&](Index linear) {
        Index source = linear;
        for (std::size_t k = 0; k < settings.dims.size(); ++k) {
            auto const d = as_size(settings.dims[k]);
            source += (settings.indices[k] - linear / strides[d] % extents[d]) * strides[d];
        }
        return source;
    };
    auto const make_line = [&](Index first, Index stride, std::byte* line) {
        for (Index i = 0; i < extents[as_size(dim)]; ++i) {
            Index const linear = first + i * stride;
            data.write(data.active(linear) ? source_of(linear) : linear, line + i * bytes);
        }
    };
    return check_lines(spread, dim, make_line, [&](std::byte const* found, std::byte const* expected) {
        return std::memcmp(found, expected, as_size(bytes)) == 0;
    });
}

Result<ExitCode> spread(Tool const& tool, Communicator const& world) {
    auto const settings = TRY(agreed_settings(world, [&] { return spread_settings(tool, world.size()); }));
    Mapping const& mapping = settings.common.mapping;
    auto spread = TRY(AxesSpread::make(mapping, settings.dims, world.handle()));
    auto frame = TRY(CommFrame::make(world, settings.common, mapping, own_indices(mapping.array())));
    CommArray& array = frame.array;
    CommArray result = array.copy();
    auto const where = array.context_of(settings.common.where);
    Extents axes;
    Extents indices;
    for (std::size_t k = 0; k < settings.dims.size(); ++k) {
        axes.push_back(settings.dims[k] + 1);
        indices.push_back(settings.indices[k] + mapping.array().lower[as_size(settings.dims[k])]);
    }
    bool const one = axes.size() == 1;
    CommOutcome outcome{
        .operation = "spread", .ranks = static_cast<int>(mapping.grid().size()), .how = "a broadcast in each group"};
    Index const active = taking_part(world, settings.common);
    outcome.rows = {{"spread", fmt::format("to {} that of {} {} in {} {}", elements_text(settings.common, active),
                                           one ? "index" : "the indices", fmt::join(indices, ","),
                                           one ? "dimension" : "the dimensions", fmt::join(axes, ","))}};
    outcome.entries = [&](JsonWriter& json) {
        if (one) {
            json.entry("axis", axes.front());
            json.entry("index", indices.front());
        } else {
            json.entry("axis", std::span<Index const>(axes));
            json.entry("index", std::span<Index const>(indices));
        }
        json.entry("taking_part", active);
    };
    for (int run = 0; run < settings.common.repeat; ++run)
        outcome.seconds.push_back(
            array.timed([&] { spread.spread(settings.indices, array.data(), result.data(), where ? &*where : nullptr); }));
    if (settings.common.verify) outcome.wrong = array.what_is_wrong([&] { return check_spread(result, settings, frame.data); });
    return finish(tool, world, settings.common, outcome, frame.output, result.data());
}

} // namespace

CommSubcommand spread_subcommand() {
    return {
        .invocation =
            {
                .name = "spread",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "copy the elements at one index along a dimension",
                .description =
                    R"(Copies, in each line along a dimension, the element at one index to all elements of the line. --index names the index in
the array's own bounds; the default is the first. With several dimensions, as in --axis 1,3 --index 5,2, the copied
element has these indices in the named dimensions. Elements that --where and --mask exclude keep their values.)",
                .examples = {{"mpirun -n 4 distcomm spread jacobi.hpf --axis 2 --index 5 --verify",
                              "Copy column 5 to all columns, and check."},
                             {"mpirun -n 4 distcomm spread geoid.hpf --in geoid.h5 --out a.npy",
                              "Read a file and write the result to another."},
                             {"mpirun -n 8 distcomm spread fft2d.hpf --repeat 99 --json", "Time it, and report as JSON."}},
                .main_options = {"axis", "index", "in", "out", "verify", "json"},
            },
        .run = spread};
}

} // namespace tessera::cli
