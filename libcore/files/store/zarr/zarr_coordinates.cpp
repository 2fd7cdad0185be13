// SPDX-License-Identifier: BSD-3-Clause
// Tessera: coordinates of new arrays, stored as small arrays in the same Zarr group.
#include "libcore/files/store/zarr/zarr_coordinates.hpp"

#include "libcore/files/store/output_path.hpp"
#include "libcore/files/store/small_array.hpp"
#include "libcore/files/store/zarr/zarr_chunks.hpp"
#include "libcore/files/store/zarr/zarr_new.hpp"
#include "libcore/files/store/zarr/zarr_output.hpp"
#include "libcore/files/store/zarr/zarr_store.hpp"

#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <system_error>

namespace tessera {

namespace fs = std::filesystem;

namespace {

bool has_same_points(std::string const& path, Coordinate const& coordinate) {
    auto const there = load_zarr(path);
    if (!there || there->array.extents != Extents{coordinate.count()} || there->array.type.element != coordinate.type) return false;
    return all_elements(stored_zarr(path, path, there->array, false)) == coordinate.elements;
}

/// Returns the coordinate as an array of one chunk.
NewArray array_of(Coordinate const& coordinate, NewArray const& whose) {
    NewArray array{coordinate.type, {coordinate.count()}, StorageOrder::C, std::endian::native == std::endian::big};
    array.chunk = Extents{std::max<Index>(coordinate.count(), 1)};
    array.filters = whose.filters;
    array.metadata = {coordinate.notes, {coordinate.name}};
    return array;
}

} // namespace

ArrayNotes kept_of_zarr_coordinate(Coordinate const& coordinate, NewArray const& array, int version) {
    auto const made = new_zarr(array_of(coordinate, array), version, coordinate.name);
    return made ? kept_notes_of(*made) : ArrayNotes{};
}

Result<void> check_zarr_coordinates(std::string const& group, ArrayMetadata const& metadata) {
    for (Coordinate const& each : metadata.coordinates) {
        fs::path const path = fs::path(group) / each.name;
        std::error_code ignored;
        if (fs::exists(path, ignored) && !has_same_points(path.string(), each))
            return fail(fmt::format("the coordinate '{}' is another one in '{}'; write to another store", each.name, group));
    }
    return {};
}

void write_zarr_coordinates(std::string const& group, NewArray const& array, int version) {
    for (Coordinate const& each : array.metadata.coordinates) {
        fs::path const path = fs::path(group) / each.name;
        if (fs::exists(path)) continue;
        auto const made = new_zarr(array_of(each, array), version, each.name);
        if (!made) throw std::runtime_error(fmt::format("making '{}': {}", path.string(), made.error().message));
        OutputPath const place{path.string(), random_tag()};
        ProvisionalDirectory const directory(place);
        directory.create();
        Index const first = 0;
        if (each.count() > 0)
            static_cast<void>(zarr_writer(place.provisional(), made->array)->write(0, {&first, 1}, each.elements));
        write_zarr_metadata(place.provisional(), *made);
        directory.publish();
    }
}

} // namespace tessera
