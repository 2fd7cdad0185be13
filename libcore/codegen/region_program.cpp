// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a generated program that collects or updates a region.
#include "libcore/codegen/region_program.hpp"

#include "libcore/base/try.hpp"
#include "libcore/codegen/detail/box_patterns.hpp"
#include "libcore/codegen/detail/box_program.hpp"
#include "libcore/codegen/detail/region_patterns.hpp"
#include "libcore/codegen/detail/region_words.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace detail {

namespace {

/// Returns one host per position. Positions with the same elements get the host of the first of them.
std::vector<Rank> hosts_by_position(Mapping const& mapping, RegionScan const& scan, std::vector<Rank> const& hosts) {
    std::vector<Rank> result;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        Extents coordinates = mapping.grid().coordinates(position);
        for (std::size_t p = 0; p < coordinates.size(); ++p)
            if (scan.replicated[p]) coordinates[p] = 0;
        result.push_back(hosts.size() == 1 ? hosts.front() : hosts[as_size(mapping.grid().position_at(coordinates))]);
    }
    return result;
}

Result<ProgramPiece> region_piece(RegionMove const& move, ProgramLanguage language) {
    auto const& [region, values, mapping, collects, io_ranks] = move;
    TRY(check_listable(mapping));
    auto const scan = TRY(RegionScan::make(region, mapping));
    std::vector<Rank> const hosts = hosts_by_position(mapping, scan, io_ranks);
    ProgramFrame frame{
        .kind = collects ? "collect" : "update",
        .summary = collects ? "Collects a region of an array from its ranks" : "Updates a region of an array on its ranks",
        .summary_of_several =
            collects ? "Collects several regions of arrays from their ranks" : "Updates several regions of arrays on their ranks",
        .about = {describe(region.array()), heading_of(mapping.spec()), describe(region.statement(), region.array())},
        .paper = "Host and node code as in F. Coelho, Compilation of I/O Communications for HPF (1995), Figs. 8 to 10.",
        .ranks = std::max(mapping.grid().max_rank(), *std::ranges::max_element(hosts)) + 1,
        .arguments = {}};
    std::vector<std::string> const names = parameter_names(region);
    for (std::size_t i = 0; i < names.size(); ++i) frame.arguments.emplace_back(names[i], values[i]);
    FamilyTable const owned = owned_table(mapping);
    TRY(check_listable({&owned}));
    ProgramWords words = region_words(move, scan, hosts, language);
    words["owned_rows"] = owned.text(language, "owned_rows");
    bool const keeps = region.statement().approximation == RegionApproximation::May;
    std::vector<PartPattern const*> parts{&element_pattern, &families_pattern, &tables_pattern, &region_sets_pattern,
                                          &region_part_pattern};
    if (collects || keeps) parts.push_back(&gather_pattern);
    parts.push_back(collects ? &collect_pattern : &update_pattern);
    return ProgramPiece{std::move(frame), assembled(language, parts, words)};
}

} // namespace

} // namespace detail

Result<std::string> region_program(std::span<RegionMove const> moves, ProgramOptions const& options) {
    return detail::program_of(moves, options, detail::region_piece);
}

} // namespace tessera
