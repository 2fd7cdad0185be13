// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory layout of a section's elements, and copies between memory, pieces of a file and messages.
#include "libcore/files/access/element_location.hpp"

#include "libcore/runtime/elements/element_checksum.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"

#include <algorithm>

namespace tessera {

BoxSet section_of(std::span<Run const> box) {
    std::vector<PeriodicSet> dims;
    for (Run const run : box) dims.push_back(PeriodicSet::interval(run));
    return BoxSet(std::move(dims));
}

ElementLocation ElementLocation::in(LocalLayout const& layout, Index element_bytes) {
    ElementLocation place;
    place.base = layout.first_offset() * element_bytes;
    for (std::size_t d = 0; d < layout.strides().size(); ++d)
        place.sides.push_back(AxisSide::stored(layout.owned().dims()[d], 0, 1, layout.strides()[d] * element_bytes));
    return place;
}

ElementLocation ElementLocation::packed(BoxSet const& section, std::span<int const> permutation, Index element_bytes) {
    ElementLocation place;
    place.sides.assign(permutation.size(), AxisSide::dense(0));
    Index stride = element_bytes;
    for (int const dim : permutation) {
        auto const d = as_size(dim);
        place.sides[d] = AxisSide::stored(section.dims()[d], 0, 1, stride);
        stride *= section.dims()[d].count();
    }
    return place;
}

ElementLocation ElementLocation::numbers(Extents const& extents) {
    ElementLocation place;
    place.sides.assign(extents.size(), AxisSide::dense(0));
    Index stride = 1;
    for (std::size_t d = extents.size(); d-- > 0;) {
        place.sides[d] = AxisSide::affine(0, 1, stride);
        stride *= extents[d];
    }
    return place;
}

ElementCopySide ElementCopySide::piece(FileLayout const& layout, Index first_position) {
    ElementCopySide end(Kind::Piece);
    end.layout_ = &layout;
    end.first_position_ = first_position;
    return end;
}

ElementCopySide ElementCopySide::message(FileLayout const& layout) {
    ElementCopySide end(Kind::Message);
    end.layout_ = &layout;
    return end;
}

ElementCopySide ElementCopySide::memory(ElementLocation const& place) {
    ElementCopySide end(Kind::Memory);
    end.place_ = &place;
    return end;
}

ElementLocation ElementCopySide::in_piece(Index slot) const {
    ElementLocation place;
    Index const bytes = layout_->element_bytes();
    Extents const chunk = layout_->chunk_in(slot);
    for (std::size_t d = 0; d < layout_->dims(); ++d)
        place.sides.push_back(AxisSide::affine(-chunk[d] * layout_->shape().chunk[d], 1, layout_->stride(d) * bytes));
    place.base = (slot * layout_->chunk_elements() - first_position_) * bytes;
    return place;
}

ElementLocation ElementCopySide::place_of(BoxSet const& box, Index slot, Index before) const {
    switch (kind_) {
    case Kind::Piece:
        return in_piece(slot);
    case Kind::Message: {
        ElementLocation place = ElementLocation::packed(box, layout_->shape().permutation, layout_->element_bytes());
        place.base = before * layout_->element_bytes();
        return place;
    }
    case Kind::Memory:
        break;
    }
    return *place_;
}

namespace {

LoopNest nest_of(BoxSet const& box, ElementLocation const& from, ElementLocation const& to) {
    std::vector<LoopDim> dims;
    for (std::size_t d = 0; d < box.dims().size(); ++d) dims.push_back({box.dims()[d], from.sides[d], to.sides[d]});
    return {dims, from.base, to.base};
}

} // namespace

void copy_box(BoxSet const& box, Index element_bytes, ElementLocation const& from, std::byte const* source,
              ElementLocation const& to, std::byte* target) {
    CopyProgram(nest_of(box, from, to), element_bytes).run(source, target);
}

std::uint64_t checksum_of(BoxSet const& box, Index element_bytes, ElementLocation const& from, std::byte const* memory,
                          ElementLocation const& numbers) {
    // The sum does not depend on the order, so elements are read in memory order.
    return element_checksum(nest_of(box, numbers, from).reversed(), memory, element_bytes);
}

void copy_elements(FileSection const& section, Run positions, ElementCopySide const& from, std::byte const* source,
                   ElementCopySide const& to, std::byte* target) {
    Index before = 0;
    section.for_each_box(positions, [&](BoxSet const& box, Index slot) {
        copy_box(box, section.layout().element_bytes(), from.place_of(box, slot, before), source, to.place_of(box, slot, before),
                 target);
        before += box.count();
    });
}

MemoryLine first_line(FileLayout const& layout, Run positions, ElementLocation const& place) {
    Extents const index = layout.index(positions.begin).value(); // the position is wanted, so it is no padding
    MemoryLine line{place.base, layout.element_bytes(), 1};
    if (index.empty()) return line;
    auto const fastest = as_size(layout.shape().permutation.front());
    for (std::size_t d = 0; d < index.size(); ++d)
        if (d != fastest) line.offset += place.sides[d].stretch(index[d], 0, 1).offset;
    Index const chunk = layout.shape().chunk[fastest];
    Index const in_chunk = std::min(chunk - index[fastest] % chunk, layout.shape().extents[fastest] - index[fastest]);
    AxisSide::StridedRun const stretch = place.sides[fastest].stretch(index[fastest], 0, std::min(in_chunk, positions.size()));
    return {line.offset + stretch.offset, stretch.step, stretch.count};
}

} // namespace tessera
