// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the metadata of Zarr and of classic netCDF, and the codecs of chunks: what is written is read, what is spoilt is
// refused.
#include "libcore/files/codec/block_decoder.hpp"
#include "libcore/files/codec/codecs.hpp"
#include "libcore/files/store/netcdf/classic_header.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/files/store/zarr/zarr_codecs.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"
#include "libcore/files/store/zarr/zarr_v2.hpp"
#include "libcore/files/store/zarr/zarr_v3.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

std::vector<std::byte> random_bytes(Index most) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(between(1, most)));
    Index const letters = one_in(2) ? 255 : 3; // that can be compressed, or cannot
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(between(0, letters));
    return bytes;
}

CodecList random_codecs() {
    CodecList const all{zlib_codec(3),
                        gzip_codec(1),
                        zstd_codec(1),
                        zstd_codec(3, true),
                        bzip2_codec(1),
                        lz4_codec(1),
                        blosc_codec({"zstd", 3, 2, 4, 0}),
                        blosc_codec({}),
                        lz4_blocks_codec(),
                        lzf_codec(),
                        shuffle_codec(between(1, 8)),
                        fletcher32_codec(),
                        crc32c_codec()};
    CodecList chosen;
    for (Index count = between(0, 3); count > 0; --count) chosen.push_back(*rc::gen::elementOf(all));
    return chosen;
}

void chunks_are_decoded() {
    auto const plain = random_bytes(one_in(5) ? 20000 : 60);
    CodecChain chain(random_codecs(), std::ssize(plain));
    auto const encoded = chain.encode(plain);
    RC_ASSERT(std::ssize(encoded) <= chain.most_bytes());
    std::vector<std::byte> const stored(encoded.begin(), encoded.end());
    std::vector<std::byte> back(plain.size(), std::byte{0xAA});
    chain.decode(stored, back);
    RC_ASSERT(back == plain);
    chain.be_strict();
    std::ranges::fill(back, std::byte{0xAA});
    chain.decode(stored, back);
    RC_ASSERT(back == plain);
}

/// One bit of this stream is turned: libdeflate takes the unassigned code for the only one assigned, zlib refuses it.
void a_strict_chain_decodes_what_others_decode() {
    constexpr std::array<unsigned char, 22> stored{0x78, 0x5e, 0x63, 0x18, 0x05, 0xa3, 0x60, 0x14, 0x8c, 0x82, 0x51,
                                                   0x30, 0x0a, 0xc6, 0x01, 0xcd, 0x01, 0x00, 0x07, 0x70, 0x00, 0x01};
    std::vector<std::byte> plain(1904);
    CodecChain chain({zlib_codec(2)}, std::ssize(plain));
    chain.decode(std::as_bytes(std::span(stored)), plain);
    chain.be_strict();
    RC_ASSERT_THROWS_AS(chain.decode(std::as_bytes(std::span(stored)), plain), DamagedBytes);
}

/// Whatever is in them: they are decoded, perhaps to something else, or DamagedBytes is thrown; no byte beyond the room is touched.
void spoilt_chunks_do_no_harm() {
    auto const plain = random_bytes(60);
    CodecList const codecs = random_codecs();
    CodecChain chain(codecs, std::ssize(plain));
    auto const encoded = chain.encode(plain);
    std::vector<std::byte> stored(encoded.begin(), encoded.end());
    if (one_in(3)) stored.resize(static_cast<std::size_t>(between(0, std::ssize(stored) + 3)));
    for (Index changes = between(1, 3); changes > 0 && !stored.empty(); --changes)
        stored[static_cast<std::size_t>(between(0, std::ssize(stored) - 1))] = static_cast<std::byte>(between(0, 255));
    std::vector<std::byte> back(plain.size());
    if (one_in(2)) chain.be_strict();
    try {
        chain.decode(stored, back);
    } catch (DamagedBytes const& damage) {
        RC_ASSERT(std::string(damage.what()).size() > 3U);
        return;
    }
    bool const guarded = !codecs.empty() && codecs.back()->name() == "crc32c";
    RC_ASSERT(!guarded || back == plain); // a checksum lets nothing through, but for one case in 2^32
}

