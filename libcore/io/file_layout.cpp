// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the position of each element of an array in one file.
#include "libcore/io/file_layout.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <numeric>

namespace tessera {

namespace {

std::size_t at(int dim) {
    return as_size(dim);
}

/// Cuts a run of positions within a chunk into boxes, dimension by dimension, from the slowest.
class PlaceBoxes {
  public:
    PlaceBoxes(FileLayout const& layout, std::function<void(std::span<Run const>)> const& visit)
        : layout_(layout), visit_(visit), ranges_(layout.dims()) {}

    void cut(Run places) { cut(layout_.dims(), places); }

  private:
    /// Precondition: `places` lies within one block of the `dims` fastest dimensions.
    void cut(std::size_t dims, Run places) {
        if (places.empty()) return;
        if (dims == 0) return visit_(ranges_);
        std::size_t const d = at(layout_.shape().permutation[dims - 1]);
        Index const stride = layout_.stride(d);
        Index first = places.begin / stride;
        Index const last = places.end / stride;
        Index const head = places.begin % stride;
        Index const tail = places.end % stride;
        if (first == last) {
            ranges_[d] = {first, first + 1};
            return cut(dims - 1, {head, tail});
        }
        if (head > 0) {
            ranges_[d] = {first, first + 1};
            cut(dims - 1, {head, stride});
            ++first;
        }
        if (first < last) whole(dims - 1, d, {first, last});
        if (tail > 0) {
            ranges_[d] = {last, last + 1};
            cut(dims - 1, {0, tail});
        }
    }

    void whole(std::size_t faster, std::size_t d, Run range) {
        ranges_[d] = range;
        for (std::size_t k = 0; k < faster; ++k) {
            std::size_t const other = at(layout_.shape().permutation[k]);
            ranges_[other] = {0, layout_.shape().chunk[other]};
        }
        visit_(ranges_);
    }

