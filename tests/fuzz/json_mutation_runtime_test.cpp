// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the readers of JSON beside data files and between jobs against JSON of wrong types. No rank, no MPI.
#include "libcore/files/copy/copy_journal.hpp"
#include "libcore/files/copy/scratch_file.hpp"
#include "libcore/files/store/local/local_array.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/files/store/zarr/zarr_attributes.hpp"
#include "libcore/files/store/zarr/zarr_notes.hpp"
#include "libcore/files/store/zarr/zarr_store.hpp"
#include "libcore/runtime/channel/detail/channel_offer.hpp"
#include "tests/fuzz/json_mutation.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace {

using tessera::forward_error;
using tessera::Result;
using tessera::fuzz::JsonCase;

std::filesystem::path folder; // of this test

std::string written(std::string const& name, std::string const& text) {
    std::string const path = (folder / name).string();
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

template <class T>
Result<void> outcome(Result<T> const& read) {
    return read ? Result<void>() : forward_error(read);
}

constexpr char const* manifest = R"({"schema": "tessera.localfiles/2", "array": "A",
  "hpf": "      real A(8,4)\n!hpf$ processors P(2)\n!hpf$ distribute A(block,*) onto P\n!hpf$ shadow A(1:1,0:2)\n",
  "type": "float32", "byte_order": "little", "permutation": [0, 1], "shadow": [[1, 1], [0, 2]], "shape": [8, 4], "lower": [1, 1],
  "checksum": "0123456789abcdef",
  "files": [{"rank": 0, "file": "A.0000.bin", "bytes": 144, "xxh3": "0123456789abcdef", "strides": [1, 6], "offset": 1,
             "local_shape": [4, 4], "dims": [[{"first": 1, "last": 4, "length": 4, "stride": 4, "count": 1}],
                                             [{"first": 1, "last": 4, "length": 4, "stride": 4, "count": 1}]]},
            {"rank": 1, "file": "A.0001.bin", "bytes": 192, "xxh3": "0123456789abcdef", "strides": [1, 8], "offset": 1,
             "local_shape": [4, 4], "dims": [[{"first": 5, "last": 8, "length": 4, "stride": 4, "count": 1}],
                                             [{"first": 1, "last": 4, "length": 4, "stride": 4, "count": 1}]]}]})";

constexpr char const* padded_manifest = R"({"schema": "tessera.localfiles/1", "array": "A",
  "hpf": "      real A(8)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n", "type": "float32", "byte_order": "little",
  "permutation": [0], "shadow": [], "checksum": "0123456789abcdef",
  "out_of_core": {"placement": "global", "icla_bytes": 64, "file": "A.bin", "first_byte": 0},
  "files": [{"rank": 0, "file": "A.0000.bin", "bytes": 16, "xxh3": "0123456789abcdef"},
            {"rank": 1, "file": "A.0001.bin", "bytes": 16, "xxh3": "0123456789abcdef"}]})";

Result<void> parse_manifest(std::string const& text) {
    return outcome(tessera::parse_manifest(text));
}

/// Its files are there, and as long as it says.
Result<void> open_manifest(std::string const& text) {
    auto const parsed = tessera::parse_manifest(text);
    if (!parsed) return forward_error(parsed);
    return outcome(tessera::stored_array(*parsed, (folder / "A.json").string()));
}

constexpr char const* zarray = R"({"zarr_format": 2, "shape": [4, 6], "chunks": [2, 3], "dtype": "<f4", "fill_value": 0,
  "order": "C", "dimension_separator": ".", "filters": [{"id": "shuffle", "elementsize": 4}],
  "compressor": {"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}})";

constexpr char const* structured = R"({"zarr_format": 2, "shape": [4], "chunks": [2], "dtype": [["a", "<f4"], ["b", "<i2", [2]]],
  "fill_value": "AAAAAAAAAAA=", "order": "F", "filters": null, "compressor": {"id": "zlib", "level": 1}})";

constexpr char const* attributes = R"({"_ARRAY_DIMENSIONS": ["y", "x"], "units": "m", "scale_factor": 0.5, "valid": [1, 2],
  "_FillValue": "AAAAAAAA+H8=", "_NCZARR_ATTR": {"types": {"scale_factor": "<f4", "valid": "<i2"}, "unlimited_dims": ["y"]}})";

constexpr char const* sharded = R"({"zarr_format": 3, "node_type": "array", "shape": [4, 6], "data_type": "float32",
  "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 6]}},
  "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}}, "fill_value": "NaN",
  "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2, 3], "index_location": "end",
     "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}}, {"name": "bytes", "configuration": {"endian": "little"}},
                {"name": "zstd", "configuration": {"level": 1, "checksum": false}}],
     "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]}}],
  "dimension_names": ["y", "x"], "attributes": {"units": "m", "_FillValue": "AAAAAAAA+H8="}, "storage_transformers": []})";

