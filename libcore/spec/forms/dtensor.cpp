// SPDX-License-Identifier: BSD-3-Clause
// Tessera: DTensor placements: one for each axis of the mesh, applied from left to right (placement_types.py).
#include "libcore/base/try.hpp"
#include "libcore/spec/detail/expression.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/forms/detail/mesh_sharding.hpp"
#include "libcore/spec/forms/detail/named_mesh.hpp"
#include "libcore/spec/forms/owner_table.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

/// The placement of one mesh axis.
struct Placement {
    std::optional<std::size_t> dim;                 ///< dimension that it shards; nothing: it does not shard
    std::optional<ReduceOp> addends = std::nullopt; ///< present: it holds addends for this operation
    Index split = 1;
    Place place;
};

std::size_t tensor_dim(Cursor& cursor, int dims) {
    cursor.accept_word("dim") && cursor.accept("=");
    Place const at = cursor.peek().place;
    Index const dim = constant_expression(cursor, {});
    if (dim < -dims || dim >= dims)
        cursor.fail(cursor.since(at), fmt::format("the tensor has {}, counted from 0; there is no dimension {}",
                                                  counted(as_size(dims), "dimension"), dim));
    return as_size(dim < 0 ? dim + dims : dim);
}

/// Parses the rest of Partial(), Partial('max') and P, after the word.
ReduceOp partial(Cursor& cursor) {
    if (!cursor.accept("(") || cursor.accept(")")) return ReduceOp::Sum;
    cursor.accept_word("reduce_op") && cursor.accept("=");
    ReduceOp const op = pending_operation(cursor, axis_word(cursor), "Partial of ");
    cursor.expect(")", "after the reduction");
    return op;
}

/// Parses Shard(0), _StridedShard(0, split_factor=2), Replicate(), the short S(0), _S(0, 2), R, and Python's printed forms:
/// Shard(dim=0), _StridedShard(dim=0, sf=2), Partial(sum).
Placement placement(Cursor& cursor, int dims) {
    Place const first = cursor.peek().place;
    Placement result;
    if (cursor.accept_word("partial") || cursor.accept_word("P")) {
        result.addends = partial(cursor);
        result.place = cursor.since(first);
        return result;
    }
    bool const strided = cursor.accept_word("_stridedshard") || cursor.accept_word("_S");
    bool const shard = strided || cursor.accept_word("shard") || cursor.accept_word("S");
    if (!shard && cursor.accept_word("R")) {
        result.place = cursor.since(first);
        return result;
    }
    if (!shard && !cursor.accept_word("replicate")) cursor.fail_expected("Shard(d), Replicate() or Partial()");
    cursor.expect("(", "after the placement");
    if (shard) result.dim = tensor_dim(cursor, dims);
    if (strided) {
        cursor.expect(",", "and split_factor=...");
        (cursor.accept_word("split_factor") || cursor.accept_word("sf")) && cursor.accept("=");
        result.split = integer_argument(cursor, 1);
    }
    cursor.expect(")", "after the placement");
    result.place = cursor.since(first);
    return result;
}

/// One axis of the mesh with its split factor, for the writer.
struct PlacedAxis {
    MeshAxis axis;
    Index split = 1;
};

/// Appends all lists that come from splitting the extent of one axis into factors, major ones first: 4 gives 4 and 2*2.
void refinements_of(MeshAxis axis, std::vector<MeshAxis> const& before, std::vector<std::vector<MeshAxis>>& all) {
    for (Index extent = axis.extent; extent >= 2; --extent) { // the coarsest first
        if (axis.extent % extent != 0) continue;
        auto list = before;
        Index const rest = axis.extent / extent;
        list.push_back({extent, axis.weight * rest});
        if (rest == 1)
            all.push_back(std::move(list));
        else
            refinements_of({rest, axis.weight}, list, all);
    }
}

