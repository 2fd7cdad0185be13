// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the manifest of local array files (one file per rank).
#include "libcore/files/store/manifest.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/report/json_parts.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <system_error>
#include <xxhash.h>

namespace tessera {

namespace {

using Json = nlohmann::json;

constexpr std::string_view padded_schema = "tessera.localfiles/1"; // files without strides
constexpr std::string_view manifest_schema = "tessera.localfiles/2";
constexpr char const* the_manifest = "the manifest"; // for messages

/// Writes the owned indices for readers that do not parse HPF. Tessera does not read them back.
void write_owned(JsonWriter& json, Mapping const& mapping, Rank rank) {
    auto const position = mapping.grid().position(rank);
    if (!position) return;
    BoxSet const owned = mapping.owned(*position);
    json.entry("local_shape", owned.shape());
    json.key("dims");
    write_box(json, owned, mapping.array());
}

void write_file(JsonWriter& json, Mapping const* mapping, LocalFile const& file) {
    json.begin_object();
    json.entry("rank", Index{file.rank});
    json.entry("file", file.name);
    json.entry("bytes", file.bytes);
    json.entry("xxh3", fmt::format("{:016x}", file.checksum));
    if (mapping != nullptr) {
        json.entry("strides", file.strides);
        json.entry("offset", file.first_offset);
        write_owned(json, *mapping, file.rank);
    }
    json.end_object();
}

void write_out_of_core(JsonWriter& json, OutOfCoreEntry const& entry) {
    json.key("out_of_core");
    json.begin_object();
    json.entry("placement", entry.global_file.empty() ? "local" : "global");
    json.entry("icla_bytes", entry.icla_bytes);
    if (!entry.global_file.empty()) {
        json.entry("file", entry.global_file);
        json.entry("first_byte", entry.first_byte);
    }
    json.end_object();
}

bool is_beside(std::string const& name) {
    return !name.empty() && name.find('/') == std::string::npos;
}

Result<OutOfCoreEntry> out_of_core_of(Json const& json) {
    std::string const where = "\"out_of_core\"";
    OutOfCoreEntry entry{json_bytes(json, "icla_bytes", where), "", 0};
    auto const placement = json_member<std::string>(json, "placement", where);
    if (placement == "local") return entry;
    if (placement != "global") return fail(fmt::format("its placement '{}' is neither 'local' nor 'global'", placement));
    entry.global_file = json_member<std::string>(json, "file", where);
    entry.first_byte = json_bytes(json, "first_byte", where);
    if (!is_beside(entry.global_file))
        return fail(fmt::format("its file '{}' is not the name of a file beside it", entry.global_file));
    return entry;
}

Result<MappingSpec> mapping_of(Json const& json) {
    auto const job = TRY(parse_job(json_member<std::string>(json, "hpf", the_manifest), "hpf"));
    if (job.arrays.size() != 1 || job.arrays[0].states.size() != 1) return fail("its 'hpf' is not the mapping of one array");
    return job.arrays[0].states[0];
}

Result<std::uint64_t> hash_of(std::string const& digits) {
    std::uint64_t hash = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.size() != 16)
        return fail(fmt::format("its checksum '{}' is not 16 hexadecimal digits", digits));
    return hash;
}

/// `place`: position in the list "files".
Result<LocalFile> file_of(Json const& json, std::size_t place, bool with_strides) {
    std::string const where = fmt::format("entry {} of \"files\"", place);
    LocalFile file{json_member<Rank>(json, "rank", where), json_member<std::string>(json, "file", where),
                   json_bytes(json, "bytes", where), 0};
    file.checksum = TRY(hash_of(json_member<std::string>(json, "xxh3", where)));
    if (with_strides) {
        file.strides = json_member<Extents>(json, "strides", where);
        file.first_offset = json_bytes(json, "offset", where);
    }
    if (!is_beside(file.name)) return fail(fmt::format("its file '{}' is not the name of a file beside it", file.name));
    return file;
}

Result<void> check_permutation(std::vector<int> const& permutation, int dims) {
    std::vector<int> sorted = permutation;
    std::ranges::sort(sorted);
    std::vector<int> expected(as_size(dims));
    std::iota(expected.begin(), expected.end(), 0);
    if (sorted != expected) return fail(fmt::format("its 'permutation' does not name each of the {} dimensions once", dims));
    return {};
}

Result<Manifest> from_json(Json const& json) {
    auto const schema = json_member<std::string>(json, "schema", the_manifest);
    if (schema != manifest_schema && schema != padded_schema)
        return fail(fmt::format("its schema is \"{}\", expected \"{}\" or \"{}\"", schema, manifest_schema, padded_schema));
    auto mapping = TRY(mapping_of(json));
    Manifest manifest{.mapping = std::move(mapping),
                      .permutation = json_member<std::vector<int>>(json, "permutation", the_manifest),
                      .files = {}};
    TRY(check_permutation(manifest.permutation, manifest.mapping.array.dims()));
    auto const order = json_member<std::string>(json, "byte_order", the_manifest);
    if (order != "little" && order != "big") return fail(fmt::format("its byte order '{}' is neither 'little' nor 'big'", order));
    manifest.big_endian = order == "big";
    if (json.contains("checksum")) manifest.array_checksum = TRY(hash_of(json_member<std::string>(json, "checksum", the_manifest)));
    if (json.contains("out_of_core")) manifest.out_of_core = TRY(out_of_core_of(json["out_of_core"]));
    auto const files = json.find("files");
    if (files == json.end() || !files->is_array()) throw JsonMismatch("the manifest needs \"files\", a list");
    for (std::size_t i = 0; i < files->size(); ++i)
        manifest.files.push_back(TRY(file_of((*files)[i], i, schema == manifest_schema)));
    return manifest;
}

} // namespace

