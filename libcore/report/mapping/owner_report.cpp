// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the owners of one element, and the reason.
#include "libcore/report/mapping/owner_report.hpp"

#include "libcore/base/units.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/report/detail/owner_formula.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr std::size_t most_owners = 24; // in the text

Extents local_index(LocalLayout const& layout, std::span<Index const> index) {
    auto local = layout.global_to_local(index);
    assert(local.has_value()); // the layout is that of an owner
    return *local;
}

void write_owner(JsonWriter& json, Mapping const& mapping, Owner const& owner, std::span<Index const> index) {
    LocalLayout const layout(mapping, owner.position);
    Extents const local = local_index(layout, index);
    json.begin_object();
    json.entry("rank", Index{owner.rank});
    json.entry("coords", mapping.grid().named_coordinates(owner.position));
    json.entry("local", local);
    json.entry("offset", layout.offset(local));
    json.end_object();
}

void write_steps(Mapping const& mapping, Owner const& owner, std::span<Index const> index, Sink const& sink) {
    LocalLayout const layout(mapping, owner.position);
    Extents const local = local_index(layout, index);
    sink("\nHow:\n");
    for (int d = 0; d < mapping.dims(); ++d) sink(fmt::format("  {}\n", detail::owner_formula(mapping, d, index[as_size(d)])));
    sink(fmt::format("  coordinates {} of {} -> rank {}\n", tuple_text(mapping.grid().named_coordinates(owner.position)),
                     mapping.spec().processors.name, owner.rank));
    for (int d = 0; d < mapping.dims(); ++d)
        sink(fmt::format("  {}\n", detail::local_formula(mapping, layout, d, index[as_size(d)])));
    sink(fmt::format("  {}\n", detail::offset_formula(layout, local)));
}

} // namespace

void owner_json(Mapping const& mapping, std::span<Index const> index, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.owner/1");
    json.key("index");
    json.begin_array();
    for (std::size_t d = 0; d < index.size(); ++d) json.value(mapping.array().lower[d] + index[d]);
    json.end_array();
    json.key("owners");
    json.begin_list();
    for (Owner const& owner : mapping.owners(index)) write_owner(json, mapping, owner, index);
    json.end_array();
    json.end_object();
}

void owner_text(Mapping const& mapping, std::span<Index const> index, Sink const& sink) {
    auto const owners = mapping.owners(index);
    sink(fmt::format("{} of {}, mapped {}\n\n", element_text(mapping.array(), index), describe(mapping.array()),
                     mapping_text(mapping.spec())));
    TextTable table({{"rank"}, {"coordinates"}, {"local index"}, {"offset"}}, sink);
    for (std::size_t i = 0; i < std::min(owners.size(), most_owners); ++i) {
        LocalLayout const layout(mapping, owners[i].position);
        Extents const local = local_index(layout, index);
        table.add({fmt::format("{}", owners[i].rank), tuple_text(mapping.grid().named_coordinates(owners[i].position)),
                   tuple_text(local), grouped(layout.offset(local))});
    }
    if (owners.size() > most_owners)
        table.add_line(fmt::format("... and {} more copies; --json lists them all", owners.size() - most_owners));
    table.finish();
    write_steps(mapping, owners.front(), index, sink);
    if (owners.size() > 1)
        sink(fmt::format("  {} copies: the mapping replicates the array; the other ranks store it alike\n", owners.size()));
}

} // namespace tessera