/// Returns all refinements of all axes of a dimension, those with the fewest axes first.
std::vector<std::vector<MeshAxis>> refinements(std::vector<MeshAxis> const& axes) {
    std::vector<std::vector<MeshAxis>> all{{}};
    for (MeshAxis const& axis : axes) {
        std::vector<std::vector<MeshAxis>> longer;
        for (auto const& list : all) refinements_of(axis, list, longer);
        all = std::move(longer);
    }
    std::ranges::stable_sort(all, {}, &std::vector<MeshAxis>::size);
    return all;
}

/// A more major axis may be applied later. Then its pieces must lie inside each part. So the split factor of an axis is `pieces`
/// (the number of pieces of the whole dimension) times the extents of all such axes.
std::vector<PlacedAxis> placed(std::vector<MeshAxis> const& axes, Index pieces) {
    std::vector<PlacedAxis> result;
    for (std::size_t a = 0; a < axes.size(); ++a) {
        Index split = pieces;
        for (std::size_t major = 0; major < a; ++major)
            if (axes[major].weight < axes[a].weight) split *= axes[major].extent;
        result.push_back({axes[a], split});
    }
    return result;
}

/// Returns whether these placements, applied in descending order of weight, give each coordinate the elements that it owns.
bool makes(DimMapping const& dim, std::vector<PlacedAxis> const& axes) {
    auto in_turn = axes;
    std::ranges::sort(in_turn, std::greater<>(), [](PlacedAxis const& each) { return each.axis.weight; });
    std::vector<AxisCut> cuts;
    for (PlacedAxis const& each : in_turn) cuts.push_back({each.axis.extent, each.split});
    auto const parts = cut_in_turn(dim.extent(), cuts, Index{1} << 20);
    if (!parts) return false;
    for (Index coord = 0; coord < dim.coords(); ++coord) {
        Index combination = 0; // index over the axes in the order of application
        for (PlacedAxis const& each : in_turn) {
            Index minor = 1; // product of the extents of more minor axes
            for (auto other = axes.rbegin(); other->axis.weight != each.axis.weight; ++other) minor *= other->axis.extent;
            combination = combination * each.axis.extent + coord / minor % each.axis.extent;
        }
        if (PeriodicSet::of_runs((*parts)[as_size(combination)]) != dim.owned(coord)) return false;
    }
    return true;
}

/// Returns how a dimension is cut, or nothing if no placements express it.
std::optional<std::vector<PlacedAxis>> placements_of(DimMapping const& dim, std::vector<MeshAxis> const& axes) {
    if (dim.coords() == 1) return std::vector<PlacedAxis>{};
    auto const cyclic = cyclic_size(dim);
    Index const cycle = cyclic ? *cyclic * dim.coords() : 0;
    Index const pieces = cycle > 0 && cycle < dim.extent() && dim.extent() % cycle == 0 ? dim.extent() / cycle : 1;
    for (auto const& finer : refinements(axes))
        if (auto candidate = placed(finer, pieces); makes(dim, candidate)) return candidate;
    return std::nullopt;
}

using PlacementTexts = std::vector<std::pair<MeshAxis, std::string>>;

/// Adds Partial() for each axis that counts addends. Placements count addends row by row over the mesh. Returns false if the
/// mapping has another order.
bool add_partials(std::vector<MeshAxis> const& axes, ReduceOp op, PlacementTexts& placements) {
    std::string const text = op == ReduceOp::Sum ? "Partial()" : fmt::format("Partial('{}')", name_of(op));
    for (MeshAxis const& axis : axes) placements.emplace_back(axis, text);
    if (axes.empty()) placements.emplace_back(MeshAxis{}, text); // a sum of one addend
    return std::ranges::is_sorted(axes, std::greater<>(), &MeshAxis::weight);
}

/// Adds an axis that holds addends. Error: an earlier axis has another operation.
void add_pending(Cursor& cursor, Placement const& placement, int axis, MeshSharding& sharding) {
    if (!sharding.addends.empty() && sharding.op != *placement.addends)
        cursor.fail(placement.place,
                    fmt::format("along this axis addends {}, along another they {}; one after the other they take two "
                                "redistributions",
                                outcome_of(*placement.addends), outcome_of(sharding.op)));
    sharding.op = *placement.addends;
    sharding.addends.push_back(axis);
}

