// SPDX-License-Identifier: BSD-3-Clause
// Tessera: codecs in Zarr's metadata.
#include "libcore/files/store/zarr/zarr_codecs.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/codec/codecs.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace tessera {

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;

/// Name and settings of a codec in either version.
struct CodecEntry {
    std::string name;
    ZarrJson settings;

    [[nodiscard]] int number(char const* key, int otherwise) const { return json_member_or<int>(settings, key, otherwise); }
};

CodecEntry entry_of(std::string_view text) {
    constexpr std::string_view numcodecs = "numcodecs."; // prefix of numcodecs' codecs in version 3
    ZarrJson const json = ZarrJson::parse(text);
    if (json.is_string()) return {json.get<std::string>(), ZarrJson::object()};
    if (json.contains("id")) return {json.at("id").get<std::string>(), json};
    std::string name = json.at("name").get<std::string>();
    if (name.starts_with(numcodecs)) name.erase(0, numcodecs.size());
    return {std::move(name), json.value("configuration", ZarrJson::object())};
}

int blosc_shuffle(ZarrJson const& settings, Index element_bytes) {
    ZarrJson const shuffle = settings.value("shuffle", ZarrJson(1));
    if (shuffle.is_string()) return shuffle == "bitshuffle" ? 2 : shuffle == "shuffle" ? 1 : 0;
    int const number = json_as<int>(shuffle);
    return number >= 0 ? number : element_bytes == 1 ? 2 : 1;
}

Result<CodecPointer> blosc_of(CodecEntry const& entry, ZarrArray& array) {
    Index const element_bytes = array.type.element.bytes;
    BloscSettings const settings{
        entry.settings.value("cname", "lz4"), entry.number("clevel", 5), blosc_shuffle(entry.settings, element_bytes),
        json_member_or<Index>(entry.settings, "typesize", element_bytes), json_member_or<Index>(entry.settings, "blocksize", 0)};
    if (!blosc_knows(settings.compressor))
        return fail(fmt::format("its chunks are compressed by blosc with '{}', which is not known here", settings.compressor));
    std::string const name = settings.compressor == "lz4" ? "blosc" : "blosc-" + settings.compressor;
    array.filters.shuffle = settings.shuffle == 1;
    array.filters.bit_shuffle = settings.shuffle == 2;
    array.filters.compressor = Compressor{name, settings.level};
    return blosc_codec(settings);
}

/// Returns the codec; nullopt if its name is unknown here.
std::optional<CodecPointer> simple_codec(CodecEntry const& entry, ZarrArray& array) {
    auto const named = [&](char const* name, int level) {
        array.filters.compressor = Compressor{name, level};
        return level;
    };
    if (entry.name == "zlib") {
        int const level = entry.number("level", 1);
        array.filters.deflate = std::clamp(level, 0, 9);
        return zlib_codec(level);
    }
    if (entry.name == "gzip") return gzip_codec(named("gzip", entry.number("level", 1)));
    if (entry.name == "zstd") return zstd_codec(named("zstd", entry.number("level", 1)), entry.settings.value("checksum", false));
    if (entry.name == "bz2") return bzip2_codec(named("bzip2", entry.number("level", 1)));
    if (entry.name == "lz4") return lz4_codec(named("lz4", entry.number("acceleration", 1)));
    if (entry.name == "shuffle") {
        array.filters.shuffle = true;
        return shuffle_codec(std::max<Index>(json_member_or<Index>(entry.settings, "elementsize", 4), 1));
    }
    if (entry.name == "crc32c") {
        array.filters.crc32c = true;
        return crc32c_codec();
    }
    return std::nullopt;
}

/// Returns a number filter of numcodecs; nullopt if the name is none. Error: unsupported number types.
Result<std::optional<CodecPointer>> number_filter_of(CodecEntry const& entry, ZarrArray& array) {
    bool const casts = entry.name == "astype";
    bool const rounds = entry.name == "bitround";
    if (entry.name == "packbits") {
        array.other_filters.push_back(entry.name);
        return packbits_filter();
    }
    if (!casts && !rounds && entry.name != "delta" && entry.name != "fixedscaleoffset") return std::optional<CodecPointer>();
    if (rounds) { // the values need no decoding
        array.other_filters.push_back(entry.name);
        return number_filter({"bitround", {'u', 1, false}, {'u', 1, false}});
    }
    std::string const plain = entry.settings.at(casts ? "decode_dtype" : "dtype").get<std::string>();
    std::string const encoded =
        casts ? entry.settings.at("encode_dtype").get<std::string>() : entry.settings.value("astype", plain);
    auto const from = number_type(encoded);
    auto const to = number_type(plain);
    if (!from || !to)
        return fail(fmt::format("its chunks pass through '{}' from {} to {}, which is not known here", entry.name, plain, encoded));
    array.other_filters.push_back(entry.name);
    return number_filter({entry.name, *to, *from, entry.settings.value("scale", 1.0), entry.settings.value("offset", 0.0)});
}

