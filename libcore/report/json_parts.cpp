// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of JSON that several reports use.
#include "libcore/report/json_parts.hpp"

namespace tessera {
namespace {

void write_falls(JsonWriter& json, Falls const& falls, Index lower) {
    json.begin_object();
    json.entry("first", lower + falls.l);
    json.entry("last", lower + falls.r);
    json.entry("length", falls.length());
    json.entry("stride", falls.s);
    json.entry("count", falls.n);
    json.end_object();
}

} // namespace

void write_array(JsonWriter& json, ArraySpec const& array) {
    json.begin_object();
    json.entry("name", shown_name(array));
    json.entry("type", array.type.name);
    json.entry("shape", array.extents);
    json.entry("lower", array.lower);
    json.entry("order", array.order == StorageOrder::Fortran ? "fortran" : "c");
    if (array.addends) {
        json.entry("addends", true);
        json.entry("operation", name_of(*array.addends));
    }
    json.end_object();
}

void write_set(JsonWriter& json, PeriodicSet const& set, Index lower) {
    json.begin_array();
    for (Falls const& falls : set.falls()) write_falls(json, falls, lower);
    json.end_array();
}

void write_box(JsonWriter& json, BoxSet const& box, ArraySpec const& array) {
    json.begin_array();
    for (std::size_t d = 0; d < box.dims().size(); ++d) write_set(json, box.dims()[d], array.lower[d]);
    json.end_array();
}

} // namespace tessera
