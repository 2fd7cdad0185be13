// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of Zarr version 3.
#include "libcore/files/store/zarr/zarr_v3.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/codec/codecs.hpp"
#include "libcore/files/store/zarr/zarr_codecs.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"
#include "libcore/files/store/zarr/zarr_v2.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace tessera {

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;

/// Returns the name of an extension, given as a string or as an object with a name and a configuration.
std::string extension_name(ZarrJson const& json) {
    return json.is_string() ? json.get<std::string>() : json.at("name").get<std::string>();
}

ZarrJson configuration_of(ZarrJson const& json) {
    return json.is_object() ? json.value("configuration", ZarrJson::object()) : ZarrJson::object();
}

Result<void> check_members(ZarrJson const& json) {
    static constexpr std::array<std::string_view, 11> known{
        "zarr_format", "node_type", "shape",      "data_type",       "chunk_grid",          "chunk_key_encoding",
        "fill_value",  "codecs",    "attributes", "dimension_names", "storage_transformers"};
    for (auto const& [name, member] : json.items()) {
        bool const optional = member.is_object() && !member.value("must_understand", true);
        if (std::ranges::find(known, name) == known.end() && !optional)
            return fail(fmt::format("it has '{}', which one has to understand and which is not known here", name));
    }
    if (json.contains("storage_transformers") && !json.at("storage_transformers").empty())
        return fail("it has storage transformers, which are not known here");
    return {};
}

/// State of a walk over codecs: the order of elements so far.
struct CodecWalk {
    std::vector<int> order; ///< encoded dimension i is dimension order[i] of the array
    bool big_endian = false;
    std::string of_texts = {};         ///< codec that converts texts of any length to bytes
    std::vector<std::string> of_bytes; ///< codecs after the conversion to bytes
};

Result<void> transpose(CodecWalk& walk, ZarrJson const& configuration) {
    auto const order = json_as<std::vector<int>>(configuration.at("order"));
    std::vector<int> sorted = order;
    std::ranges::sort(sorted);
    std::vector<int> numbers(walk.order.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    if (sorted != numbers) return fail("the order of its 'transpose' does not name each dimension once");
    std::vector<int> next;
    for (int const dim : order) next.push_back(walk.order[as_size(dim)]);
    walk.order = std::move(next);
    return {};
}

Result<void> take_shards(ZarrArray& array, ZarrJson const& configuration, std::vector<int> const& order);
Result<void> walk_codecs(ZarrArray& array, ZarrJson const& codecs, CodecWalk& walk);

/// Reads a sharding codec. `configuration`: its settings; `codecs`: number of codecs from it on.
Result<void> walk_shards(ZarrArray& array, ZarrJson const& configuration, std::ptrdiff_t codecs, CodecWalk& walk) {
    if (auto const done = take_shards(array, configuration, walk.order); !done) return done;
    if (codecs > 1) return fail("its shards pass through codecs as a whole, which are not known here");
    return walk_codecs(array, configuration.at("codecs"), walk);
}

Result<void> walk_codecs(ZarrArray& array, ZarrJson const& codecs, CodecWalk& walk) {
    bool in_bytes = false; // true after the codec that converts elements to bytes
    for (std::ptrdiff_t at = 0; at < std::ssize(codecs); ++at) {
        ZarrJson const& codec = codecs.at(as_size(at));
        std::string const name = extension_name(codec);
        ZarrJson const configuration = configuration_of(codec);
        if (name == "transpose" && !in_bytes) {
            if (auto const done = transpose(walk, configuration); !done) return done;
        } else if ((name == texts_codec || name == sequences_codec) && !in_bytes) {
            walk.of_texts = name;
            in_bytes = true;
        } else if (name == "bytes" && !in_bytes) {
            walk.big_endian = configuration.value("endian", "little") == "big";
            in_bytes = true;
        } else if (name == "sharding_indexed" && !in_bytes) {
            return walk_shards(array, configuration, std::ssize(codecs) - at, walk);
        } else {
            if (!in_bytes) return fail(fmt::format("its chunks pass through '{}', which is not known here", name));
            walk.of_bytes.push_back(codec.dump());
        }
    }
    if (!in_bytes) return fail("none of its codecs makes bytes of elements");
    return {};
}

/// Reads the shard settings. Index codecs must have a fixed length: bytes and crc32c. `order`: dimensions of the array after the
/// transpositions so far.
Result<void> take_shards(ZarrArray& array, ZarrJson const& configuration, std::vector<int> const& order) {
    constexpr std::size_t most_levels = 8;
    if (array.shards.size() == most_levels) return fail(fmt::format("its shards lie {} deep in shards", most_levels));
    auto const lengths = json_as<Extents>(configuration.at("chunk_shape"));
    Extents const& outer = array.unit();
    if (lengths.size() != outer.size()) return fail("its shards are no multiples of the chunks in them");
    ZarrShards shards{.chunk = Extents(outer.size()), .order = order, .index_codecs = {}};
    for (std::size_t d = 0; d < order.size(); ++d) shards.chunk[as_size(order[d])] = lengths[d];
    std::string const location = configuration.value("index_location", "end");
    if (location != "start" && location != "end")
        return fail(fmt::format("the index of its shards is at '{}', neither start nor end", location));
    shards.index_first = location == "start";
    for (ZarrJson const& codec : configuration.at("index_codecs")) {
        std::string const name = extension_name(codec);
        if (name == "bytes")
            shards.index_big_endian = configuration_of(codec).value("endian", "little") == "big";
        else if (name == "crc32c")
            shards.index_codecs.push_back(crc32c_codec());
        else
            return fail(fmt::format("the index of its shards passes through '{}', which is not known here", name));
    }
    Index count = 1;
    for (std::size_t d = 0; d < outer.size(); ++d) {
        if (shards.chunk[d] < 1 || outer[d] % shards.chunk[d] != 0)
            return fail("its shards are no multiples of the chunks in them");
        Index const along = outer[d] / shards.chunk[d];
        if (along > most_listed_chunks / count)
            return fail(fmt::format("the index of its shards lists more than {} chunks", most_listed_chunks));
        count *= along;
    }
    array.shards.push_back(std::move(shards));
    return {};
}

Result<void> take_names(ZarrArray& array, ZarrJson const& json) {
    ZarrJson const& encoding = json.at("chunk_key_encoding");
    std::string const name = extension_name(encoding);
    if (name != "default" && name != "v2")
        return fail(fmt::format("its chunks are named in the way '{}', which is not known here", name));
    array.prefixed = name == "default";
    std::string const separator = configuration_of(encoding).value("separator", array.prefixed ? "/" : ".");
    if (separator != "." && separator != "/") return fail(fmt::format("its separator is '{}', neither . nor /", separator));
    array.separator = separator.front();
    ZarrJson const names = json.value("dimension_names", ZarrJson());
    for (ZarrJson const& dim : names.is_array() ? names : ZarrJson::array())
        array.dim_names.push_back(dim.is_string() ? dim.get<std::string>() : "");
    bool const named = std::ranges::any_of(array.dim_names, [](std::string const& dim) { return !dim.empty(); });
    if (!named || array.dim_names.size() != array.extents.size()) array.dim_names.clear();
    return {};
}

Result<ZarrArray> array_of(ZarrJson const& json) {
    ZarrArray array;
    array.version = 3;
    if (json.at("zarr_format") != 3) return fail(fmt::format("its Zarr version is {}, not 3", json.at("zarr_format").dump()));
    if (json.at("node_type") != "array") return fail("it is no array");
    TRY(check_members(json));
    array.extents = json_as<Extents>(json.at("shape"));
    ZarrJson const& grid = json.at("chunk_grid");
    if (extension_name(grid) != "regular")
        return fail(fmt::format("its grid of chunks is '{}', not regular", extension_name(grid)));
    array.chunk = json_as<Extents>(configuration_of(grid).at("chunk_shape"));
    array.type.element.bytes = 1;
    TRY(check_zarr_shape(array));
    CodecWalk walk{.order = std::vector<int>(array.extents.size()), .of_bytes = {}};
    std::iota(walk.order.begin(), walk.order.end(), 0);
    TRY(walk_codecs(array, json.at("codecs"), walk));
    array.type = TRY(zarr3_type(json.at("data_type").dump(), walk.big_endian));
    array.permutation.assign(walk.order.rbegin(), walk.order.rend());
    TRY(check_zarr_shape(array));
    if (walk.of_texts != (array.type.texts ? texts_codec_of(array.type) : ""))
        return fail(fmt::format("its elements are {}, and it has {}", array.type.text,
                                walk.of_texts.empty() ? "no codec of texts" : fmt::format("the codec '{}'", walk.of_texts)));
    if (array.type.texts && !std::ranges::is_sorted(walk.order))
        return fail("its texts of any length are transposed, which is not known here");
    TRY(set_zarr_fill(array, json.at("fill_value").dump()));
    ZarrJson of_bytes = ZarrJson::array();
    for (std::string const& codec : walk.of_bytes) of_bytes.push_back(ZarrJson::parse(codec));
    TRY(set_zarr_codecs(array, of_bytes.dump()));
    TRY(take_names(array, json));
    return array;
}

ZarrJson named(char const* name, ZarrJson configuration) {
    return {{"name", name}, {"configuration", std::move(configuration)}};
}

ZarrJson bytes_json(bool has_order, bool big_endian) {
    return has_order ? named("bytes", {{"endian", big_endian ? "big" : "little"}}) : ZarrJson{{"name", "bytes"}};
}

/// Returns the transpose codec between two orders of dimensions; an empty list if they are equal.
ZarrJson transposition(std::vector<int> const& from, std::vector<int> const& to) {
    ZarrJson order = ZarrJson::array();
    for (int const dim : to) order.push_back(std::ranges::find(from, dim) - from.begin());
    return from == to ? ZarrJson::array() : ZarrJson::array({named("transpose", {{"order", order}})});
}

/// Returns the codecs of a chunk whose dimensions have the order `before`: transposition, conversion to bytes, codecs of bytes.
ZarrJson chunk_codecs(ZarrArray const& array, std::vector<int> const& before) {
    ZarrJson codecs = transposition(before, {array.permutation.rbegin(), array.permutation.rend()});
    codecs.push_back(array.type.texts ? ZarrJson{{"name", texts_codec_of(array.type)}}
                                      : bytes_json(array.type.element.bytes > 1, array.type.big_endian));
    for (ZarrJson const& codec : ZarrJson::parse(array.codecs_text)) codecs.push_back(codec);
    return codecs;
}

/// Returns the codecs from this level of shards inwards. `before`: order of dimensions so far.
ZarrJson codecs_json(ZarrArray const& array, std::size_t level, std::vector<int> const& before) {
    if (level == array.shards.size()) return chunk_codecs(array, before);
    ZarrShards const& shards = array.shards[level];
    ZarrJson index = ZarrJson::array({bytes_json(true, shards.index_big_endian)});
    for (std::size_t i = 0; i < shards.index_codecs.size(); ++i) index.push_back({{"name", "crc32c"}});
    Extents lengths;
    for (int const dim : shards.order) lengths.push_back(shards.chunk[as_size(dim)]);
    ZarrJson codecs = transposition(before, shards.order);
    codecs.push_back(named("sharding_indexed", {{"chunk_shape", lengths},
                                                {"codecs", codecs_json(array, level + 1, shards.order)},
                                                {"index_codecs", index},
                                                {"index_location", shards.index_first ? "start" : "end"}}));
    return codecs;
}

ZarrJson codecs_json(ZarrArray const& array) {
    std::vector<int> as_is(array.extents.size());
    std::iota(as_is.begin(), as_is.end(), 0);
    return codecs_json(array, 0, as_is);
}

} // namespace