CodecPointer random_blosc() {
    BloscSettings settings;
    settings.compressor = *rc::gen::element<std::string>("lz4", "zstd", "blosclz");
    settings.level = static_cast<int>(between(0, 9));
    settings.shuffle = static_cast<int>(between(0, 2));
    settings.element_bytes = between(1, 8);
    settings.block_bytes = one_in(3) ? 0 : between(16, 4096);
    return blosc_codec(settings);
}

Run random_stretch(Run from, Index bytes) {
    Index const begin = one_in(2) ? std::min(from.end, bytes - 1) : between(0, bytes - 1); // the next one, or any
    return {begin, between(begin + 1, bytes)};
}

/// Of blosc's blocks, whose length the header says, and of chunks without blocks.
void stretches_are_decoded_by_themselves() {
    auto const plain = random_bytes(one_in(2) ? 20000 : 600);
    CodecPointer const codec = one_in(5) ? zlib_codec(1) : random_blosc();
    CodecChain chain({codec}, std::ssize(plain));
    auto const encoded = chain.encode(plain);
    std::vector<std::byte> const stored(encoded.begin(), encoded.end());
    BlockDecoder decoder;
    decoder.begin(codec, stored, std::ssize(plain));
    Run stretch{0, 0};
    for (Index count = between(1, 20); count > 0; --count) {
        stretch = random_stretch(stretch, std::ssize(plain));
        std::vector<std::byte> some(static_cast<std::size_t>(stretch.size()), std::byte{0xAA});
        decoder.decode(stretch, some);
        RC_ASSERT(std::ranges::equal(some, std::span(plain).subspan(static_cast<std::size_t>(stretch.begin), some.size())));
    }
}

void spoilt_stretches_do_no_harm() {
    auto const plain = random_bytes(one_in(2) ? 20000 : 600);
    CodecPointer const codec = random_blosc();
    CodecChain chain({codec}, std::ssize(plain));
    auto const encoded = chain.encode(plain);
    std::vector<std::byte> stored(encoded.begin(), encoded.end());
    if (one_in(3)) stored.resize(static_cast<std::size_t>(between(0, std::ssize(stored) + 3)));
    Index const front = one_in(2) ? 40 : std::ssize(stored); // the header, and where blocks begin, or anything
    for (Index changes = between(1, 3); changes > 0 && !stored.empty(); --changes)
        stored[static_cast<std::size_t>(between(0, std::min(front, std::ssize(stored)) - 1))] =
            static_cast<std::byte>(between(0, 255));
    try {
        BlockDecoder decoder;
        decoder.begin(codec, stored, std::ssize(plain));
        for (Index count = between(1, 5); count > 0; --count) {
            Run const stretch = random_stretch({0, 0}, std::ssize(plain));
            std::vector<std::byte> some(static_cast<std::size_t>(stretch.size()));
            decoder.decode(stretch, some);
        }
    } catch (DamagedBytes const& damage) {
        RC_ASSERT(std::string(damage.what()).size() > 3U);
    }
}

void checksums_are_castagnolis() {
    std::string const digits = "123456789";
    auto const bytes = std::as_bytes(std::span(digits));
    RC_ASSERT(crc32c(bytes) == 0xE3069283U);
    RC_ASSERT(crc32c(bytes.subspan(4), crc32c(bytes.first(4))) == 0xE3069283U);
}

ElementType random_zarr_type() {
    return *rc::gen::elementOf(std::vector<ElementType>{{"float16", 2},
                                                        {"float32", 4},
                                                        {"float64", 8},
                                                        {"complex64", 8},
                                                        {"complex128", 16},
                                                        {"int8", 1},
                                                        {"int64", 8},
                                                        {"uint16", 2},
                                                        {"uint64", 8},
                                                        {"bool", 1},
                                                        {"S7", 7},
                                                        {"V5", 5}});
}

