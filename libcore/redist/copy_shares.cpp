// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings with fewer copies, or with copies cut into shares.
#include "libcore/redist/copy_shares.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/mapping/block_cyclic.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// A dimension with every part cut into pieces. Coordinate x of the finer dimension has one piece of one part.
class FinerDim {
  public:
    /// Returns nothing if no format describes the result. `shares`: largest number of pieces per part, a multiple of `pieces`.
    static std::optional<FinerDim> of(DimMapping const& dim, Index pieces, Index shares) {
        FinerDim finer;
        finer.parts_ = dim.coords();
        finer.pieces_ = pieces;
        if (finer.coords() == 1) return finer;
        if (finer.cut_blocks(dim, shares) || finer.cut_turns(dim) || finer.cut_lists(dim, shares)) return finer;
        return std::nullopt;
    }

    [[nodiscard]] DistFormat const& format() const { return format_; }
    [[nodiscard]] Index offset() const { return offset_; } ///< number of template positions before the dimension
    [[nodiscard]] Index coords() const { return parts_ * pieces_; }
    /// Return the part and the piece of coordinate x. Precondition: 0 <= x < coords().
    [[nodiscard]] Index part(Index x) const { return in_turn_ ? floor_mod(first_ + step_ * x, parts_) : x / pieces_; }
    [[nodiscard]] Index piece(Index x) const { return in_turn_ ? x / parts_ : x % pieces_; }
    /// Returns the number of the copy that is holder number `holder` of the piece.
    [[nodiscard]] Index copy(Index x, Index holder, Index replicas) const {
        return in_turn_ ? piece(x) + pieces_ * holder : piece(x) * (replicas / pieces_) + holder;
    }

  private:
    /// Returns the length of a piece of a part with `count` indices.
    [[nodiscard]] Index piece_length(Index count, Index shares) const { return ceil_div(count, shares) * (shares / pieces_); }

    /// Cuts consecutive parts into blocks. Returns false if the parts are not consecutive.
    bool cut_blocks(DimMapping const& dim, Index shares) {
        std::vector<Index> sizes;
        Index end = 0;
        for (Index coord = 0; coord < parts_; ++coord) {
            PeriodicSet const part = dim.owned(coord);
            if (!part.empty() && (!part.is_interval() || part.bounds().begin != end)) return false;
            if (!part.empty()) end = part.bounds().end;
            Index const length = piece_length(part.count(), shares);
            for (Index k = 0; k < pieces_; ++k) sizes.push_back(std::clamp<Index>(part.count() - k * length, 0, length));
        }
        format_ = DistFormat::gen_block(std::move(sizes));
        return true;
    }

    /// Assigns the blocks of a block-cyclic part to its pieces in turn. Returns false if the dimension is not block-cyclic.
    bool cut_turns(DimMapping const& dim) {
        auto const blocks = block_cyclic_of(dim);
        if (!blocks) return false;
        in_turn_ = true;
        offset_ = blocks->offset;
        first_ = blocks->first;
        step_ = blocks->step;
        format_ = DistFormat::cyclic(blocks->block);
        return true;
    }

    /// Cuts any parts, by a list of owners. Returns false if the list would be too long.
    bool cut_lists(DimMapping const& dim, Index shares) {
        constexpr Index longest_list = Index{1} << 20;
        if (dim.extent() > longest_list) return false;
        std::vector<Index> owners(as_size(dim.extent()));
        for (Index coord = 0; coord < parts_; ++coord) {
            PeriodicSet const part = dim.owned(coord);
            Index const length = std::max<Index>(piece_length(part.count(), shares), 1);
            for (Index k = 0; k < part.count(); ++k) owners[as_size(part.element(k))] = coord * pieces_ + k / length;
        }
        format_ = DistFormat::indirect(std::move(owners));
        return true;
    }

    DistFormat format_ = DistFormat::collapsed();
    Index parts_ = 1;
    Index pieces_ = 1;
    bool in_turn_ = false; // true: x counts the parts first; false: the pieces first
    Index offset_ = 0;
    Index first_ = 0; // the part of x = 0; step_ leads to the next one
    int step_ = 1;
};

/// Returns the ranks, row-major over the finer dimensions, then over the holders.
std::vector<Rank> share_ranks(Mapping const& mapping, std::vector<FinerDim> const& dims, CopyShares const& shares,
                              std::span<Index const> copies) {
    Extents extents;
    for (FinerDim const& dim : dims) extents.push_back(dim.coords());
    Extents x(dims.size(), 0);
    Extents part(dims.size(), 0);
    std::vector<Rank> ranks;
    for (;;) {
        for (std::size_t d = 0; d < dims.size(); ++d) part[d] = dims[d].part(x[d]);
        for (Index holder = 0; holder < shares.holders; ++holder) {
            auto const cut = as_size(shares.cut);
            Index const copy = dims[cut].copy(x[cut], holder, mapping.replicas());
            ranks.push_back(mapping.grid().rank(mapping.position_of(part, copies.empty() ? copy : copies[as_size(copy)])));
        }
        std::size_t d = dims.size();
        while (d > 0 && ++x[d - 1] == extents[d - 1]) x[--d] = 0;
        if (d == 0) return ranks;
    }
}

/// Adds a template, if a dimension does not begin with a whole block, or if the pieces have several holders.
void add_template(MappingSpec& spec, std::vector<FinerDim> const& dims, Index holders) {
    if (holders == 1 && std::ranges::all_of(dims, [](FinerDim const& dim) { return dim.offset() == 0; })) return;
    spec.target = Template{"T", spec.array.lower, spec.array.extents};
    for (std::size_t d = 0; d < dims.size(); ++d) {
        spec.target->extents[d] += dims[d].offset();
        spec.align.push_back({.array_dim = static_cast<int>(d), .offset = dims[d].offset()});
    }
    if (holders == 1) return;
    spec.target->lower.push_back(1);
    spec.target->extents.push_back(holders);
    spec.align.push_back({.kind = AlignAxis::Kind::Replicated});
    spec.formats.push_back(DistFormat::block());
    spec.processors.extents.push_back(holders);
}

} // namespace

std::optional<Mapping> shared_copies(Mapping const& mapping, CopyShares const& shares, std::span<Index const> copies) {
    MappingSpec spec;
    spec.array = mapping.array();
    spec.array.shadow.clear();
    std::vector<FinerDim> dims;
    for (int d = 0; d < mapping.dims(); ++d) {
        auto finer = FinerDim::of(mapping.dim(d), d == shares.cut ? shares.pieces : 1, mapping.replicas());
        if (!finer) return std::nullopt;
        if (finer->coords() > 1) spec.processors.extents.push_back(finer->coords());
        spec.formats.push_back(finer->format());
        dims.push_back(*std::move(finer));
    }
    add_template(spec, dims, shares.holders);
    spec.processors.name = "shares";
    spec.processors.lower.assign(spec.processors.extents.size(), 1);
    spec.processors.ranks = share_ranks(mapping, dims, shares, copies);
    auto made = Mapping::make(std::move(spec));
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

CopyMap delivery_map(CopyMap const& map) {
    CopyMap delivered;
    for (CopyAxis const& axis : map.axes)
        if (axis.target) delivered.axes.push_back({axis.extent, axis.target, axis.target});
    return delivered;
}

} // namespace tessera
