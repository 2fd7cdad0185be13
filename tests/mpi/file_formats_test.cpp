// SPDX-License-Identifier: BSD-3-Clause
// Tessera: headers, manifests and names of files: what is written is read, and what is spoilt is refused in words.
#include "libcore/base/shallow_json.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/io/npy_header.hpp"
#include "libcore/io/numpy_fields.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <cstring>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

ElementType random_type() {
    return *rc::gen::elementOf(std::vector<ElementType>{{"float16", 2},
                                                        {"float32", 4},
                                                        {"float64", 8},
                                                        {"float128", 16},
                                                        {"complex64", 8},
                                                        {"complex128", 16},
                                                        {"complex256", 32},
                                                        {"int8", 1},
                                                        {"int64", 8},
                                                        {"uint16", 2},
                                                        {"bool", 1},
                                                        {"S7", 7},
                                                        {"V24", 24}});
}

/// With padding between its fields and behind them, fields that are arrays or structures, and names that numpy has to escape.
ElementFields random_fields(Index& bytes, int depth) {
    static std::vector<std::string> const odd{"it's", "back\\slash", "\"quoted\"", "shape",      "é",
                                              "名",   "a b",         "(x, )",      "line\nbreak"};
    ElementFields fields;
    bytes = 0;
    for (Index count = between(1, 4); count > 0; --count) {
        ElementField field{one_in(3) ? *rc::gen::elementOf(odd) : "f", random_type(), bytes + between(0, 2), false, {}, {}};
        field.name += std::to_string(count);
        if (depth > 0 && one_in(4)) {
            Index inner = 0;
            field.fields = random_fields(inner, depth - 1);
            field.type = {"V" + std::to_string(inner), inner};
        }
        field.big_endian = field.fields.empty() && has_byte_order(field.type) && one_in(3);
        for (Index dims = one_in(3) ? between(1, 3) : 0; dims > 0; --dims) field.shape.push_back(between(1, 4));
        bytes = field.offset + field.bytes();
        fields.push_back(std::move(field));
    }
    bytes += between(0, 2);
    return fields;
}

FileArray random_file_array() {
    FileArray array{random_type(), {}, one_in(2) ? StorageOrder::C : StorageOrder::Fortran};
    for (Index dims = between(0, 15); dims > 0; --dims) array.extents.push_back(between(0, 12));
    return array;
}

void npy_headers_are_read_back() {
    FileArray const array = random_file_array();
    std::string const text = npy_header({array}).value();
    RC_ASSERT(text.size() % 64 == 0U);
    auto const header = parse_npy_header(text + "data");
    RC_ASSERT(header.has_value());
    RC_ASSERT(header->array == array && !header->big_endian && header->bytes == std::ssize(text));
}

NpyHeader random_structures() {
    NpyHeader header{random_file_array()};
    Index bytes = 0;
    header.fields = random_fields(bytes, 3);
    header.array.type = {"V" + std::to_string(bytes), bytes};
    return header;
}

void headers_of_structures_are_read_back() {
    NpyHeader const written = random_structures();
    auto const header = parse_npy_header(npy_header(written).value());
    RC_ASSERT(header.has_value());
    RC_ASSERT(header->array == written.array && header->fields == written.fields);
    auto const structure = numpy_structure(numpy_fields_json({written.fields, written.array.type.bytes}));
    RC_ASSERT(structure.has_value());
    RC_ASSERT(structure->fields == written.fields && structure->bytes == written.array.type.bytes);
}

void spoilt_npy_headers_are_refused_or_read() {
    std::string text = npy_header(one_in(2) ? random_structures() : NpyHeader{random_file_array()}).value();
    std::string const cut = text.substr(0, static_cast<std::size_t>(between(0, std::ssize(text) - 1)));
    RC_ASSERT(!parse_npy_header(cut).has_value());
    for (Index changes = between(1, 4); changes > 0; --changes)
        text[static_cast<std::size_t>(between(0, std::ssize(text) - 1))] = static_cast<char>(between(0, 255));
    auto const header = parse_npy_header(text);
    RC_ASSERT((header.has_value() || !header.error().message.empty())); // in brackets, RapidCheck does not evaluate both
}

std::string npy_text(std::string const& dictionary, char version = 1) {
    std::string const length{static_cast<char>(dictionary.size()), '\0'};
    return std::string("\x93NUMPY") + version + '\0' + length + (version > 1 ? std::string(2, '\0') : "") + dictionary;
}

