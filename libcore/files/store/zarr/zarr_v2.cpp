// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of Zarr version 2.
#include "libcore/files/store/zarr/zarr_v2.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/json_member.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/files/store/zarr/zarr_codecs.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tessera {

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;
constexpr char const* names_key = "_ARRAY_DIMENSIONS";

/// Sets the kind of texts. The type "object" may be anything; the first filter decides.
Result<void> tell_texts(ZarrArray& array, ZarrJson const& filters) {
    if (!array.type.texts) return {};
    ZarrJson const first = filters.is_array() && !filters.empty() ? filters.front().value("id", ZarrJson()) : ZarrJson();
    if (first != texts_codec && first != sequences_codec)
        return fail(fmt::format("its elements are objects, and of those only texts ({}) and bytes ({}) are known here", texts_codec,
                                sequences_codec));
    if (first == sequences_codec) array.type = zarr_texts_type(2, true);
    if (array.order() != StorageOrder::C) return fail("its texts of any length lie in Fortran's order");
    return {};
}

} // namespace

Result<void> check_zarr_shape(ZarrArray const& array) {
    if (array.extents.size() != array.chunk.size())
        return fail(fmt::format("it has {} dimensions, and its chunks {}", array.extents.size(), array.chunk.size()));
    if (std::ssize(array.extents) > max_file_dims)
        return fail(fmt::format("it has {} dimensions; {} is the most", array.extents.size(), max_file_dims));
    if (std::ranges::any_of(array.extents, [](Index extent) { return extent < 0; })) return fail("it has a negative extent");
    if (std::ranges::any_of(array.chunk, [](Index extent) { return extent < 1; })) return fail("its chunks have no elements");
    Extents chunk = array.chunk;
    Extents whole = array.extents;
    for (std::size_t d = 0; d < whole.size(); ++d)
        if (whole[d] > 0) whole[d] = std::max(whole[d], chunk[d]);
    for (Extents* const each : {&whole, &chunk}) {
        each->push_back(array.type.element.bytes);
        if (!checked_product(*each)) return fail("it has more bytes than fit 64 bits");
    }
    return {};
}

Result<ZarrArray> parse_zarray(std::string_view text) {
    ZarrArray array;
    try {
        ZarrJson const json = ZarrJson::parse(text);
        if (json.at("zarr_format") != 2) return fail(fmt::format("its Zarr version is {}, not 2", json.at("zarr_format").dump()));
        array.extents = json_as<Extents>(json.at("shape"));
        array.chunk = json_as<Extents>(json.at("chunks"));
        array.type = TRY(zarr_type(json.at("dtype").dump()));
        TRY(check_zarr_shape(array));
        ZarrJson const fill_value = json.value("fill_value", ZarrJson());
        TRY(set_zarr_fill(array, fill_value.dump()));
        std::string const order = json.value("order", "C");
        ZarrJson const told = json.value("dimension_separator", ZarrJson()); // null: the default
        std::string const separator = told.is_null() ? "." : told.get<std::string>();
        if (order != "C" && order != "F") return fail(fmt::format("its order is '{}', neither C nor F", order));
        if (separator != "." && separator != "/")
            return fail(fmt::format("its dimension_separator is '{}', neither . nor /", separator));
        array.permutation = permutation_of(order == "C" ? StorageOrder::C : StorageOrder::Fortran, array.extents.size());
        array.separator = separator.front();
        ZarrJson const codecs{{"compressor", json.value("compressor", ZarrJson())}, {"filters", json.value("filters", ZarrJson())}};
        TRY(tell_texts(array, codecs["filters"]));
        TRY(set_zarr_codecs(array, codecs.dump()));
        return array;
    } catch (std::exception const& wrong) {
        return fail(fmt::format("it is no metadata of an array: {}", json_reason(wrong)));
    }
}

std::string zarray_text(ZarrArray const& array) {
    ZarrJson json = ZarrJson::parse(array.codecs_text);
    json.update({{"chunks", array.chunk},
                 {"dimension_separator", std::string(1, array.separator)},
                 {"dtype", ZarrJson::parse(array.type.text)},
                 {"fill_value", ZarrJson::parse(zarr_fill_text(array))},
                 {"order", array.order() == StorageOrder::C ? "C" : "F"},
                 {"shape", array.extents},
                 {"zarr_format", 2}});
    return json.dump(4, ' ', true) + '\n';
}

std::vector<std::string> dim_names_of(std::string_view attributes, std::size_t dims) {
    try {
        ZarrJson const json = ZarrJson::parse(attributes);
        auto names = json.at(names_key).get<std::vector<std::string>>();
        if (names.size() == dims) return names;
    } catch (ZarrJson::exception const&) { // the dimensions have no names then
    }
    return {};
}

std::string zattrs_text(std::string_view attributes, std::vector<std::string> const& dim_names) {
    ZarrJson json = ZarrJson::parse(attributes.empty() ? "{}" : attributes, nullptr, false);
    if (!json.is_object()) json = ZarrJson::object();
    json.erase(names_key);
    json[names_key] = dim_names;
    return json.dump(4, ' ', true) + '\n';
}

} // namespace tessera