Result<ZarrArray> parse_zarr_json(std::string_view text) {
    try {
        return array_of(ZarrJson::parse(text));
    } catch (std::exception const& wrong) {
        return fail(fmt::format("it is no metadata of an array: {}", json_reason(wrong)));
    }
}

std::string zarr_json_text(ZarrArray const& array, std::string_view attributes) {
    ZarrJson json{
        {"zarr_format", 3},
        {"node_type", "array"},
        {"shape", array.extents},
        {"data_type", ZarrJson::parse(array.type.text)},
        {"chunk_grid", named("regular", {{"chunk_shape", array.chunk}})},
        {"chunk_key_encoding", named(array.prefixed ? "default" : "v2", {{"separator", std::string(1, array.separator)}})},
        {"fill_value", ZarrJson::parse(zarr_fill_text(array))},
        {"codecs", codecs_json(array)},
        {"attributes", ZarrJson::parse(attributes.empty() ? "{}" : attributes)}};
    for (std::string const& name : array.dim_names) json["dimension_names"].push_back(name.empty() ? ZarrJson() : ZarrJson(name));
    return json.dump(2, ' ', true) + '\n';
}

std::optional<std::string> zarr_node_type(std::string_view text) {
    ZarrJson const json = ZarrJson::parse(text, nullptr, false);
    bool const third = json.is_object() && json.value("zarr_format", ZarrJson()) == 3 && json.contains("node_type");
    if (!third || !json.at("node_type").is_string()) return std::nullopt;
    return json.at("node_type").get<std::string>();
}

std::string zarr_json_attributes(std::string_view text) {
    ZarrJson const json = ZarrJson::parse(text, nullptr, false);
    bool const told = json.is_object() && json.contains("attributes") && !json.at("attributes").is_null();
    return told ? json.at("attributes").dump() : "{}";
}

std::string zarr_group_text(std::string_view attributes) {
    return ZarrJson{{"zarr_format", 3}, {"node_type", "group"}, {"attributes", ZarrJson::parse(attributes)}}.dump(2, ' ', true) +
           '\n';
}

std::vector<ZarrShards> new_zarr_shards(Extents chunk) {
    std::vector<int> order(chunk.size());
    std::iota(order.begin(), order.end(), 0);
    return {{.chunk = std::move(chunk), .order = std::move(order), .index_codecs = {crc32c_codec()}}};
}

} // namespace tessera