std::string npy_verdict(std::string const& dictionary, char version = 1) {
    auto const header = parse_npy_header(npy_text(dictionary, version));
    if (!header) return header.error().message;
    return describe(header->array) + (header->fields.empty() ? "" : ": " + describe(header->fields));
}

/// What numpy itself writes, and what it may write that is no plain array.
void npy_headers_of_numpy() {
    RC_ASSERT(npy_verdict("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }") == "float64 (3,4)");
    RC_ASSERT(npy_verdict("{'descr': '|b1', 'fortran_order': True, 'shape': (5,), }", 2) == "bool (5)");
    RC_ASSERT(npy_verdict("{'descr': '>c16', 'fortran_order': True, 'shape': (), }", 3) == "complex128 ()");
    RC_ASSERT(npy_verdict("{'descr': '<f8', 'fortran_order': False, 'shape': (3L, 4L)}") == "float64 (3,4)");
    RC_ASSERT(npy_verdict("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,)}") == "V8 (3): a float64");
    RC_ASSERT(npy_verdict("{'descr': [('shape', '|i1'), ('', '|V7'), ('n', [('x', '>i2'), ('y', '<c16', (2, 3))])], "
                          "'fortran_order': False, 'shape': (5,), }") == "V106 (5): shape int8, n {x int16, y complex128[2][3]}");
    RC_ASSERT(npy_verdict("{'descr': [('\xe9', '<f8')], 'fortran_order': False, 'shape': ()}") == "V8 (): é float64"); // Latin-1
    RC_ASSERT(npy_verdict("{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (3,)}") ==
              "the field 'a' of its elements: its type '|O' is not one of f, c, i, u, b, S, V with a size");
    RC_ASSERT(npy_verdict("{'descr': [(('title', 'a'), '<f8')], 'fortran_order': False, 'shape': (3,)}") ==
              "a field of its elements has a title, which no other format has");
    RC_ASSERT(npy_verdict("{'descr': [('a', '<f8', (4000000000, 4000000000))], 'fortran_order': False, 'shape': (3,)}") ==
              "the field 'a' of its elements: it has more bytes than fit 64 bits");
    RC_ASSERT(npy_verdict("{'descr': [], 'fortran_order': False, 'shape': (3,)}") == "its element type is not a list of fields");
    RC_ASSERT(npy_verdict("'descr") == "a string in it has no end");
    RC_ASSERT(npy_verdict("('descr', 1)") == "its header is not a dictionary with descr");
    RC_ASSERT(npy_verdict("{'descr': '|O', 'fortran_order': False, 'shape': (3,)}") ==
              "its element type '|O' is not one of f, c, i, u, b, S, V with a size");
    RC_ASSERT(npy_verdict("{'descr': [('a', '>M8[ns]')], 'fortran_order': False, 'shape': (3,)}") ==
              "the field 'a' of its elements: its type '>M8[ns]' is not one of f, c, i, u, b, S, V with a size; dates and times "
              "are written as integers by "
              "a.view('i8')");
    RC_ASSERT(npy_verdict("{'descr': [('a', '<U3')], 'fortran_order': False, 'shape': (3,)}") ==
              "the field 'a' of its elements: its type '<U3' is not one of f, c, i, u, b, S, V with a size; texts are written as "
              "bytes of "
              "UTF-8 by numpy.char.encode(a)");
    RC_ASSERT(npy_verdict("{'descr': '<f3', 'fortran_order': False, 'shape': (3,)}").starts_with("its element type '<f3'"));
    RC_ASSERT(npy_verdict("{'descr': '<f8', 'shape': (3,)}") == "its header does not say fortran_order and shape");
    RC_ASSERT(npy_verdict("{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)}") ==
              "its header does not say fortran_order and shape");
    RC_ASSERT(npy_verdict("{'descr': '<f8', 'fortran_order': False, 'shape': (4000000000, 4000000000)}") ==
              "its array has more bytes than fit 64 bits");
    RC_ASSERT(npy_verdict("{'descr': '<f8', 'fortran_order': False, 'shape': "
                          "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}") ==
              "its array has 33 dimensions; 32 is the most");
    RC_ASSERT(npy_verdict("{}", 4) == "its npy version is 4; 1 to 3 are known");
}