/// A store with one array of version 2.
JsonCase second(std::string const& name, std::string const& valid, std::string const& file) {
    std::string const store = (folder / name).string();
    written(name + "/.zgroup", R"({"zarr_format": 2})");
    written(name + "/A/.zarray", zarray);
    written(name + "/A/.zattrs", attributes);
    auto const read = [store, name, file](std::string const& text) -> Result<void> {
        std::string const path = written(name + "/" + file, text);
        auto const loaded = tessera::load_zarr(store + "/A");
        if (!loaded) return forward_error(loaded);
        static_cast<void>(tessera::zarr_metadata({nullptr, store, "/A"}, {[](std::string const&) { return true; }}));
        static_cast<void>(tessera::zarr_groups(store));
        static_cast<void>(tessera::zarr_group_attributes(store));
        static_cast<void>(tessera::unlimited_in(loaded->attributes));
        return {};
    };
    return {name, valid, read, false};
}

JsonCase third() {
    std::string const store = (folder / "third").string();
    written("third/zarr.json", R"({"zarr_format": 3, "node_type": "group", "attributes": {}})");
    auto const read = [store](std::string const& text) -> Result<void> {
        written("third/A/zarr.json", text);
        auto const loaded = tessera::load_zarr(store + "/A");
        if (!loaded) return forward_error(loaded);
        static_cast<void>(tessera::zarr_metadata({nullptr, store, "/A"}, {[](std::string const&) { return true; }}));
        return {};
    };
    return {"an array of Zarr 3", sharded, read, false};
}

JsonCase third_group() {
    std::string const store = (folder / "group").string();
    written("group/A/zarr.json", sharded);
    auto const read = [store](std::string const& text) -> Result<void> {
        written("group/zarr.json", text);
        static_cast<void>(tessera::zarr_arrays(store));
        static_cast<void>(tessera::zarr_groups(store));
        static_cast<void>(tessera::zarr_group_attributes(store));
        tessera::forget_consolidated(store);
        return {};
    };
    return {"a group of Zarr 3",
            R"({"zarr_format": 3, "node_type": "group", "attributes": {"a": 1}, "consolidated_metadata": {"kind": "inline"}})",
            read, false};
}

Result<void> read_journal(std::string const& text) {
    return outcome(tessera::CopyJournal::resume(written("journal", text + std::string(4096, ' ') + "\n")));
}

Result<void> read_scratch(std::string const& text) {
    return outcome(tessera::ScratchHeader::load(written("scratch", text + "\n" + std::string(4096, ' '))));
}

Result<void> read_checksum(std::string const& text) {
    written("a.npy.xxh3", text);
    std::string const path = (folder / "a.npy").string();
    std::vector<std::string> const others{"/B"};
    static_cast<void>(tessera::other_checksums(path, others));
    return outcome(tessera::noted_checksum(path, "/A", tessera::StorageOrder::C));
}

int expect_error(char const* what, Result<void> const& read) {
    if (!read) return 0;
    std::fprintf(stderr, "accepted: %s\n", what);
    return 1;
}

/// Numbers that no file has room for, and lists so deep that copies of them would use up the stack.
int failures_of_extremes() {
    std::string const journal =
        R"({"schema":"tessera.journal/9","source":"1","task":"2","nodes":"3","kept":"4","arrays":[{"unit":[2],"units":UNITS}]})";
    auto const with_units = [&](char const* units) {
        std::string text = journal;
        return read_journal(text.replace(text.find("UNITS"), 5, units));
    };
    constexpr std::size_t depth = 1'000'000;
    std::string const deep =
        R"({"schema":"tessera.checksum/2","array":"/C","x":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
    return expect_error("a journal of too many units", with_units("9223372036854775807")) +
           expect_error("a journal of fewer units than none", with_units("-1")) +
           expect_error("a checksum with deep lists", read_checksum(deep));
}

std::vector<JsonCase> all_cases() {
    tessera::ChannelOffer offer;
    offer.hpf = "real A(8)\n";
    offer.ranks = {0, 1};
    offer.addresses = {"here:1", "here:2"};
    return {
        {"a manifest of local files", manifest, parse_manifest},
        {"the layouts of a manifest", manifest, open_manifest, false},
        {"a manifest of version 1", padded_manifest, parse_manifest},
        second("zarray", zarray, "A/.zarray"),
        second("structured", structured, "A/.zarray"),
        second("attributes", attributes, "A/.zattrs"),
        second("group attributes", attributes, ".zattrs"),
        second("group", R"({"zarr_format": 2})", ".zgroup"),
        third(),
        third_group(),
        {"a journal",
         R"({"schema":"tessera.journal/9","source":"0000000000000001","task":"2","nodes":"3","kept":"4","arrays":[{"unit":[2,3],"units":4}],"scratch":"/x"})",
         read_journal, false},
        {"a scratch file", R"({"schema":"tessera.scratch/2","source":1,"task":2,"chunk":[2,3],"checksum":"0123456789abcdef"})",
         read_scratch, false},
        {"a checksum", tessera::checksum_document({"a.npy", "/A", tessera::StorageOrder::C, 1}), read_checksum, false},
        {"an offer of a channel", offer.to_json(),
         [](std::string const& text) { return outcome(tessera::ChannelOffer::from_json(text)); }, false}};
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) return std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]), 2;
    folder = std::filesystem::path(argv[1]) / "json_mutation";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    written("A.0000.bin", std::string(144, '\0'));
    written("A.0001.bin", std::string(192, '\0'));
    int failures = failures_of_extremes();
    for (JsonCase const& each : all_cases()) failures += failures_of(each);
    std::filesystem::remove_all(folder);
    return failures > 0 ? 1 : 0;
}
