// SPDX-License-Identifier: BSD-3-Clause
// Tessera: description of an array in one or more files, for reading and writing.
#include "libcore/files/store/stored_array.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tessera {

Index StoredArray::elements() const {
    Index product = 1;
    for (Index const extent : extents) product *= extent;
    return product;
}

StoredShape StoredArray::shape() const {
    return shape_of_files(files.front(), extents);
}

int StoredArray::copies() const {
    int most = 0;
    for (StoredFile const& file : files) most = std::max(most, file.copy);
    return most + 1;
}

UnstoredChunks unstored_chunks(StoredArray const& array) {
    if (array.files.size() != 1 || !array.files.front().chunked) return {};
    StoredFile const& file = array.files.front();
    auto const stored = file.boxes ? file.boxes->stored_chunks() : file.places ? file.places->stored_chunks() : std::nullopt;
    Index all = 1;
    for (std::size_t d = 0; d < array.extents.size(); ++d) all *= ceil_div(array.extents[d], file.shape.chunk[d]);
    return stored && *stored < all ? UnstoredChunks{all - *stored, all} : UnstoredChunks{};
}

StoredShape shape_of_files(StoredFile const& file, Extents const& extents) {
    StoredShape shape = file.shape;
    if (file.owned.shape() == extents) { // the whole array, perhaps with a shadow
        bool const alone = shape.extents == extents;
        shape.extents = extents;
        if (alone) return shape;
    }
    shape.extents = extents;
    for (std::size_t d = 0; d < extents.size(); ++d) {
        PeriodicSet const& owned = file.owned.dims()[d];
        shape.chunk[d] = std::max<Index>(owned.is_interval() && !owned.empty() ? owned.count() : extents[d], 1);
    }
    return shape;
}

std::vector<int> permutation_of(StorageOrder order, std::size_t dims) {
    std::vector<int> permutation(dims);
    std::iota(permutation.begin(), permutation.end(), 0);
    if (order == StorageOrder::C) std::ranges::reverse(permutation);
    return permutation;
}

StoredFile in_one_piece(std::string path, Extents const& extents, StorageOrder order, Index begin) {
    std::vector<PeriodicSet> whole;
    Extents chunk;
    for (Index const extent : extents) {
        whole.push_back(PeriodicSet::interval({0, extent}));
        chunk.push_back(std::max<Index>(extent, 1));
    }
    StoredFile file{.path = std::move(path), .owned = BoxSet(std::move(whole)), .origin = Extents(extents.size(), 0), .shape = {}};
    file.shape = {extents, permutation_of(order, extents.size()), std::move(chunk)};
    file.places = std::make_shared<ContiguousAddress>(begin);
    return file;
}

} // namespace tessera