Manifest random_manifest() {
    Manifest manifest{random_mapping_spec({between(1, 9), between(1, 9)}, 8), {0, 1}, one_in(2), {}};
    manifest.mapping.array.name = "field";
    manifest.mapping.array.type = {"float64", 8};
    if (one_in(3)) manifest.out_of_core = {between(1, 1000), one_in(2) ? "field.raw" : "", 0};
    if (manifest.out_of_core && !manifest.out_of_core->global_file.empty()) manifest.out_of_core->first_byte = between(0, 100);
    if (one_in(2)) manifest.permutation = {1, 0};
    for (Index files = between(0, 5); files > 0; --files) {
        auto const rank = static_cast<Rank>(files);
        manifest.files.push_back(
            {rank, "a" + std::to_string(rank), between(0, 100), static_cast<std::uint64_t>(between(0, 1L << 60))});
    }
    if (one_in(2)) return manifest; // version 1
    for (LocalFile& file : manifest.files) {
        file.strides = {between(1, 9), between(1, 9)};
        file.first_offset = between(0, 9);
    }
    return manifest;
}

/// Nobody's stack is used up, however much there is of it.
void deep_lists_are_refused() {
    std::string const lists = std::string(60'000, '[') + std::string(60'000, ']');
    std::string const dictionary = "{'descr': " + lists + "}";
    std::string length;
    for (std::size_t b = 0; b < 4; ++b) length += static_cast<char>(dictionary.size() >> (8 * b) & 0xFFU);
    auto const header = parse_npy_header(std::string("\x93NUMPY\x02") + '\0' + length + dictionary);
    RC_ASSERT(!header.has_value());
    RC_ASSERT(header.error().message == "its header is not a dictionary with descr");
    auto const manifest = parse_manifest("{\"schema\": " + lists + "}");
    RC_ASSERT(!manifest.has_value());
    RC_ASSERT(manifest.error().message.starts_with("it is not JSON (byte 7"));
    std::string const level = std::string(64, '[') + "\"[[\\\"[[\"" + std::string(64, ']');
    RC_ASSERT(shallow_json(level) == level);
    RC_ASSERT(shallow_json('[' + level + ']') == std::string(64, '['));
}

void manifests_are_read_back() {
    Manifest const manifest = random_manifest();
    auto const back = parse_manifest(write_manifest(manifest));
    RC_ASSERT(back.has_value());
    // The text may name what the specification left without a name; what it says must be the same.
    RC_ASSERT(write_manifest(*back) == write_manifest(manifest));
    RC_ASSERT(back->permutation == manifest.permutation && back->big_endian == manifest.big_endian &&
              back->files == manifest.files && back->out_of_core == manifest.out_of_core);
}

void spoilt_manifests_are_refused_or_read() {
    std::string text = write_manifest(random_manifest());
    RC_ASSERT(!parse_manifest(text.substr(0, static_cast<std::size_t>(between(0, std::ssize(text) - 3)))).has_value());
    for (Index changes = between(1, 4); changes > 0; --changes)
        text[static_cast<std::size_t>(between(0, std::ssize(text) - 1))] = static_cast<char>(between(32, 126));
    auto const manifest = parse_manifest(text);
    RC_ASSERT((manifest.has_value() || !manifest.error().message.empty())); // in brackets, RapidCheck does not evaluate both
}

std::string manifest_verdict(std::string text, std::string const& from, std::string const& to) {
    auto const place = text.find(from);
    if (place == std::string::npos) return "no '" + from + "' in " + text;
    auto const manifest = parse_manifest(text.replace(place, from.size(), to));
    return manifest ? "read" : manifest.error().message;
}

void contradictory_manifests_are_refused() {
    MappingSpec spec;
    spec.array = {"A", {"float64", 8}, {1, 1}, {4, 4}, StorageOrder::Fortran, {}};
    spec.formats = {DistFormat::block(), DistFormat::collapsed()};
    spec.processors.lower = {1};
    spec.processors.extents = {1};
    std::string const text = write_manifest({spec, {0, 1}, false, {{0, "A.0000.bin", 128, 7}}});
    RC_ASSERT(manifest_verdict(text, "A.0000.bin", "A.0000.bin") == "read");
    RC_ASSERT(manifest_verdict(text, "localfiles/1", "localfiles/3") ==
              "its schema is \"tessera.localfiles/3\", expected \"tessera.localfiles/2\" or \"tessera.localfiles/1\"");
    RC_ASSERT(manifest_verdict(text, "localfiles/1", "localfiles/2").find("needs \"strides\"") != std::string::npos);
    std::string const told = write_manifest({spec, {0, 1}, false, {{0, "A.0000.bin", 128, 7, {1, 4}, 0}}});
    RC_ASSERT(manifest_verdict(told, "localfiles/2", "localfiles/2") == "read");
    RC_ASSERT(manifest_verdict(told, "\"offset\": 0", "\"offset\": -1").find("must not be negative") != std::string::npos);
    RC_ASSERT(manifest_verdict(text, "[0, 1]", "[0, 0]") == "its 'permutation' does not name each of the 2 dimensions once");
    RC_ASSERT(manifest_verdict(text, "little", "middle") == "its byte order 'middle' is neither 'little' nor 'big'");
    RC_ASSERT(manifest_verdict(text, "0000000000000007", "7") == "its checksum '7' is not 16 hexadecimal digits");
    RC_ASSERT(manifest_verdict(text, "A.0000.bin", "../A.bin") == "its file '../A.bin' is not the name of a file beside it");
    std::string const global = write_manifest({spec, {0, 1}, false, {}, std::nullopt, OutOfCoreEntry{64, "A.raw", 8}});
    RC_ASSERT(manifest_verdict(global, "\"global\"", "\"local\"") == "read");
    RC_ASSERT(manifest_verdict(global, "\"global\"", "\"remote\"") == "its placement 'remote' is neither 'local' nor 'global'");
    RC_ASSERT(manifest_verdict(global, "A.raw", "../A") == "its file '../A' is not the name of a file beside it");
    RC_ASSERT(manifest_verdict(text, "{", "").starts_with("it is not JSON"));
    RC_ASSERT(manifest_verdict(text, "\"bytes\"", "\"octets\"").starts_with("it is no manifest of local files"));
    RC_ASSERT(manifest_verdict(text, "block", "blok").find("blok") != std::string::npos);
}

std::string name_verdict(std::string const& text) {
    auto const name = parse_file_name(text);
    if (!name) return "refused";
    FileName const place = place_of(*name, "A", false);
    return std::string(place.format->name()) + " " + place.path + (place.dataset.empty() ? "" : " " + place.dataset);
}

void names_say_what_files_hold() {
    RC_ASSERT(name_verdict("a.h5:/g/B") == "hdf5 a.h5 /g/B");
    RC_ASSERT(name_verdict("x/a.hdf5") == "hdf5 x/a.hdf5 /A");
    RC_ASSERT(name_verdict("a.nc:/") == "hdf5 a.nc /A");
    RC_ASSERT(name_verdict("a.npy") == "npy a.npy");
    RC_ASSERT(name_verdict("a.dat") == "raw a.dat");
    RC_ASSERT(name_verdict("parts/") == "local parts/A.json");
    RC_ASSERT(name_verdict("/dev") == "local /dev/A.json"); // a directory, without the slash
    RC_ASSERT(name_verdict("parts.json") == "local parts.json");
    RC_ASSERT(name_verdict("a.txt") == "refused");
    RC_ASSERT(name_verdict("") == "refused");
    RC_ASSERT(place_of(parse_file_name("a.h5:/g").value(), "B", true).dataset == "/g/B");
}

std::string text_of(ElementType const& type, auto const& value) {
    std::byte bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return element_text(type, bytes);
}

void elements_are_told_in_words() {
    RC_ASSERT(text_of({"float64", 8}, 0.5) == "0.5");
    RC_ASSERT(text_of({"float32", 4}, -2.0F) == "-2");
    RC_ASSERT(text_of({"int16", 2}, std::int16_t{-7}) == "-7");
    RC_ASSERT(text_of({"uint8", 1}, std::uint8_t{200}) == "200");
    RC_ASSERT(text_of({"bool", 1}, true) == "true");
    RC_ASSERT(text_of({"complex64", 8}, std::array{1.0F, -2.5F}) == "(1,-2.5)");
    RC_ASSERT(text_of({"V3", 3}, std::array{'\x01', '\x02', '\x7f'}) == "0x01027f");
    RC_ASSERT(!kind_of({"float48", 6}).has_value() && !kind_of({"float64", 4}).has_value() && !kind_of({"uint", 4}).has_value());
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=1500");
    return exit_code({rc::check("npy headers are read back", npy_headers_are_read_back),
                      rc::check("headers of structures are read back", headers_of_structures_are_read_back),
                      rc::check("spoilt npy headers are refused or read", spoilt_npy_headers_are_refused_or_read),
                      rc::check("npy headers of numpy", npy_headers_of_numpy),
                      rc::check("deep lists are refused", deep_lists_are_refused),
                      rc::check("manifests are read back", manifests_are_read_back),
                      rc::check("spoilt manifests are refused or read", spoilt_manifests_are_refused_or_read),
                      rc::check("contradictory manifests are refused", contradictory_manifests_are_refused),
                      rc::check("names say what files hold", names_say_what_files_hold),
                      rc::check("elements are told in words", elements_are_told_in_words)});
}
