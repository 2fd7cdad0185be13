// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of mesh axes to the formats of a mapping.
#include "libcore/spec/forms/detail/mesh_sharding.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/mapping/dim_mapping.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tessera::notation {

namespace {

/// One dimension as a format, and the combination of axis coordinates for each of its coordinates.
struct FormatOfDim {
    DistFormat format;
    std::vector<Index> combinations; ///< one per coordinate, row-major over the axes; empty: the coordinate itself
};

bool is_plain_block(std::vector<Index> const& sizes, Index extent) {
    auto const parts = std::ssize(sizes);
    Index const chunk = ceil_div(extent, parts);
    Index left = extent;
    for (Index const size : sizes) {
        if (size != std::min(chunk, left)) return false;
        left -= size;
    }
    return true;
}

/// If each part is a single run, the parts are blocks in index order. Empty parts keep their position if that order is the parts'
/// own.
std::optional<FormatOfDim> as_blocks(std::vector<std::vector<Run>> const& parts, Index extent) {
    if (std::ranges::any_of(parts, [](auto const& runs) { return runs.size() > 1; })) return std::nullopt;
    FormatOfDim result;
    std::vector<Index> order(parts.size());
    std::iota(order.begin(), order.end(), Index{0});
    Index end = 0;
    bool sorted = true;
    for (auto const& runs : parts) {
        if (runs.empty()) continue;
        sorted = sorted && runs.front().begin == end;
        end = runs.front().end;
    }
    auto const begin_of = [&](Index part) { return parts[as_size(part)].empty() ? extent : parts[as_size(part)].front().begin; };
    if (!sorted) std::ranges::stable_sort(order, {}, begin_of);
    std::vector<Index> sizes;
    for (Index const part : order) sizes.push_back(parts[as_size(part)].empty() ? 0 : parts[as_size(part)].front().size());
    result.format = is_plain_block(sizes, extent) ? DistFormat::block() : DistFormat::gen_block(std::move(sizes));
    if (!sorted) result.combinations = std::move(order);
    return result;
}

DistFormat as_indirect(std::vector<std::vector<Run>> const& parts, Index extent) {
    std::vector<Index> owners(as_size(extent));
    for (std::size_t part = 0; part < parts.size(); ++part)
        for (Run const& run : parts[part])
            std::fill(owners.begin() + run.begin, owners.begin() + run.end, static_cast<Index>(part));
    return DistFormat::indirect(std::move(owners));
}

class MeshMapper {
  public:
    MeshMapper(Cursor& cursor, MeshSharding const& sharding, ArraySpec const& array)
        : cursor_(cursor), sharding_(sharding), array_(array) {}

    CompactMapping run() {
        if (mesh_positions() == 0) return {};
        for (std::size_t d = 0; d < sharding_.dims.size(); ++d) add_dim(d);
        if (grid_axes_.size() < sharding_.mesh.size()) replicate();
        if (!cursor_.failed()) set_ranks();
        return std::move(mapping_);
    }

  private:
    Index mesh_positions() {
        auto const size = checked_product(sharding_.mesh);
        if (size && *size <= most_processors) return *size;
        cursor_.fail(sharding_.place, fmt::format("a mesh has at most {} ranks", most_processors));
        return 0;
    }

    void add_dim(std::size_t d) {
        ShardedDim const& dim = sharding_.dims[d];
        FormatOfDim format;
        if (!dim.axes.empty()) {
            format = format_of(dim, array_.extents[d]);
            Index parts = 1;
            for (int const axis : dim.axes) parts *= sharding_.mesh[as_size(axis)];
            mapping_.distribution.processors.extents.push_back(parts);
            grid_axes_.insert(grid_axes_.end(), dim.axes.begin(), dim.axes.end());
            add_offsets(dim.axes, format.combinations);
        }
        mapping_.distribution.formats.push_back(std::move(format.format));
        mapping_.distribution.formats_places.push_back(dim.place.text == nullptr ? sharding_.place : dim.place);
    }

    FormatOfDim format_of(ShardedDim const& dim, Index extent) {
        if (!dim.offsets.empty()) return {offset_blocks(dim, extent), {}};
        if (dim.splits.empty()) return {DistFormat::block(), {}};
        std::vector<AxisCut> cuts;
        for (std::size_t a = 0; a < dim.axes.size(); ++a) cuts.push_back({sharding_.mesh[as_size(dim.axes[a])], dim.splits[a]});
        if (cuts.size() == 1) {
            auto const& [parts, split] = cuts.front();
            auto const cycle = checked_mul(parts, split);
            if (split == 1) return {DistFormat::block(), {}};
            if (cycle && extent > 0 && extent % *cycle == 0) return {DistFormat::cyclic(extent / *cycle), {}};
        }
        auto const parts = cut_in_turn(extent, cuts);
        if (!parts || extent > most_processors) {
            cursor_.fail(dim.place, fmt::format("this cuts {} indices into more than {} pieces", extent, most_processors));
            return {};
        }
        auto blocks = as_blocks(*parts, extent);
        return blocks ? *std::move(blocks) : FormatOfDim{as_indirect(*parts, extent), {}};
    }

