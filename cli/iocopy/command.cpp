// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy copies an array from one file layout to another.
#include "cli/iocopy/command.hpp"

#include "cli/common/mpi_tool.hpp"
#include "cli/common/sizes.hpp"
#include "libcore/runtime/agreement.hpp"
#include "libcore/runtime/copy_files/copy_source.hpp"
#include "libcore/runtime/copy_files/copy_target.hpp"
#include "libcore/runtime/copy_files/file_copy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace tessera::cli {
namespace {

Result<ExitCode> run(Tool const& tool, Comm const& world) {
    auto const& words = tool.arguments.positionals();
    auto const from = parse_file_name(words[0]);
    auto const to = parse_file_name(words[1]);
    if (!from) return tl::unexpected(from.error());
    if (!to) return tl::unexpected(to.error());
    std::optional<StoredArray> source;
    auto const opened = together(world, [&]() -> Result<void> {
        auto array = open_source(*from, std::nullopt);
        if (!array) return tl::unexpected(array.error());
        source = *std::move(array);
        return {};
    });
    if (!opened) return tl::unexpected(opened.error());
    TargetArray wanted{source->type, source->extents, source->order, source->big_endian};
    if (auto const chunk = tool.arguments.text("chunk")) {
        std::stringstream text(*chunk);
        Extents extents;
        for (std::string word; std::getline(text, word, ',');) extents.push_back(*parse_number(word));
        wanted.chunk = extents;
    }
    std::optional<Hdf5Original> like;
    if (from->format == FileName::Format::Hdf5) like = Hdf5Original{from->path, from->dataset};
    TargetPlace const place{to->path};
    auto target = to->format == FileName::Format::Hdf5 ? hdf5_target(place, wanted, to->dataset, like)
                                                       : flat_target(place, wanted, to->format);
    if (!target) return tl::unexpected(target.error());
    CopyOptions options;
    options.memory = tool.arguments.number("memory").value_or(options.memory);
    if (tool.arguments.text_or("access", "auto") == "direct") options.access = ReadAccess::Direct;
    options.verify = tool.arguments.has("verify");
    options.resume = tool.arguments.has("resume");
    options.force = tool.arguments.has("force");
    CopyMap const map = CopyMap::identity(source->extents);
    auto const outcome = copy_array(world, CopyJob{*source, map, **target, place, options});
    if (!outcome) return tl::unexpected(outcome.error());
    if (outcome->wrong) {
        if (world.rank() == 0) tool.messages.error(*outcome->wrong);
        return ExitCode::Mismatch;
    }
    if (world.rank() == 0)
        tool.out.write(fmt::format("part {} of {} parts, {} B; reads {} ({} B) predicted {:.0f}, writes {} ({} B) predicted "
                                   "{:.0f}, memory {}, {:.3f} s, {:016x}\n",
                                   fmt::join(outcome->plan.part, "x"), outcome->parts, outcome->bytes_copied,
                                   outcome->reads.requests, outcome->reads.bytes, outcome->plan.reads.requests,
                                   outcome->writes.requests, outcome->writes.bytes, outcome->plan.writes.requests,
                                   outcome->memory_peak, outcome->seconds, outcome->checksum));
    return ExitCode::Done;
}

} // namespace

int iocopy(int argc, char** argv) {
    return run_mpi_tool(argc, argv, iocopy_table(), run);
}

} // namespace tessera::cli
