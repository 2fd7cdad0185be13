// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small array in a Zarr store, written and read element by element.
#include "libcore/io/element_kind.hpp"
#include "libcore/io/numpy_type.hpp"
#include "tests/mpi/whole_array.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <zlib.h>

namespace tessera::oracle {

namespace {

namespace fs = std::filesystem;
using ZarrBytes = std::vector<std::byte>;

/// Where an element lies: the name of its chunk's file, and its number in the chunk.
struct ElementInChunk {
    std::string chunk;
    Index number = 0;
};

ElementInChunk place_in_chunk(Extents const& index, Extents const& chunk, StorageOrder order, char separator) {
    ElementInChunk place{index.empty() ? "0" : "", 0};
    for (std::size_t d = 0; d < index.size(); ++d)
        place.chunk += (d > 0 ? std::string(1, separator) : "") + std::to_string(index[d] / chunk[d]);
    for (std::size_t i = 0; i < index.size(); ++i) {
        std::size_t const d = order == StorageOrder::C ? i : index.size() - 1 - i;
        place.number = place.number * chunk[d] + index[d] % chunk[d];
    }
    return place;
}

/// Calls visit(index, number in C order) for every element.
template <class Visit>
void for_each_element(Extents const& extents, Visit const& visit) {
    Index count = 1;
    for (Index const extent : extents) count *= extent;
    for (Index number = 0; number < count; ++number) {
        Extents index(extents.size());
        Index rest = number;
        for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d]) index[d] = rest % extents[d];
        visit(index, number);
    }
}

ZarrBytes deflated(ZarrBytes const& plain) {
    uLongf size = compressBound(plain.size());
    ZarrBytes bytes(size);
    compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<Bytef const*>(plain.data()), plain.size(), 1);
    bytes.resize(size);
    return bytes;
}

ZarrBytes inflated(ZarrBytes const& bytes, std::size_t size) {
    ZarrBytes plain(size);
    uLongf length = size;
    int const code =
        uncompress(reinterpret_cast<Bytef*>(plain.data()), &length, reinterpret_cast<Bytef const*>(bytes.data()), bytes.size());
    return code == Z_OK && length == size ? plain : ZarrBytes{};
}

std::size_t bytes_in_chunk(Extents const& chunk, ElementType const& type) {
    Index bytes = type.bytes;
    for (Index const extent : chunk) bytes *= extent;
    return static_cast<std::size_t>(bytes);
}

std::optional<ZarrBytes> file_bytes(fs::path const& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::string const text(std::istreambuf_iterator<char>(file), {});
    auto const* const begin = reinterpret_cast<std::byte const*>(text.data());
    return ZarrBytes(begin, begin + text.size());
}

} // namespace

void write_zarr(WholeArray const& array, std::string const& directory, ZarrLayout const& layout) {
    fs::create_directories(directory);
    std::map<std::string, ZarrBytes> chunks;
    for_each_element(array.extents, [&](Extents const& index, Index number) {
        auto const place = place_in_chunk(index, layout.chunk, array.order, layout.separator);
        ZarrBytes& chunk = chunks[place.chunk];
        chunk.resize(bytes_in_chunk(layout.chunk, array.type), std::byte{0xEE}); // beyond the array: anything
        std::copy_n(array.elements.begin() + number * array.type.bytes, array.type.bytes,
                    chunk.begin() + place.number * array.type.bytes);
    });
    for (auto& [name, chunk] : chunks) {
        if (layout.big_endian) swap_byte_order(kind_of(array.type).value(), chunk);
        ZarrBytes const bytes = layout.deflated ? deflated(chunk) : chunk;
        fs::create_directories((fs::path(directory) / name).parent_path());
        std::ofstream(fs::path(directory) / name, std::ios::binary)
            .write(reinterpret_cast<char const*>(bytes.data()), std::ssize(bytes));
    }
    nlohmann::json metadata{{"zarr_format", 2}, {"shape", array.extents}, {"chunks", layout.chunk}, {"filters", nullptr}};
    metadata["dtype"] = numpy_descr(array.type, layout.big_endian).value();
    metadata["order"] = array.order == StorageOrder::C ? "C" : "F";
    metadata["fill_value"] = nullptr;
    metadata["compressor"] = nullptr;
    if (layout.deflated) metadata["compressor"] = {{"id", "zlib"}, {"level", 1}};
    if (layout.separator == '/') metadata["dimension_separator"] = "/";
    std::ofstream(fs::path(directory) / ".zarray") << metadata.dump();
}

WholeArray read_zarr(WholeArray const& like, std::string const& directory) {
    WholeArray array = like;
    std::ifstream file(fs::path(directory) / ".zarray");
    auto const metadata = nlohmann::json::parse(file);
    auto const chunk = metadata.at("chunks").get<Extents>();
    StorageOrder const order = metadata.at("order") == "C" ? StorageOrder::C : StorageOrder::Fortran;
    char const separator = metadata.at("dimension_separator").get<std::string>().front();
    bool const same =
        metadata.at("shape").get<Extents>() == like.extents && metadata.at("dtype") == numpy_descr(like.type, false).value();
    array.elements.assign(like.elements.size(), std::byte{0});
    std::map<std::string, ZarrBytes> chunks;
    for_each_element(same ? like.extents : Extents{0}, [&](Extents const& index, Index number) {
        auto const place = place_in_chunk(index, chunk, order, separator);
        if (!chunks.contains(place.chunk)) {
            auto const bytes = file_bytes(fs::path(directory) / place.chunk);
            if (!bytes) return;
            chunks[place.chunk] = metadata.at("compressor").is_null() ? *bytes : inflated(*bytes, bytes_in_chunk(chunk, like.type));
        }
        ZarrBytes const& bytes = chunks[place.chunk];
        if (std::ssize(bytes) != static_cast<Index>(bytes_in_chunk(chunk, like.type))) return;
        std::copy_n(bytes.begin() + place.number * like.type.bytes, like.type.bytes,
                    array.elements.begin() + number * like.type.bytes);
    });
    return array;
}

} // namespace tessera::oracle