    DistFormat offset_blocks(ShardedDim const& dim, Index extent) {
        std::vector<Index> sizes;
        for (std::size_t i = 1; i < dim.offsets.size(); ++i) sizes.push_back(dim.offsets[i] - dim.offsets[i - 1]);
        bool const falls = std::ranges::any_of(sizes, [](Index size) { return size < 0; });
        if (dim.offsets.front() != 0 || dim.offsets.back() != extent || falls)
            cursor_.fail(dim.place, fmt::format("the offsets of a dimension must rise from 0 to its extent, {}", extent));
        return DistFormat::gen_block(std::move(sizes));
    }

    /// The mesh axes that replicate become dimensions of a template over which the array is replicated.
    void replicate() {
        Template target{array_.name == "T" ? "T_" : "T", array_.lower, array_.extents};
        Alignment alignment;
        auto const add_axis = [&](AlignAxis axis) {
            alignment.axes.push_back(axis);
            alignment.places.push_back(sharding_.place);
        };
        for (int d = 0; d < array_.dims(); ++d) add_axis({AlignAxis::Kind::Affine, d, 1, 0});
        for (int axis = 0; axis < std::ssize(sharding_.mesh); ++axis) {
            if (std::ranges::count(grid_axes_, axis) > 0) continue;
            Index const extent = sharding_.mesh[as_size(axis)];
            add_axis({AlignAxis::Kind::Replicated, 0, 1, 0});
            target.lower.push_back(1);
            target.extents.push_back(extent);
            mapping_.distribution.processors.extents.push_back(extent);
            mapping_.distribution.formats.push_back(DistFormat::block());
            mapping_.distribution.formats_places.push_back(sharding_.place);
            add_offsets({axis}, {});
        }
        mapping_.target = std::move(target);
        mapping_.alignment = std::move(alignment);
    }

    /// Computes the rank offset of each coordinate of a grid dimension from the first one, in the mesh's numbering.
    void add_offsets(std::vector<int> const& axes, std::vector<Index> const& combinations) {
        std::vector<Index> offsets{0};
        for (int const axis : axes) {
            Index weight = 1;
            for (std::size_t later = as_size(axis) + 1; later < sharding_.mesh.size(); ++later) weight *= sharding_.mesh[later];
            std::vector<Index> longer;
            for (Index const offset : offsets)
                for (Index c = 0; c < sharding_.mesh[as_size(axis)]; ++c) longer.push_back(offset + c * weight);
            offsets = std::move(longer);
        }
        if (combinations.empty()) return offsets_.push_back(std::move(offsets));
        std::vector<Index> permuted;
        for (Index const combination : combinations) permuted.push_back(offsets[as_size(combination)]);
        offsets_.push_back(std::move(permuted));
    }

    void set_ranks() {
        std::vector<Index> positions{0};
        for (auto const& offsets : offsets_) {
            std::vector<Index> longer;
            longer.reserve(positions.size() * offsets.size());
            for (Index const position : positions)
                for (Index const offset : offsets) longer.push_back(position + offset);
            positions = std::move(longer);
        }
        std::vector<Rank> ranks;
        for (Index const position : positions)
            ranks.push_back(sharding_.ranks.empty() ? static_cast<Rank>(position) : sharding_.ranks[as_size(position)]);
        bool in_order = true;
        for (std::size_t i = 0; i < ranks.size(); ++i) in_order = in_order && ranks[i] == static_cast<Rank>(i);
        if (!in_order) mapping_.distribution.processors.ranks = std::move(ranks);
    }

    Cursor& cursor_;
    MeshSharding const& sharding_;
    ArraySpec const& array_;
    std::vector<int> grid_axes_;              // mesh axes that cut a dimension, in the order of the grid's dimensions
    std::vector<std::vector<Index>> offsets_; // one list per grid dimension
    CompactMapping mapping_;
};

} // namespace

CompactMapping mesh_mapping(Cursor& cursor, MeshSharding const& sharding, ArraySpec const& array) {
    if (cursor.failed()) return {};
    if (sharding.addends.empty()) {
        auto mapping = MeshMapper(cursor, sharding, array).run();
        mapping.distribution.processors.names = sharding.names;
        return mapping;
    }
    Addends addends{1, sharding.op};
    for (int const axis : sharding.addends) addends.count *= sharding.mesh[as_size(axis)];
    MeshSharding more = sharding;
    more.dims.resize(array.extents.size());
    more.dims.push_back({sharding.addends, {}, {}, sharding.place});
    auto mapping = MeshMapper(cursor, more, array_of_addends(array, addends)).run();
    mapping.addends = addends;
    mapping.distribution.processors.names = sharding.names;
    return mapping;
}

} // namespace tessera::notation
