// SPDX-License-Identifier: BSD-3-Clause
// Tessera: DTensor placements as mappings.
#include "libcore/base/arithmetic.hpp"
#include "libcore/spec/detail/foreign.hpp"
#include "libcore/spec/detail/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tessera::notation {

namespace {

/// What one mesh dimension does with the tensor.
struct MeshDimPlacement {
    std::optional<std::size_t> shard; ///< the tensor dimension it shards; nothing: it replicates
    Place place;
};

MeshDimPlacement placement(Cursor& cursor, int dims) {
    Place const first = cursor.peek().place;
    MeshDimPlacement result;
    bool const shard = cursor.accept_word("shard");
    if (cursor.at_word("partial"))
        cursor.fail(
            first, "Partial() holds addends, not elements: no rank owns a value, so nothing can be redistributed; reduce it first");
    if (!shard && !cursor.accept_word("replicate")) cursor.fail_expected("Shard(d) or Replicate()");
    cursor.expect("(", "after the placement");
    if (shard) {
        cursor.accept_word("dim") && cursor.accept("=");
        Place const at = cursor.peek().place;
        Index const dim = constant_expression(cursor, {});
        if (dim < -dims || dim >= dims)
            cursor.fail(cursor.since(at), fmt::format("the tensor has {}, counted from 0; there is no dimension {}",
                                                      counted(as_size(dims), "dimension"), dim));
        result.shard = as_size(dim < 0 ? dim + dims : dim);
    }
    cursor.expect(")", "after the placement");
    result.place = cursor.since(first);
    return result;
}

/// Cuts a chunk of n elements into p parts of ceil(n/p), the last ones shorter or empty, and these again by the remaining mesh
/// dimensions.
void append_chunks(Index n, std::span<Index const> parts, std::vector<Index>& sizes) {
    if (parts.empty()) return sizes.push_back(n);
    Index const chunk = ceil_div(n, parts.front());
    for (Index i = 0; i < parts.front(); ++i) {
        Index const before = std::min(n, chunk * i); // i <= n/chunk + 1 while anything is left, so it fits
        append_chunks(std::min(chunk, n - before), parts.subspan(1), sizes);
    }
}

class DtensorBuilder {
  public:
    DtensorBuilder(ArraySpec const& array, std::vector<MeshDimPlacement> placements, Extents mesh)
        : array_(array), placements_(std::move(placements)), mesh_(std::move(mesh)) {}

    CompactMapping run() {
        for (std::size_t d = 0; d < array_.extents.size(); ++d) shard(d);
        if (mesh_order_.size() < mesh_.size()) replicate();
        if (!std::ranges::is_sorted(mesh_order_)) mapping_.distribution.processors.ranks = permuted_ranks();
        return std::move(mapping_);
    }

  private:
    void shard(std::size_t d) {
        Extents parts;
        Place place;
        for (std::size_t m = 0; m < mesh_.size(); ++m) {
            if (placements_[m].shard != d) continue;
            mesh_order_.push_back(m);
            parts.push_back(mesh_[m]);
            place = placements_[m].place;
        }
        DistFormat format = DistFormat::collapsed();
        if (parts.size() == 1) format = DistFormat::block();
        if (parts.size() > 1) {
            std::vector<Index> sizes;
            append_chunks(array_.extents[d], parts, sizes);
            format = DistFormat::gen_block(std::move(sizes));
        }
        if (!parts.empty()) mapping_.distribution.processors.extents.push_back(*checked_product(parts));
        mapping_.distribution.formats.push_back(std::move(format));
        mapping_.distribution.formats_places.push_back(place.text == nullptr ? placements_.front().place : place);
    }

    /// The mesh dimensions that replicate become dimensions of a template that the array is replicated over.
    void replicate() {
        Template target{array_.name == "T" ? "T_" : "T", array_.lower, array_.extents};
        Alignment alignment;
        for (int d = 0; d < array_.dims(); ++d) add_axis(alignment, {AlignAxis::Kind::Affine, d, 1, 0}, placements_.front().place);
        for (std::size_t m = 0; m < mesh_.size(); ++m) {
            if (placements_[m].shard) continue;
            mesh_order_.push_back(m);
            add_axis(alignment, {AlignAxis::Kind::Replicated, 0, 1, 0}, placements_[m].place);
            target.lower.push_back(1);
            target.extents.push_back(mesh_[m]);
            mapping_.distribution.processors.extents.push_back(mesh_[m]);
            mapping_.distribution.formats.push_back(DistFormat::block());
            mapping_.distribution.formats_places.push_back(placements_[m].place);
        }
        mapping_.target = std::move(target);
        mapping_.alignment = std::move(alignment);
    }

    static void add_axis(Alignment& alignment, AlignAxis axis, Place const& place) {
        alignment.axes.push_back(axis);
        alignment.places.push_back(place);
    }

    /// The mesh numbers its ranks row-major; the grid has the mesh's dimensions in another order.
    std::vector<Rank> permuted_ranks() const {
        Extents strides(mesh_.size(), 1);
        for (std::size_t m = mesh_.size() - 1; m > 0; --m) strides[m - 1] = strides[m] * mesh_[m];
        std::vector<Rank> ranks{0};
        for (std::size_t const m : mesh_order_) { // each dimension multiplies the list, later ones vary faster
            std::vector<Rank> longer;
            longer.reserve(ranks.size() * as_size(mesh_[m]));
            for (Rank const rank : ranks)
                for (Index c = 0; c < mesh_[m]; ++c) longer.push_back(rank + static_cast<Rank>(c * strides[m]));
            ranks = std::move(longer);
        }
        return ranks;
    }

    ArraySpec const& array_;
    std::vector<MeshDimPlacement> placements_; // one per mesh dimension
    Extents mesh_;
    std::vector<std::size_t> mesh_order_; // the mesh dimensions in the order of the grid's
    CompactMapping mapping_;
};

} // namespace

CompactMapping dtensor_mapping(Cursor& cursor, ArraySpec const& array) {
    Place const first = cursor.peek().place;
    std::vector<MeshDimPlacement> placements;
    cursor.expect("[", "and the placements");
    do placements.push_back(placement(cursor, array.dims()));
    while (cursor.accept(","));
    cursor.expect("]", "after the placements");
    cursor.expect(",", "and mesh=(...)");
    cursor.expect_word("mesh", "and its extents");
    cursor.expect("=", "after mesh");
    Extents mesh = extents_argument(cursor);
    if (mesh.size() != placements.size())
        cursor.fail(cursor.since(first), dimension_mismatch("the mesh", mesh.size(), placements.size(), "placement"));
    auto const size = checked_product(mesh);
    if (!size || *size > most_processors)
        cursor.fail(cursor.since(first), fmt::format("a mesh has at most {} ranks", most_processors));
    if (cursor.failed()) return {};
    return DtensorBuilder(array, std::move(placements), std::move(mesh)).run();
}

} // namespace tessera::notation
