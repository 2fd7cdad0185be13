// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of the stored chunks of two HDF5 datasets.
#include "libcore/files/store/hdf5/hdf5_chunk_comparison.hpp"

#include "libcore/files/store/file_extent.hpp"
#include "libcore/files/store/hdf5/hdf5_chunk_addresses.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tessera {
namespace {

constexpr char const* comparing_chunks = "comparing a copy with its original";

struct StoredChunk {
    Hdf5Sizes place;
    unsigned left_out = 0; // mask of skipped filters
    std::vector<std::byte> bytes;
    friend bool operator==(StoredChunk const&, StoredChunk const&) = default;
};

StoredChunk stored_chunk(hid_t set, Hdf5Sizes place, std::size_t bytes) {
    StoredChunk chunk{std::move(place), 0, std::vector<std::byte>(bytes)};
    if (bytes > 0)
        check_hdf5(H5Dread_chunk(set, H5P_DEFAULT, chunk.place.data(), &chunk.left_out, chunk.bytes.data()), comparing_chunks);
    return chunk;
}

/// Returns the chunk with this number in the order of the chunk index.
StoredChunk numbered_chunk(hid_t set, hsize_t number) {
    Hdf5Handle const space(H5Dget_space(set), comparing_chunks);
    Hdf5Sizes place(narrow<std::size_t>(H5Sget_simple_extent_ndims(space.get())));
    unsigned left_out = 0;
    haddr_t address = 0;
    hsize_t bytes = 0;
    check_hdf5(H5Dget_chunk_info(set, space.get(), number, place.data(), &left_out, &address, &bytes), comparing_chunks);
    return stored_chunk(set, std::move(place), bytes);
}

/// Returns whether HDF5 1.10 gives wrong offsets for chunks by number: if the only unlimited dimension is not the first.
bool has_wrong_places(hid_t set) {
    std::vector<bool> const unlimited = growing(set, StorageOrder::C);
    return std::ranges::count(unlimited, true) == 1 && !unlimited.front();
}

/// Compares the chunks at every position of the grid.
bool same_at_all_places(hid_t ours, hid_t theirs) {
    Hdf5Handle const settings(H5Dget_create_plist(ours), comparing_chunks);
    Extents const extents = extents_of(ours, StorageOrder::C);
    Hdf5Sizes chunk(extents.size());
    check_hdf5(H5Pget_chunk(settings.get(), narrow<int>(chunk.size()), chunk.data()), comparing_chunks);
    std::vector<Run> box;
    for (Index const extent : extents) box.push_back({0, extent});
    bool same = true;
    for_each_chunk(box, Extents(chunk.begin(), chunk.end()), [&](Extents const& numbers) {
        Hdf5Sizes place;
        for (std::size_t d = 0; d < numbers.size(); ++d) place.push_back(narrow<hsize_t>(numbers[d]) * chunk[d]);
        auto const at_place = [&](hid_t set) {
            return stored_chunk(set, place, as_size(stored_bytes_of(set, name_of_object(set), place)));
        };
        same = same && at_place(ours) == at_place(theirs);
    });
    return same;
}

} // namespace

hsize_t count_of_chunks(hid_t set) {
    Hdf5Handle const space(H5Dget_space(set), comparing_chunks);
    hsize_t count = 0;
    check_hdf5(H5Dget_num_chunks(set, space.get(), &count), comparing_chunks);
    return count;
}

bool same_chunks(hid_t ours, hid_t theirs) {
    hsize_t const count = count_of_chunks(ours);
    if (count != count_of_chunks(theirs)) return false;
    if (has_wrong_places(ours)) return same_at_all_places(ours, theirs);
    for (hsize_t number = 0; number < count; ++number)
        if (numbered_chunk(ours, number) != numbered_chunk(theirs, number)) return false;
    return true;
}

} // namespace tessera
