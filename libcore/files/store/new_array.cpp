// SPDX-License-Identifier: BSD-3-Clause
// Tessera: description of an array to be stored.
#include "libcore/files/store/new_array.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

NewArray rest_of(FileName const& file, std::vector<std::string> left_out) {
    NewArray rest{};
    rest.copied_from = Original{file, {}, StorageOrder::C, true, true, false, std::move(left_out)};
    rest.copied_from->file.dataset.clear();
    return rest;
}

bool is_rest(NewArray const& array) {
    return array.copied_from && array.copied_from->all && array.copied_from->file.dataset.empty();
}

std::vector<bool> growing(StoredArray const& source, CopyMap const& map, Extents const& extents) {
    std::vector<bool> unlimited(extents.size(), false);
    if (std::ranges::find(source.unlimited, true) == source.unlimited.end()) return unlimited;
    for (std::size_t d = 0; d < unlimited.size(); ++d) {
        auto const& side = map.axes[d].source;
        if (!side || side->start != 0 || side->step != 1) continue;
        unlimited[d] = source.unlimited[as_size(side->dim)] && source.extents[as_size(side->dim)] == extents[d];
    }
    return unlimited;
}

Extents usual_chunk(NewArray const& array, Index most_bytes) {
    Extents chunk(array.extents.size(), 1);
    Index bytes = array.type.bytes;
    for (int const dim : permutation_of(array.order, array.extents.size())) {
        Index const extent = std::max<Index>(array.extents[as_size(dim)], 1);
        chunk[as_size(dim)] = std::clamp<Index>(most_bytes / bytes, 1, extent);
        bytes *= chunk[as_size(dim)];
    }
    return chunk;
}

std::vector<std::string> datasets_of(std::span<NewArray const> arrays) {
    std::vector<std::string> names;
    for (NewArray const& array : arrays) names.push_back(array.dataset);
    return names;
}

std::size_t slowest_dim(NewArray const& array) {
    return array.order == StorageOrder::C ? 0 : array.extents.size() - 1;
}

Error error_of(NewArray const& array, std::vector<NewArray> const& all, Error error) {
    if (all.size() > 1) error.message = fmt::format("'{}': {}", in_one_line(array.dataset), error.message);
    return error;
}

void add_difference(std::vector<std::string>& lines, NewArray const& array, TextSource& again) {
    auto const place = first_difference(*array.texts, again, array.extents);
    if (place) lines.push_back(fmt::format("'{}': its texts are others, first at {}", array.dataset, *place));
}

std::string describe(NewArray const& array) {
    std::string const fields = array.fields.empty() ? "" : fmt::format(" {{{}}}", describe(array.fields));
    return fmt::format("{}{} ({}) {} {} chunk ({}) filters {} unlimited ({})", array.texts ? "text" : array.type.name, fields,
                       fmt::join(array.extents, ","), array.order == StorageOrder::C ? "C" : "Fortran",
                       array.big_endian ? "big-endian" : "little-endian", fmt::join(array.chunk.value_or(Extents{}), ","),
                       describe(array.filters), fmt::join(array.unlimited, ","));
}

} // namespace tessera
