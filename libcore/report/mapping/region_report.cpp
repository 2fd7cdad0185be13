// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the share of each rank in a region.
#include "libcore/report/mapping/region_report.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {
namespace {

/// Returns "m = 27, n = 5"; empty without parameters.
std::string values_text(RegionReport const& report) {
    std::string text;
    for (std::size_t i = 0; i < report.values.size(); ++i)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", report.region.statement().parameters[i], report.values[i]);
    return text;
}

/// Returns the grid positions in ascending order of their ranks.
std::vector<Index> by_rank(Mapping const& mapping) {
    std::vector<Index> positions;
    for (Index position = 0; position < mapping.grid().size(); ++position) positions.push_back(position);
    std::ranges::sort(positions, {}, [&](Index position) { return mapping.grid().rank(position); });
    return positions;
}

Index contributors(RegionReport const& report) {
    return std::ranges::count_if(report.shares.first, [](Index count) { return count > 0; });
}

Index receivers(RegionReport const& report) {
    return std::ranges::count_if(report.shares.held, [](Index count) { return count > 0; });
}

void write_region_heading(RegionReport const& report, Sink const& sink) {
    ArraySpec const& array = report.region.array();
    std::string const values = values_text(report);
    sink(fmt::format("{}\n  {}\n", describe(array), mapping_text(report.mapping.spec())));
    sink(fmt::format("  {}\n", describe(report.region.statement(), array)));
    for (std::string const& remark : report.region.statement().remarks) sink(fmt::format("  {}\n", remark));
    Index const bytes = report.shares.elements * array.type.bytes;
    sink(fmt::format("  {}{} of {} touched ({})\n", values.empty() ? "" : values + ": ", grouped(report.shares.elements),
                     counted(report.mapping.volume(), "element"), scaled_bytes(bytes)));
    Index all = 0;
    for (Index const held : report.shares.held) all += held;
    sink(fmt::format("  collect: the host receives {}, {}\n", counted(contributors(report), "message"), scaled_bytes(bytes)));
    sink(fmt::format("  update: the host sends {}, {}\n", counted(receivers(report), "message"),
                     scaled_bytes(all * array.type.bytes)));
}

} // namespace

void region_report_text(RegionReport const& report, Sink const& sink) {
    write_region_heading(report, sink);
    sink("\n");
    TextTable table({{"rank"}, {"coordinates"}, {"holds"}, {"sends"}, {"bytes to the host"}}, sink);
    Index const bytes = report.region.array().type.bytes;
    for (Index const position : by_rank(report.mapping)) {
        Index const held = report.shares.held[as_size(position)];
        Index const first = report.shares.first[as_size(position)];
        table.add({fmt::format("{}", report.mapping.grid().rank(position)),
                   tuple_text(report.mapping.grid().named_coordinates(position)), grouped(held), grouped(first),
                   grouped(first * bytes)});
    }
    table.finish();
}

void region_json(RegionReport const& report, Sink const& sink) {
    Index const bytes = report.region.array().type.bytes;
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.region/1");
    json.entry("array", std::string_view(report.region.array().name));
    json.entry("region", std::string_view(describe(report.region.statement(), report.region.array())));
    json.key("parameters");
    json.begin_object();
    for (std::size_t i = 0; i < report.values.size(); ++i) json.entry(report.region.statement().parameters[i], report.values[i]);
    json.end_object();
    json.entry("elements", report.shares.elements);
    json.entry("bytes", report.shares.elements * bytes);
    json.key("ranks");
    json.begin_list();
    for (Index const position : by_rank(report.mapping)) {
        json.begin_object();
        json.entry("rank", Index{report.mapping.grid().rank(position)});
        json.entry("elements", report.shares.held[as_size(position)]);
        json.entry("sends", report.shares.first[as_size(position)]);
        json.entry("bytes", report.shares.first[as_size(position)] * bytes);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera
