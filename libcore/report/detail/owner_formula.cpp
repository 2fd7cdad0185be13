// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arithmetic from an index to its owner, in words.
#include "libcore/report/detail/owner_formula.hpp"

#include "libcore/report/set_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::detail {
namespace {

/// The template dimension of an array dimension. If the array is distributed directly, it is a dimension of the array itself.
struct Track {
    int target_dim = 0;
    Index position = 0; ///< 0-based position in that dimension
    std::string text;   ///< derivation of the position: "T(2*5) = T(10)"
};

std::string affine_text(Template const& target, AlignAxis const& align, Index index, Index position) {
    std::string const scaled = align.stride == 1 ? fmt::format("{}", index) : fmt::format("{}*{}", align.stride, index);
    std::string sum = scaled;
    if (align.offset != 0) sum += fmt::format("{}{}", align.offset < 0 ? "-" : "+", std::abs(align.offset));
    std::string const result = fmt::format("{}({})", target.name, position);
    return sum == fmt::format("{}", position) ? result : fmt::format("{}({}) = {}", target.name, sum, result);
}

/// Returns the track of a distributed array dimension.
Track track_of(MappingSpec const& spec, int dim, Index index) {
    Index const user_index = spec.array.lower[as_size(dim)] + index;
    if (!spec.target) return {dim, index, fmt::format("{}", user_index)};
    auto const follows = [&](AlignAxis const& axis) { return axis.kind == AlignAxis::Kind::Affine && axis.array_dim == dim; };
    auto const axis = std::ranges::find_if(spec.align, follows);
    auto const t = as_size(axis - spec.align.begin());
    Index const position = axis->stride * user_index + axis->offset;
    return {static_cast<int>(t), position - spec.target->lower[t], affine_text(*spec.target, *axis, user_index, position)};
}

} // namespace

std::string index_name(int dim) {
    return std::string(1, static_cast<char>('i' + dim));
}

std::string owner_formula(Mapping const& mapping, int dim, Index index) {
    MappingSpec const& spec = mapping.spec();
    Index const user_index = spec.array.lower[as_size(dim)] + index;
    std::string const head = fmt::format("{} = {}", index_name(dim), user_index);
    auto const processor_dim = mapping.processor_dim(dim);
    if (!processor_dim) return head + ": not distributed; a rank that owns a part of this dimension owns all of it";

    Track const track = track_of(spec, dim, index);
    auto const t = as_size(track.target_dim);
    Index const lower = spec.target ? spec.target->lower[t] : spec.array.lower[t];
    Index const extent = spec.target ? spec.target->extents[t] : spec.array.extents[t];
    Index const coords = mapping.grid().extents()[as_size(*processor_dim)];
    Index const owner = mapping.dim(dim).owner(index);
    std::string const aligned = spec.target ? fmt::format(" -> {}", track.text) : "";
    Index const named = mapping.grid().named_coordinate(owner, *processor_dim);
    Index const origin = mapping.grid().named_coordinate(0, *processor_dim);
    std::string const shift = origin == 0 ? "" : fmt::format("; ({} + {}) mod {} = {}", owner, origin, coords, named);
    return fmt::format("{}{}; {}{} -> coordinate {}", head, aligned,
                       owner_words(spec.formats[t], {track.position, lower, extent, coords, owner}), shift, named);
}

std::string local_formula(Mapping const& mapping, LocalLayout const& layout, int dim, Index index) {
    auto const d = as_size(dim);
    PeriodicSet const& owned = layout.owned().dims()[d];
    Index const user_index = mapping.array().lower[d] + index;
    return fmt::format("local {0} = {1}: {2} is number {1}, from 0, of the {3} indices held there ({4})", index_name(dim),
                       owned.position(index), user_index, owned.count(),
                       set_text(owned, mapping.array().lower[d], mapping.array().order, 4));
}

std::string offset_formula(LocalLayout const& layout, std::span<Index const> local) {
    std::vector<std::string> terms;
    if (layout.first_offset() != 0) terms.push_back(fmt::format("{} (shadow)", layout.first_offset()));
    for (std::size_t d = 0; d < local.size(); ++d) {
        Index const stride = layout.strides()[d];
        terms.push_back(stride == 1 ? fmt::format("{}", local[d]) : fmt::format("{}*{}", local[d], stride));
    }
    std::string const sum = fmt::format("{}", fmt::join(terms, " + "));
    std::string const result = fmt::format("{}", layout.offset(local));
    return "offset = " + (sum == result ? sum : sum + " = " + result);
}

} // namespace tessera::detail