std::string write_manifest(Manifest const& manifest) {
    ArraySpec const& array = manifest.mapping.array;
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.begin_object();
    bool const says_strides = std::ranges::none_of(manifest.files, [](LocalFile const& file) { return file.strides.empty(); });
    auto const mapping = says_strides && !manifest.files.empty() ? Mapping::make(manifest.mapping) : fail("");
    json.entry("schema", mapping ? manifest_schema : padded_schema);
    json.entry("array", array.name);
    json.entry("hpf", write_hpf(with_lists_inside(manifest.mapping)));
    json.entry("type", stored_type(array.type).name);
    json.entry("byte_order", manifest.big_endian ? "big" : "little");
    json.entry("permutation", std::vector<Index>(manifest.permutation.begin(), manifest.permutation.end()));
    json.key("shadow");
    json.begin_array();
    for (ShadowWidth const& width : array.shadow) json.value(std::vector<Index>{width.low, width.high});
    json.end_array();
    json.entry("shape", array.extents);
    json.entry("lower", array.lower);
    if (manifest.array_checksum) json.entry("checksum", fmt::format("{:016x}", *manifest.array_checksum));
    if (manifest.out_of_core) write_out_of_core(json, *manifest.out_of_core);
    json.key("files");
    json.begin_list();
    for (LocalFile const& file : manifest.files) write_file(json, mapping ? &*mapping : nullptr, file);
    json.end_array();
    json.end_object();
    return text;
}

Result<Manifest> parse_manifest(std::string_view text) {
    try {
        return from_json(Json::parse(shallow_json(text)));
    } catch (nlohmann::json::parse_error const& error) {
        return fail(fmt::format("it is not JSON (byte {})", error.byte));
    } catch (nlohmann::json::out_of_range const&) {
        return fail("it is not JSON: a number has too large an exponent");
    } catch (JsonMismatch const& error) {
        return fail(fmt::format("it is no manifest of local files: {}", error.what()));
    }
}

Result<Manifest> load_manifest(std::string const& path) {
    TRY(check_readable(path));
    PosixFile const file = PosixFile::open_to_read(path);
    std::string text(as_size(file.size()), '\0');
    file.read(0, std::as_writable_bytes(std::span(text)));
    auto manifest = parse_manifest(text);
    if (!manifest)
        return tl::unexpected(Error{fmt::format("cannot read '{}': {}", in_one_line(path), to_string(manifest.error()))});
    return manifest;
}

std::string beside(std::string const& manifest, std::string const& name) {
    return (std::filesystem::path(manifest).parent_path() / name).string();
}

std::string part_name(std::string const& manifest, Index generation, Rank rank) {
    std::string const stem = std::filesystem::path(manifest).stem().string();
    return generation == 1 ? fmt::format("{}.{:04}.bin", stem, rank) : fmt::format("{}.{}.{:04}.bin", stem, generation, rank);
}

Index free_generation(std::string const& manifest, Mapping const& mapping) {
    Index generation = 1;
    auto const taken = [&](Index position) {
        std::error_code ignored;
        return std::filesystem::exists(beside(manifest, part_name(manifest, generation, mapping.grid().rank(position))), ignored);
    };
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!taken(position)) continue;
        ++generation;
        position = -1;
    }
    return generation;
}

MappingSpec without_copies(MappingSpec spec) {
    for (std::size_t axis = 0; axis < spec.align.size(); ++axis) {
        if (spec.align[axis].kind != AlignAxis::Kind::Replicated) continue;
        spec.align[axis] = {AlignAxis::Kind::Fixed, 0, 1, spec.target->lower[axis]};
    }
    return spec;
}

std::uint64_t checksum_of(std::span<std::byte const> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

} // namespace tessera