std::string placement_text(std::size_t dim, Index split) {
    return split == 1 ? fmt::format("Shard({})", dim) : fmt::format("_StridedShard({},split_factor={})", dim, split);
}

/// Parses a list, or a tuple as Python prints it: (Shard(dim=0),) ends with a comma.
std::vector<Placement> placements_argument(Cursor& cursor, int dims) {
    bool const tuple = cursor.accept("(");
    if (!tuple) cursor.expect("[", "and the placements");
    std::vector<Placement> placements;
    do placements.push_back(placement(cursor, dims));
    while (cursor.accept(",") && !(tuple && cursor.at(")")));
    cursor.expect(tuple ? ")" : "]", "after the placements");
    return placements;
}

} // namespace

CompactMapping read_dtensor(Cursor& cursor, FormScope const& scope) {
    Place const first = cursor.peek().place;
    std::vector<Placement> const placements = placements_argument(cursor, scope.array.dims());
    cursor.expect(",", "and mesh=(...)");
    cursor.expect_word("mesh", "and its extents");
    cursor.expect("=", "after mesh");
    MeshSharding sharding{extents_argument(cursor), {}, {}, {}};
    sharding.place = cursor.since(first);
    if (sharding.mesh.size() != placements.size())
        cursor.fail(sharding.place, dimension_mismatch("the mesh", sharding.mesh.size(), placements.size(), "placement"));
    check_mesh_size(cursor, sharding.mesh, sharding.place);
    if (cursor.failed()) return {};
    sharding.dims.resize(scope.array.extents.size());
    for (std::size_t axis = 0; axis < placements.size(); ++axis) {
        if (placements[axis].addends) add_pending(cursor, placements[axis], static_cast<int>(axis), sharding);
        if (!placements[axis].dim) continue;
        ShardedDim& dim = sharding.dims[*placements[axis].dim];
        dim.axes.push_back(static_cast<int>(axis));
        dim.splits.push_back(placements[axis].split);
        dim.place = placements[axis].place;
    }
    return mesh_mapping(cursor, sharding, scope.array);
}

Result<std::string> write_dtensor(Mapping const& mapping) {
    auto const table = TRY(OwnerTable::make(mapping, "dtensor"));
    auto const found = axes_of_dims(table);
    AxesOfDims axes = found ? *found : one_axis_each(table);
    PlacementTexts placements;
    std::size_t const elements = table.parts.size() - (mapping.array().addends ? 1 : 0);
    for (std::size_t d = 0; d < elements; ++d) {
        auto const cut = placements_of(mapping.dim(static_cast<int>(d)), axes[d]);
        if (!cut)
            return no_words("dtensor", dim_words(mapping.dim(static_cast<int>(d)), static_cast<int>(d)) + " over these ranks");
        for (PlacedAxis const& each : *cut) placements.emplace_back(each.axis, placement_text(d, each.split));
    }
    for (MeshAxis const& axis : axes.back()) placements.emplace_back(axis, "Replicate()");
    if (auto const op = mapping.array().addends; op && !add_partials(axes[elements], *op, placements))
        return no_words("dtensor", "addends that are counted in another order than the axes of the mesh");
    if (placements.empty()) placements.emplace_back(MeshAxis{}, "Replicate()"); // one rank
    std::ranges::sort(placements, std::greater<>(), [](auto const& each) { return each.first.weight; });
    std::vector<std::string> texts;
    Extents mesh;
    for (auto const& [axis, text] : placements) {
        texts.push_back(text);
        mesh.push_back(axis.extent);
    }
    return fmt::format("dtensor([{}], mesh=({})){}", fmt::join(texts, ","), fmt::join(mesh, ","),
                       ranks_suffix(found ? std::vector<Rank>{} : table.ranks));
}

} // namespace tessera::notation
