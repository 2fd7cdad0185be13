// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings that all subcommands of distcomm have.
#include "cli/distcomm/comm_settings.hpp"

#include "cli/common/file_loading.hpp"
#include "cli/common/job_loading.hpp"
#include "cli/common/mapping_loading.hpp"
#include "cli/common/mask_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tessera::cli {

Index taking_part(Communicator const& world, CommSettings const& settings) {
    Mapping const& mapping = settings.mapping;
    if (!settings.where) return mapping.volume();
    auto const position = mapping.grid().position(world.rank());
    bool const counts = position && mapping.holds(*position) && mapping.replica(*position) == 0;
    return all_sum(world, counts ? settings.context(*position).active() : 0);
}

std::string elements_text(CommSettings const& settings, Index active) {
    std::string const all = counted(settings.mapping.volume(), "element");
    return settings.where ? fmt::format("{} of {}, where {},", grouped(active), all, settings.where->text()) : all;
}

Result<std::optional<Combiner>> load_sending(Arguments const& arguments, ElementType const& type) {
    if (arguments.text_or("op", "replace") == "replace") return std::optional<Combiner>();
    return std::optional(TRY(load_combiner(arguments, type)));
}

Result<Combiner> load_combiner(Arguments const& arguments, ElementType const& type) {
    auto const op = TRY(reduce_op_named(arguments.text_or("op", "sum")));
    auto combiner = Combiner::make(op, type);
    if (!combiner) return fail(fmt::format("--op: {}", combiner.error().message));
    return combiner;
}

Result<CommSettings> comm_settings(Tool const& tool, int ranks) {
    auto const job = TRY(load_sized_job(tool.arguments, ranks));
    auto mapping = TRY(chosen_mapping(tool.arguments, job));
    TRY(check_ranks(mapping, ranks));
    for (char const* option : {"axis", "compare"})
        if (tool.arguments.has("trace") && tool.arguments.has(option))
            return fail(fmt::format("--trace records one operation of all ranks, not --{}", option));
    Index const repeat = tool.arguments.number("repeat").value_or(1);
    if (repeat < 1 || repeat > std::numeric_limits<int>::max()) return fail("--repeat: expected a number of times, 1 or more");
    auto where = TRY(load_mask(tool.arguments, mapping.array()));
    auto const in = TRY(load_file_name(tool.arguments, "in"));
    auto const out = TRY(load_file_name(tool.arguments, "out"));
    return CommSettings{.mapping = std::move(mapping),
                        .repeat = static_cast<int>(repeat),
                        .verify = tool.arguments.has("verify"),
                        .where = std::move(where),
                        .in = in,
                        .out = out,
                        .force = tool.arguments.has("force"),
                        .any_size = tool.arguments.has("any-size")};
}

} // namespace tessera::cli
