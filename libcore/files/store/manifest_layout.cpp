// SPDX-License-Identifier: BSD-3-Clause
// Tessera: storage layout of the local files of a manifest.
#include "libcore/files/store/manifest_layout.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace tessera {

namespace {

/// Returns the local extent in version 1: in block and cyclic dimensions the largest over all coordinates.
Index padded_count(Mapping const& mapping, Index position, int dim) {
    DimMapping const& owners = mapping.dim(dim);
    Index count = owners.count(mapping.dim_coord(position, dim));
    auto const processor_dim = mapping.processor_dim(dim);
    if (!processor_dim) return count;
    std::vector<DistFormat> formats; // by processor dimension
    std::ranges::copy_if(mapping.spec().formats, std::back_inserter(formats), &DistFormat::is_distributed);
    DistFormat const& format = formats[as_size(*processor_dim)];
    if (!format.is<DistFormat::Block>() && !format.is<DistFormat::Cyclic>()) return count;
    for (Index coord = 0; coord < owners.coords(); ++coord) count = std::max(count, owners.count(coord));
    return count;
}

/// Computes the extents whose products, in the order of the permutation, are the strides. `places`: minimum extent per dimension.
Result<Extents> extents_of_strides(std::vector<int> const& permutation, Extents const& places, LocalFile const& file,
                                   Index elements) {
    auto const wrong = [&](int dim) {
        return fail(
            fmt::format("'{}': its strides do not nest in the order of \"permutation\": see dimension {}", file.name, dim + 1));
    };
    Extents extents(places.size(), 0);
    for (std::size_t k = 0; k < permutation.size(); ++k) {
        auto const d = as_size(permutation[k]);
        Index const stride = file.strides[d];
        if (stride < 1 || (k == 0 && stride != 1)) return wrong(permutation[k]);
        Index const next = k + 1 < permutation.size() ? file.strides[as_size(permutation[k + 1])] : elements;
        if (next % stride != 0 || next / stride < places[d]) return wrong(permutation[k]);
        extents[d] = next / stride;
    }
    return extents;
}

} // namespace

LocalFile local_file_entry(Rank rank, std::string name, LocalLayout const& layout, Index element_bytes) {
    LocalFile file{rank, std::move(name), layout.allocation_size() * element_bytes, 0};
    file.strides = layout.strides();
    file.first_offset = layout.first_offset();
    return file;
}

Result<Extents> stored_extents(Manifest const& manifest, Mapping const& mapping, Index position, LocalFile const& file) {
    BoxSet const owned = mapping.owned(position);
    auto const dims = as_size(mapping.dims());
    if (owned.empty()) return Extents(dims, 0);
    ArraySpec const& array = mapping.array();
    auto const shadow = [&](std::size_t d) { return array.shadow.empty() ? ShadowWidth{} : array.shadow[d]; };
    Extents places;
    for (std::size_t d = 0; d < dims; ++d) {
        Index const count = file.strides.empty() ? padded_count(mapping, position, static_cast<int>(d)) : owned.dims()[d].count();
        places.push_back(count + shadow(d).low + shadow(d).high);
    }
    if (file.strides.empty()) return places;
    if (file.strides.size() != dims)
        return fail(fmt::format("'{}' has {} strides for {} dimensions", file.name, file.strides.size(), dims));
    if (file.bytes % array.type.bytes != 0)
        return fail(
            fmt::format("'{}' has {} bytes, which is no multiple of an element's {}", file.name, file.bytes, array.type.bytes));
    auto extents = extents_of_strides(manifest.permutation, places, file, file.bytes / array.type.bytes);
    if (!extents) return extents;
    Index first = 0;
    for (std::size_t d = 0; d < dims; ++d) first += shadow(d).low * file.strides[d];
    if (first != file.first_offset)
        return fail(fmt::format("'{}': its first owned element is said to be at {}, but by its strides and shadow it is at {}",
                                file.name, file.first_offset, first));
    return extents;
}

} // namespace tessera
