// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that fit in memory, read and written whole by one rank.
#include "libcore/files/store/small_array.hpp"

#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

/// Calls visit(offset in the file if the chunk is stored, its bytes in memory) for every chunk of a file.
template <class Byte, class Visit>
void for_each_chunk(StoredArray const& array, std::span<Byte> memory, Visit const& visit) {
    StoredFile const& file = array.files.front();
    if (array.extents.empty()) return visit(file.places->address({}), memory);
    Index const chunk = file.shape.chunk.front();
    for (Index number = 0; number * chunk < array.extents.front(); ++number) {
        Index const first = number * chunk;
        Index const count = std::min(chunk, array.extents.front() - first);
        visit(file.places->address({&number, 1}),
              memory.subspan(as_size(first * array.type.bytes), as_size(count * array.type.bytes)));
    }
}

} // namespace

std::vector<std::byte> all_elements(StoredArray const& array) {
    std::vector<std::byte> elements(as_size(array.bytes()));
    if (elements.empty()) return elements;
    StoredFile const& file = array.files.front();
    if (file.boxes) {
        std::vector<Run> box;
        for (Index const extent : array.extents) box.push_back({0, extent});
        file.boxes->read(box, elements.data());
    } else {
        PosixFile const content = PosixFile::open_to_read(file.path);
        for_each_chunk(array, std::span(elements), [&](std::optional<Index> place, std::span<std::byte> memory) {
            if (place) return content.read(*place, memory);
            for (std::size_t i = 0; !array.fill.empty() && i < memory.size(); i += array.fill.size())
                std::ranges::copy(array.fill, memory.begin() + static_cast<std::ptrdiff_t>(i));
        });
    }
    return in_byte_order(array.type, elements, array.big_endian);
}

void write_all(StoredArray const& array, std::span<std::byte const> elements) {
    std::vector<std::byte> const byte_swapped = in_byte_order(array.type, elements, array.big_endian);
    PosixFile const content = PosixFile::open_to_write(array.files.front().path);
    for_each_chunk(array, std::span(byte_swapped),
                   [&](std::optional<Index> place, std::span<std::byte const> memory) { content.write(place.value(), memory); });
}

ArrayNotes* add_coordinate(ArrayMetadata& metadata, FileName const& file, std::string const& dim) {
    constexpr Index most_bytes = Index{16} << 20;
    if (std::ranges::find(metadata.coordinates, dim, &Coordinate::name) != metadata.coordinates.end()) return nullptr;
    try {
        auto array = open_array(file);
        std::string const wrong = !array                       ? array.error().message
                                  : array->extents.size() != 1 ? "it has more dimensions than one"
                                  : array->bytes() > most_bytes
                                      ? fmt::format("it has {}; copy it by itself", scaled_bytes(array->bytes()))
                                      : "";
        if (wrong.empty()) {
            metadata.coordinates.push_back({dim, array->type, all_elements(*array)});
            return &metadata.coordinates.back().notes;
        }
        metadata.lost.push_back(fmt::format("the coordinate '{}' ({})", dim, wrong));
    } catch (std::runtime_error const& failure) {
        metadata.lost.push_back(fmt::format("the coordinate '{}' ({})", dim, failure.what()));
    }
    return nullptr;
}

} // namespace tessera