/// Every byte of it, but for floats whose NaN may have any bits, and bools.
std::vector<std::byte> random_fill(ElementType const& type) {
    std::vector<std::byte> fill(static_cast<std::size_t>(type.bytes));
    Index const most = type.name.starts_with("float") || type.name.starts_with("complex") ? 0x3B : type.name == "bool" ? 1 : 255;
    for (std::byte& byte : fill) byte = static_cast<std::byte>(between(0, most));
    return fill;
}

/// Around the shards that there are, or around its chunks.
void add_shards(ZarrArray& array) {
    ZarrShards shards = new_zarr_shards(array.chunk).front();
    for (std::size_t d = 1; d < shards.order.size(); ++d)
        std::swap(shards.order[d], shards.order[static_cast<std::size_t>(between(0, static_cast<Index>(d)))]);
    shards.index_first = one_in(2);
    shards.index_big_endian = one_in(2);
    if (one_in(2)) shards.index_codecs.clear();
    array.shards.insert(array.shards.begin(), std::move(shards));
    for (Index& extent : array.chunk) extent *= between(1, 3);
}

ZarrArray random_zarr(int version) {
    ZarrArray array;
    array.version = version;
    ElementType const element = random_zarr_type();
    array.type = new_zarr_type(element, {}, one_in(2) && element.bytes > 1, version).value();
    for (Index dims = between(0, 4); dims > 0; --dims) {
        array.extents.push_back(between(0, 20));
        array.chunk.push_back(between(1, 9));
    }
    array.permutation = permutation_of(one_in(2) ? StorageOrder::C : StorageOrder::Fortran, array.extents.size());
    array.separator = one_in(2) ? '.' : '/';
    array.prefixed = version > 2;
    if (version > 2 || one_in(2)) array.fill = random_fill(element);
    ChunkFilters filters;
    if (one_in(2))
        filters.compressor =
            parse_compressor(*rc::gen::element<std::string>("gzip:2", "zstd:3", "blosc:4", "blosc-zstd:1")).value();
    filters.shuffle = filters.compressor && one_in(2) && (version == 2 || filters.compressor->name.starts_with("blosc"));
    RC_ASSERT(set_zarr_filters(array, filters).has_value());
    RC_ASSERT(array.filters == filters);
    if (version > 2)
        for (Index levels = between(0, 3); levels > 0; --levels) add_shards(array);
    return array;
}

bool same_array(ZarrArray const& a, ZarrArray const& b) {
    bool const shards = std::ranges::equal(a.shards, b.shards, [](ZarrShards const& one, ZarrShards const& other) {
        return one.chunk == other.chunk && one.order == other.order && one.index_first == other.index_first &&
               one.index_big_endian == other.index_big_endian && one.index_codecs.size() == other.index_codecs.size();
    });
    return shards && a.permutation == b.permutation && a.extents == b.extents && a.chunk == b.chunk &&
           a.type.element == b.type.element && a.order() == b.order() && a.type.text == b.type.text && a.fill == b.fill &&
           a.separator == b.separator && a.prefixed == b.prefixed && a.filters == b.filters && a.codecs.size() == b.codecs.size() &&
           a.codecs_text == b.codecs_text;
}

Result<ZarrArray> parsed(std::string const& text, int version) {
    return version == 2 ? parse_zarray(strict_json(text)) : parse_zarr_json(strict_json(text));
}

std::string text_of(ZarrArray const& array) {
    return array.version == 2 ? zarray_text(array) : zarr_json_text(array, "{}");
}

void zarr_metadata_are_read_back() {
    int const version = one_in(2) ? 2 : 3;
    ZarrArray const array = random_zarr(version);
    auto const back = parsed(text_of(array), version);
    RC_ASSERT(back.has_value());
    RC_ASSERT(same_array(array, *back));
}