/// Returns the JSON entry of a codec in this version.
ZarrJson codec_json(int version, std::string const& name, ZarrJson settings) {
    if (version > 2) return {{"name", name}, {"configuration", std::move(settings)}};
    ZarrJson entry{{"id", name}};
    entry.update(settings);
    return entry;
}

ZarrJson blosc_json(ZarrArray const& array, std::string const& compressor, int level, ChunkFilters const& filters) {
    ZarrJson settings{{"cname", compressor}, {"clevel", level}};
    if (array.version > 2) {
        settings["shuffle"] = filters.bit_shuffle ? "bitshuffle" : filters.shuffle ? "shuffle" : "noshuffle";
        settings["typesize"] = array.type.element.bytes;
    } else {
        settings["shuffle"] = filters.bit_shuffle ? 2 : filters.shuffle ? 1 : 0;
    }
    settings["blocksize"] = 0;
    return codec_json(array.version, "blosc", std::move(settings));
}

/// Returns the JSON entry of the compressor. Version 3 has no shuffle codec, so shuffled bytes are compressed within blosc.
Result<ZarrJson> compressor_json(ZarrArray const& array, ChunkFilters const& filters) {
    bool const third = array.version > 2;
    Compressor const way = filters.compressor.value_or(Compressor{third ? "gzip" : "zlib", filters.deflate.value_or(0)});
    if (way.name == "blosc") return blosc_json(array, "lz4", way.level, filters);
    if (way.name.starts_with("blosc-")) return blosc_json(array, way.name.substr(6), way.level, filters);
    if (third && filters.shuffle && (way.name == "gzip" || way.name == "zstd"))
        return blosc_json(array, way.name == "gzip" ? "zlib" : way.name, std::min(way.level, 9), filters);
    if (third && (way.name == "bzip2" || way.name == "lz4" || filters.shuffle))
        return fail(fmt::format("Zarr's version 3 has no {}{}; it has gzip, zstd and blosc",
                                filters.shuffle ? "shuffle before " : "", way.name));
    if (way.name == "lz4") return codec_json(2, "lz4", {{"acceleration", way.level}});
    ZarrJson settings{{"level", way.level}};
    if (third && way.name == "zstd") settings["checksum"] = false;
    return codec_json(array.version, way.name == "bzip2" ? "bz2" : way.name, std::move(settings));
}

} // namespace

Result<void> add_zarr_codec(ZarrArray& array, std::string_view text) {
    try {
        CodecEntry const entry = entry_of(text);
        if (entry.name == texts_codec_of(array.type) && array.type.texts && array.codecs.empty()) return {};
        if (entry.name == "blosc") {
            array.codecs.push_back(TRY(blosc_of(entry, array)));
            return {};
        }
        auto codec = simple_codec(entry, array);
        Result<std::optional<CodecPointer>> filter = std::optional<CodecPointer>();
        if (!codec && array.version == 2) filter = number_filter_of(entry, array);
        if (!filter) return forward_error(filter);
        if (*filter) codec = std::move(*filter);
        if (!codec) return fail(fmt::format("its chunks pass through '{}', which is not known here", entry.name));
        array.codecs.push_back(*std::move(codec));
        return {};
    } catch (std::exception const& wrong) {
        return fail(fmt::format("a codec is not as it should be: {}", json_reason(wrong)));
    }
}

Result<void> set_zarr_codecs(ZarrArray& array, std::string const& text) {
    array.codecs.clear();
    array.filters = {};
    array.other_filters.clear();
    array.codecs_text = text;
    ZarrJson list = ZarrJson::array();
    try {
        ZarrJson const json = ZarrJson::parse(text);
        list = json.is_array() ? json : json.at("filters").is_null() ? list : json.at("filters");
        if (json.is_object() && !json.at("compressor").is_null()) list.push_back(json.at("compressor"));
    } catch (std::exception const& wrong) {
        return fail(fmt::format("its codecs are not as they should be: {}", json_reason(wrong)));
    }
    for (ZarrJson const& entry : list)
        if (auto const added = add_zarr_codec(array, entry.dump()); !added) return added;
    return {};
}

Result<void> set_zarr_filters(ZarrArray& array, ChunkFilters filters) {
    if (array.type.texts) filters.shuffle = false;
    ZarrJson compressor = nullptr;
    ZarrJson before = nullptr;
    bool const compressed = filters.deflate || filters.compressor;
    bool const within = filters.compressor && filters.compressor->name.starts_with("blosc");
    if (compressed) compressor = TRY(compressor_json(array, filters));
    if (filters.shuffle && !within && array.version == 2)
        before = ZarrJson::array({codec_json(2, "shuffle", {{"elementsize", array.type.element.bytes}})});
    if (array.type.texts && array.version == 2) before = ZarrJson::array({ZarrJson{{"id", texts_codec_of(array.type)}}});
    if (array.version == 2) return set_zarr_codecs(array, ZarrJson{{"compressor", compressor}, {"filters", before}}.dump());
    ZarrJson codecs = ZarrJson::array();
    if (compressed) codecs.push_back(compressor);
    if (filters.crc32c) codecs.push_back({{"name", "crc32c"}});
    return set_zarr_codecs(array, codecs.dump());
}

} // namespace tessera
