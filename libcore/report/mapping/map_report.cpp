// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of every rank.
#include "libcore/report/mapping/map_report.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/report/detail/row_cap.hpp"
#include "libcore/report/json_parts.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {
namespace {

/// One rank and its position in the grid.
struct Member {
    Rank rank = 0;
    Index position = 0;
};

/// Returns the ranks of the grid in ascending order.
std::vector<Member> members_of(Mapping const& mapping) {
    std::vector<Member> members;
    for (Index position = 0; position < mapping.grid().size(); ++position)
        members.push_back({mapping.grid().rank(position), position});
    std::ranges::sort(members, {}, &Member::rank);
    return members;
}

/// Returns the rank that the options select, or all ranks.
Result<std::vector<Member>> members_asked_for(Mapping const& mapping, MapReportOptions const& options) {
    if (!options.rank) return members_of(mapping);
    auto const position = mapping.grid().position(*options.rank);
    if (position) return std::vector{Member{*options.rank, *position}};
    return fail(fmt::format("--rank: rank {} takes no part in this mapping; it has {}, the highest is {}", *options.rank,
                            counted(mapping.grid().size(), "rank"), mapping.grid().max_rank()));
}

void write_member(JsonWriter& json, Mapping const& mapping, Member const& member) {
    LocalLayout const layout(mapping, member.position);
    json.begin_object();
    json.entry("rank", Index{member.rank});
    json.entry("coords", mapping.grid().named_coordinates(member.position));
    json.entry("elements", layout.owned().count());
    json.entry("local_shape", layout.local_shape());
    json.entry("alloc_shape", layout.alloc_shape());
    json.entry("strides", layout.strides());
    json.entry("offset", layout.first_offset());
    json.key("dims");
    write_box(json, layout.owned(), mapping.array());
    json.end_object();
}

std::string shape_text(Extents const& shape) {
    std::string text;
    for (Index const extent : shape) text += fmt::format("{}{}", text.empty() ? "" : " x ", extent);
    return text;
}

/// Returns "1, 14", the distance in elements between consecutive indices per dimension. "1, 7 from 8" if the first owned element is
/// not at offset 0.
std::string strides_text(LocalLayout const& layout) {
    if (layout.allocation_size() == 0) return "";
    std::string const first = layout.first_offset() == 0 ? "" : fmt::format(" from {}", layout.first_offset());
    return fmt::format("{}{}", fmt::join(layout.strides(), ", "), first);
}

/// The rows of the table. The object records whether a row needs the legend of tuples.
class MapTable {
  public:
    MapTable(Mapping const& mapping, Sink const& sink, std::size_t entries)
        : mapping_(mapping), entries_(entries),
          table_(
              {{"rank"}, {"coordinates"}, {"elements"}, {"owns"}, {"allocates"}, {"strides"}, {"indices", TextTable::Align::Left}},
              sink) {}

    void add(Member const& member) {
        LocalLayout const layout(mapping_, member.position);
        std::string const indices = box_text(layout.owned(), mapping_.array(), entries_);
        tuples_ = tuples_ || has_tuple(indices);
        table_.add({fmt::format("{}", member.rank), tuple_text(mapping_.grid().named_coordinates(member.position)),
                    grouped(layout.owned().count()), shape_text(layout.local_shape()), shape_text(layout.alloc_shape()),
                    strides_text(layout), indices});
    }
    void skip(Index ranks) {
        table_.add_line(fmt::format("... {} more (--rank R shows one, --all every one)", counted(ranks, "rank")));
    }
    void finish(Sink const& sink) {
        table_.finish();
        if (tuples_) sink(fmt::format("  {}\n", tuple_legend));
    }

  private:
    Mapping const& mapping_;
    std::size_t entries_;
    TextTable table_;
    bool tuples_ = false;
};

void write_summary(Mapping const& mapping, Sink const& sink) {
    Index least = mapping.volume();
    Index most = 0;
    Index without = 0;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        Index const count = mapping.owned_count(position);
        least = std::min(least, count);
        most = std::max(most, count);
        without += count == 0 ? 1 : 0;
    }
    sink(fmt::format("{}: {}, mapped {}\n", describe(mapping.array()), counted(mapping.volume(), "element"),
                     mapping_text(mapping.spec())));
    std::string const each = least == most ? fmt::format("{} each", counted(most, "element"))
                                           : fmt::format("{} to {} each", grouped(least), counted(most, "element"));
    sink(fmt::format("{}, {}", counted(mapping.grid().size(), "rank"), each));
    if (mapping.replicas() > 1) sink(fmt::format(", {} copies of the array", grouped(mapping.replicas())));
    if (without > 0) sink(fmt::format(", {} with none", grouped(without)));
    sink("\n\n");
}

} // namespace

Result<void> map_json(Mapping const& mapping, MapReportOptions const& options, Sink const& sink) {
    auto const members = TRY(members_asked_for(mapping, options));
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.map/1");
    json.key("array");
    write_array(json, mapping.array());
    json.key("ranks");
    json.begin_list();
    for (Member const& member : members) write_member(json, mapping, member);
    json.end_array();
    json.end_object();
    return {};
}

Result<void> map_text(Mapping const& mapping, MapReportOptions const& options, Sink const& sink) {
    auto const members = TRY(members_asked_for(mapping, options));
    write_summary(mapping, sink);
    Index const rows = std::ssize(members);
    bool const everything = options.all || rows <= detail::most_rows;
    MapTable table(mapping, sink, options.rank || options.all ? std::string::npos : 6);
    for (Index row = 0; row < rows; ++row) {
        bool const left_out = !everything && row >= detail::first_rows && row < rows - detail::last_rows;
        if (!left_out)
            table.add(members[as_size(row)]);
        else if (row == detail::first_rows)
            table.skip(rows - detail::first_rows - detail::last_rows);
    }
    table.finish(sink);
    return {};
}

} // namespace tessera