void spoilt_zarr_metadata_are_refused_or_read() {
    int const version = one_in(2) ? 2 : 3;
    std::string text = text_of(random_zarr(version));
    if (one_in(4))
        RC_ASSERT(!parsed(text.substr(0, static_cast<std::size_t>(between(0, std::ssize(text) - 3))), version).has_value());
    for (Index changes = between(1, 4); changes > 0; --changes) {
        auto const at = static_cast<std::size_t>(between(0, std::ssize(text) - 1));
        if (one_in(2))
            text[at] = static_cast<char>(between(32, 126));
        else
            text.erase(at, static_cast<std::size_t>(between(1, 9)));
    }
    auto const array = parsed(text, version);
    std::string const said = array ? "read" : array.error().message;
    RC_ASSERT(!said.empty() && said.find('\n') == std::string::npos);
}

std::string verdict(std::string text, std::string const& from, std::string const& to, int version) {
    auto const place = text.find(from);
    if (place == std::string::npos) return "no '" + from + "' in " + text;
    auto const array = parsed(text.replace(place, from.size(), to), version);
    return array ? "read" : array.error().message;
}

void zarr_metadata_say_what_is_wrong() {
    std::string const second = R"({"zarr_format": 2, "shape": [4], "chunks": [2], "dtype": "<f4", "compressor": null,
        "fill_value": NaN, "order": "C", "filters": null})";
    RC_ASSERT(verdict(second, "C", "C", 2) == "read");
    RC_ASSERT(verdict(second, "null", R"({"id": "pcodec"})", 2) == "its chunks pass through 'pcodec', which is not known here");
    RC_ASSERT(verdict(second, "[2]", "[2, 2]", 2) == "it has 1 dimensions, and its chunks 2");
    RC_ASSERT(verdict(second, "NaN", R"("none")", 2) == "its fill value \"none\" is none of type float32");
    RC_ASSERT(verdict(second, "\"C\"", "\"K\"", 2) == "its order is 'K', neither C nor F");
    RC_ASSERT(verdict(second, "[4]", "[9223372036854775807]", 2) == "it has more bytes than fit 64 bits");
    std::string const third = R"({"zarr_format": 3, "node_type": "array", "shape": [8], "data_type": "int16",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}}, "chunk_key_encoding": {"name": "default"},
        "fill_value": 0, "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2],
        "codecs": [{"name": "bytes", "configuration": {"endian": "big"}}, {"name": "gzip", "configuration": {"level": 1}}],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]}}], "attributes": {}})";
    RC_ASSERT(verdict(third, "8", "8", 3) == "read");
    RC_ASSERT(verdict(third, "[2]", "[3]", 3) == "its shards are no multiples of the chunks in them");
    RC_ASSERT(verdict(third, "crc32c", "adler", 3) == "the index of its shards passes through 'adler', which is not known here");
    RC_ASSERT(verdict(third, "\"attributes\": {}", "\"extra\": 1", 3) ==
              "it has 'extra', which one has to understand and which is not known here");
    RC_ASSERT(verdict(third, "\"attributes\": {}", "\"extra\": {\"must_understand\": false}", 3) == "read");
    RC_ASSERT(verdict(third, "regular", "rectilinear", 3) == "its grid of chunks is 'rectilinear', not regular");
    RC_ASSERT(verdict(third, "int16", "int17", 3) == "its element type \"int17\" is none that is known here");
}

std::string random_name_text() {
    std::string name;
    for (Index length = between(1, 9); length > 0; --length) name += static_cast<char>(between('a', 'z'));
    return name;
}

std::vector<ClassicAttribute> random_attributes(int version) {
    std::vector<ClassicAttribute> attributes;
    for (Index count = between(0, 3); count > 0; --count) {
        ClassicAttribute attribute{random_name_text(), static_cast<int>(between(1, version == 5 ? 11 : 6)), between(0, 5), {}};
        attribute.values.resize(static_cast<std::size_t>(attribute.count * classic_type(attribute.type)->bytes), 'v');
        attributes.push_back(std::move(attribute));
    }
    return attributes;
}