    FileLayout const& layout_;
    std::function<void(std::span<Run const>)> const& visit_;
    std::vector<Run> ranges_;
};

} // namespace

Result<FileLayout> FileLayout::with_shape(StoredShape shape, Index element_bytes) {
    require(shape.extents.size() == shape.chunk.size() && shape.extents.size() == shape.permutation.size(),
            "FileLayout expects as many extents as chunk lengths and places of dimensions");
    require(element_bytes >= 1 && !shape.whole_chunks,
            "FileLayout expects elements of 1 byte or more, and sets whole_chunks itself");
    FileLayout layout;
    layout.shape_ = std::move(shape);
    layout.element_bytes_ = element_bytes;
    std::size_t const dims = layout.dims();
    layout.strides_.resize(dims);
    layout.chunks_along_.resize(dims);
    layout.slot_strides_.resize(dims);
    for (int const dim : layout.shape_.permutation) {
        std::size_t const d = at(dim);
        layout.strides_[d] = layout.chunk_elements_;
        layout.slot_strides_[d] = layout.chunks_;
        layout.chunks_along_[d] = ceil_div(layout.shape_.extents[d], layout.shape_.chunk[d]);
        auto const elements = checked_mul(layout.chunk_elements_, layout.shape_.chunk[d]);
        auto const chunks = checked_mul(layout.chunks_, layout.chunks_along_[d]);
        if (!elements || !chunks) return fail("the file would have more bytes than 64 bits can count");
        layout.chunk_elements_ = *elements;
        layout.chunks_ = *chunks;
    }
    auto const elements = checked_mul(layout.chunk_elements_, layout.chunks_);
    auto const bytes = elements ? checked_mul(*elements, element_bytes) : std::nullopt;
    if (!bytes || *bytes > max_extent) return fail("the file would have more bytes than 64 bits can count");
    layout.slots_ = layout.chunks_;
    if (dims > 0) {
        std::size_t const slowest = at(layout.shape_.permutation.back());
        layout.slab_positions_ =
            layout.chunks_ <= 1 ? layout.strides_[slowest] : layout.slot_strides_[slowest] * layout.chunk_elements_;
        layout.slab_positions_ = std::max<Index>(1, layout.slab_positions_);
    }
    return layout;
}

Result<FileLayout> FileLayout::make(StoredShape shape, Index element_bytes, Index begin) {
    auto layout = with_shape(std::move(shape), element_bytes);
    if (!layout) return layout;
    if (begin < 0 || begin > max_extent - layout->positions() * element_bytes)
        return fail(fmt::format("the array cannot begin at byte {}: expected 0 or more, and an end that 64 bits can count", begin));
    layout->begin_ = begin;
    return layout;
}

Result<FileLayout> FileLayout::make(StoredShape shape, Index element_bytes, std::vector<std::optional<Index>> const& addresses) {
    auto layout = with_shape(std::move(shape), element_bytes);
    if (!layout) return layout;
    TRY(layout->set_table(addresses));
    return layout;
}

Result<void> FileLayout::set_table(std::vector<std::optional<Index>> const& addresses) {
    require(static_cast<Index>(addresses.size()) == chunks_, "FileLayout expects an address for each chunk");
    Table table;
    table.slot.assign(addresses.size(), -1);
    for (std::size_t chunk = 0; chunk < addresses.size(); ++chunk)
        if (addresses[chunk]) table.chunk.push_back(static_cast<Index>(chunk));
    std::ranges::sort(table.chunk, {}, [&](Index chunk) { return *addresses[as_size(chunk)]; });
    for (Index const chunk : table.chunk) {
        Index const address = *addresses[as_size(chunk)];
        Index const free = table.address.empty() ? 0 : table.address.back() + chunk_bytes();
        if (address < free)
            return fail(fmt::format("chunk {} begins at byte {}, but the first free byte is {}: chunks may not overlap", chunk,
                                    address, free));
        if (address > max_extent - chunk_bytes()) return fail(fmt::format("chunk {} ends beyond what 64 bits can count", chunk));
        table.slot[as_size(chunk)] = static_cast<Index>(table.address.size());
        table.address.push_back(address);
    }
    slots_ = static_cast<Index>(table.address.size());
    table.gapless.resize(table.address.size());
    for (std::size_t s = table.address.size(); s-- > 0;) {
        bool const follows = s + 1 < table.address.size() && table.address[s] + chunk_bytes() == table.address[s + 1];
        table.gapless[s] = follows ? table.gapless[s + 1] : static_cast<Index>(s + 1);
    }
    slab_positions_ = std::max<Index>(1, chunk_elements_);
    table_ = std::make_shared<Table const>(std::move(table));
    return {};
}

std::optional<Index> FileLayout::slot(std::span<Index const> chunk) const {
    Index const number = std::inner_product(chunk.begin(), chunk.end(), slot_strides_.begin(), Index{0});
    if (!table_) return number;
    Index const slot = table_->slot[as_size(number)];
    return slot < 0 ? std::nullopt : std::optional(slot);
}

Extents FileLayout::chunk_in(Index slot) const {
    require(0 <= slot && slot < slots_, "FileLayout: the file has no slot of this number");
    Index const number = table_ ? table_->chunk[as_size(slot)] : slot;
    Extents chunk(dims());
    for (std::size_t d = 0; d < dims(); ++d) chunk[d] = number / slot_strides_[d] % chunks_along_[d];
    return chunk;
}

Index FileLayout::slot_begin(Index slot) const {
    return table_ ? table_->address[as_size(slot)] : begin_ + slot * chunk_bytes();
}

std::optional<Index> FileLayout::position(std::span<Index const> index) const {
    require(index.size() == dims(), "FileLayout::position expects an index for each dimension");
    Extents chunk(dims());
    Index place = 0;
    for (std::size_t d = 0; d < dims(); ++d) {
        require(0 <= index[d] && index[d] < shape_.extents[d], "FileLayout::position: the index lies outside of the array");
        chunk[d] = index[d] / shape_.chunk[d];
        place += index[d] % shape_.chunk[d] * strides_[d];
    }
    auto const found = slot(chunk);
    return found ? std::optional(*found * chunk_elements_ + place) : std::nullopt;
}

std::optional<Extents> FileLayout::index(Index position) const {
    require(0 <= position && position < positions(), "FileLayout: the position lies outside of the file's array");
    Extents index = chunk_in(position / chunk_elements_);
    Index const place = position % chunk_elements_;
    for (std::size_t d = 0; d < dims(); ++d) {
        index[d] = index[d] * shape_.chunk[d] + place / strides_[d] % shape_.chunk[d];
        if (index[d] >= shape_.extents[d]) return std::nullopt;
    }
    return index;
}

Index FileLayout::byte(Index position) const {
    require(0 <= position && position < positions(), "FileLayout: the position lies outside of the file's array");
    if (!table_) return begin_ + position * element_bytes_;
    return slot_begin(position / chunk_elements_) + position % chunk_elements_ * element_bytes_;
}

Run FileLayout::bytes(Run positions) const {
    assert(!positions.empty());
    return {byte(positions.begin), byte(positions.end - 1) + element_bytes_};
}

Index FileLayout::gapless_end(Index position) const {
    require(0 <= position && position < positions(), "FileLayout: the position lies outside of the file's array");
    if (!table_) return positions();
    return table_->gapless[as_size(position / chunk_elements_)] * chunk_elements_;
}

Run FileLayout::positions_in(Run bytes) const {
    auto const first_from = [this](Index byte) {
        if (!table_) return std::clamp(ceil_div(byte - begin_, element_bytes_), Index{0}, positions());
        auto const behind = std::ranges::upper_bound(table_->address, byte);
        if (behind == table_->address.begin()) return Index{0};
        Index const slot = behind - table_->address.begin() - 1;
        Index const place = ceil_div(byte - slot_begin(slot), element_bytes_);
        return slot * chunk_elements_ + std::min(place, chunk_elements_);
    };
    Index const first = first_from(bytes.begin);
    return {first, std::max(first, first_from(bytes.end))};
}

void FileLayout::for_each_box(Run positions, std::function<void(FileBox const&)> const& visit) const {
    FileBox box;
    Extents chunk;
    std::function<void(std::span<Run const>)> const within_array = [&](std::span<Run const> places) {
        box.ranges.assign(places.begin(), places.end());
        for (std::size_t d = 0; d < dims(); ++d) {
            Index const origin = chunk[d] * shape_.chunk[d];
            box.ranges[d] = {origin + places[d].begin, std::min(origin + places[d].end, shape_.extents[d])};
            if (box.ranges[d].empty()) return;
        }
        visit(box);
    };
    PlaceBoxes boxes(*this, within_array);
    while (!positions.empty()) {
        box.slot = positions.begin / chunk_elements_;
        Index const origin = box.slot * chunk_elements_;
        chunk = chunk_in(box.slot);
        boxes.cut(intersection({positions.begin - origin, positions.end - origin}, {0, chunk_elements_}));
        positions.begin = origin + chunk_elements_;
    }
}

} // namespace tessera