ClassicHeader random_classic() {
    ClassicHeader header;
    header.version = *rc::gen::element(1, 2, 5);
    header.records = between(0, 9);
    bool const records = one_in(2);
    for (Index count = between(0, 4); count > 0; --count) header.dims.push_back({random_name_text(), between(1, 9)});
    if (records) header.dims.insert(header.dims.begin(), {random_name_text(), 0});
    header.attributes = random_attributes(header.version);
    for (Index count = between(0, 4); count > 0; --count) {
        ClassicVariable variable{random_name_text(),
                                 {},
                                 random_attributes(header.version),
                                 static_cast<int>(between(1, header.version == 5 ? 11 : 6)),
                                 between(0, 1000000)};
        if (records && one_in(2)) variable.dims.push_back(0);
        for (Index dim = records ? 1 : 0; dim < std::ssize(header.dims); ++dim)
            if (one_in(2)) variable.dims.push_back(dim);
        header.variables.push_back(std::move(variable));
    }
    return header;
}

void classic_headers_are_read_back() {
    ClassicHeader const header = random_classic();
    std::string const text = classic_text(header);
    RC_ASSERT(text.size() % 4 == 0U);
    auto const back = parse_classic(text + "data");
    RC_ASSERT(back.has_value() && back->has_value());
    RC_ASSERT(**back == header);
    auto const cut = parse_classic(text.substr(0, static_cast<std::size_t>(between(4, std::ssize(text) - 1))));
    RC_ASSERT(cut.has_value() && !cut->has_value());
}

void spoilt_classic_headers_are_refused_or_read() {
    std::string text = classic_text(random_classic());
    for (Index changes = between(1, 4); changes > 0; --changes)
        text[static_cast<std::size_t>(between(0, std::ssize(text) - 1))] = static_cast<char>(between(0, 255));
    auto const header = parse_classic(text);
    std::string const said = header ? "read" : header.error().message;
    RC_ASSERT(!said.empty());
}

/// Three bytes for each record: the one variable of a file is not padded, several are.
void records_are_padded_but_for_one_variable() {
    ClassicHeader header{1, 2, {{"time", 0}, {"x", 3}}, {}, {{"a", {0, 1}, {}, 1, 100}}};
    RC_ASSERT(record_bytes(header) == 3);
    header.variables.push_back({"b", {0}, {}, 3, 104});
    RC_ASSERT(record_bytes(header) == 8);
    header.variables.push_back({"fixed", {1}, {}, 6, 0});
    RC_ASSERT(record_bytes(header) == 8);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=300");
    return exit_code({rc::check("chunks are decoded", chunks_are_decoded),
                      rc::check("spoilt chunks do no harm", spoilt_chunks_do_no_harm),
                      rc::check("a strict chain decodes what others decode", a_strict_chain_decodes_what_others_decode),
                      rc::check("stretches are decoded by themselves", stretches_are_decoded_by_themselves),
                      rc::check("spoilt stretches do no harm", spoilt_stretches_do_no_harm),
                      rc::check("checksums are Castagnoli's", checksums_are_castagnolis),
                      rc::check("metadata of Zarr are read back", zarr_metadata_are_read_back),
                      rc::check("spoilt metadata of Zarr are refused or read", spoilt_zarr_metadata_are_refused_or_read),
                      rc::check("metadata of Zarr say what is wrong", zarr_metadata_say_what_is_wrong),
                      rc::check("classic headers are read back", classic_headers_are_read_back),
                      rc::check("spoilt classic headers are refused or read", spoilt_classic_headers_are_refused_or_read),
                      rc::check("records are padded but for one variable", records_are_padded_but_for_one_variable)});
}
