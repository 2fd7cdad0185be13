// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping, derived from its specification.
#include "libcore/mapping/mapping.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/mapping/detail/spec_checks.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

/// Returns the coordinates that own at least one index. If the dimension is empty, returns all of them, so that the copies of an
/// empty array are numbered as usual.
PeriodicSet owning_coords(DimMapping const& dim) {
    if (dim.extent() == 0) return PeriodicSet::interval({0, dim.coords()});
    std::vector<Run> runs;
    for (Index c = 0; c < dim.coords(); ++c)
        if (dim.count(c) > 0) runs.push_back({c, c + 1});
    return PeriodicSet::of_runs(std::move(runs));
}

} // namespace

Result<Mapping> Mapping::make(MappingSpec spec) {
    auto const volume = TRY(detail::check_array(spec.array));
    TRY(detail::check_template(spec));
    TRY(detail::check_alignment(spec));
    auto grid = TRY(ProcessorGrid::make(spec.processors, spec.onto));
    TRY(detail::check_distribution(spec, grid));

    Mapping mapping;
    mapping.spec_ = std::move(spec);
    mapping.grid_ = std::move(grid);
    mapping.volume_ = volume;
    for (Index const extent : mapping.array().extents) mapping.dims_.push_back(DimMapping::whole(extent));
    mapping.processor_dim_.resize(mapping.dims_.size());
    mapping.axes_.resize(as_size(mapping.grid_.dims()));
    int next = 0;
    for (int t = 0; t < std::ssize(mapping.spec_.formats); ++t) {
        if (!mapping.spec_.formats[as_size(t)].is_distributed()) continue;
        TRY(mapping.distribute(t, next++));
    }
    TRY(detail::check_leading(mapping.spec_, mapping.dims_));
    return mapping;
}

Result<void> Mapping::distribute(int template_dim, int processor_dim) {
    auto const t = as_size(template_dim);
    auto const p = as_size(processor_dim);
    Template const target = detail::template_of(spec_);
    AlignAxis const align = detail::align_axis(spec_, template_dim);
    auto const owners = DimMapping::distributed(spec_.formats[t], target.extents[t], grid_.extents()[p]);
    if (!owners) return fail(owners.error().message, ErrorSubject{ErrorSubject::Part::Format, template_dim}, owners.error().fixes);

    if (align.kind == AlignAxis::Kind::Affine) {
        auto const d = as_size(align.array_dim);
        Index const extent = array().extents[d];
        // The check of the alignment covers this arithmetic only if the dimension has an index.
        Index const start = extent > 0 ? align.stride * array().lower[d] + align.offset - target.lower[t] : 0;
        dims_[d] = owners->preimage(start, align.stride, extent);
        processor_dim_[d] = processor_dim;
        axes_[p].array_dim = align.array_dim;
        return {};
    }
    if (align.kind == AlignAxis::Kind::Fixed) {
        Index const coordinate = owners->owner(align.offset - target.lower[t]);
        axes_[p].holders = PeriodicSet::interval({coordinate, coordinate + 1});
    } else {
        axes_[p].holders = owning_coords(*owners);
    }
    replicas_ *= axes_[p].holders.count();
    return {};
}

Result<Mapping> Mapping::merged(DimGroups const& groups) const {
    if (declared_) return declared_->merged(groups);
    if (groups.empty() || std::ssize(groups) == dims()) return *this;
    require(std::accumulate(groups.begin(), groups.end(), 0) == dims(), "Mapping::merged expects a group for each dimension");
    TRY(detail::check_gapless(spec_, groups));
    if (volume_ > max_extent)
        return fail(fmt::format("array {} has more than {} elements, too many for another shape", array().name, max_extent));
    Mapping merged = *this;
    merged.declared_ = std::make_shared<Mapping const>(*this);
    merged.shape_ = std::make_shared<ArraySpec const>(grouped_array(array(), groups));
    TRY(merged.merge_dims(groups));
    merged.merge_grid(groups);
    return merged;
}

Result<void> Mapping::merge_dims(DimGroups const& groups) {
    dims_.clear();
    auto next = declared_->dims_.begin();
    for (int const count : groups) {
        std::vector<DimMapping> members(next, next + count);
        next += count;
        if (array().order == StorageOrder::C) std::ranges::reverse(members); // fastest first
        DimMapping product = members.front();
        for (std::size_t k = 1; k < members.size(); ++k) {
            auto longer = DimMapping::product(product, members[k]);
            if (!longer) return fail(fmt::format("array {} does not fit another shape: {}", array().name, longer.error().message));
            product = *std::move(longer);
        }
        dims_.push_back(std::move(product));
    }
    return {};
}

/// Joins the processor dimensions of each group. Free ones keep their order, so copies keep their numbers.
void Mapping::merge_grid(DimGroups const& groups) {
    std::vector<std::vector<std::size_t>> joined; // dimensions of the declared grid, those of the fastest array dimensions first
    axes_.clear();
    processor_dim_.assign(groups.size(), std::nullopt);
    for (std::size_t p = 0; p < declared_->axes_.size(); ++p) {
        if (declared_->axes_[p].array_dim) continue;
        axes_.push_back(declared_->axes_[p]);
        joined.push_back({p});
    }
    int first = 0;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::vector<std::size_t> followed;
        for (int d = first; d < first + groups[group]; ++d)
            if (auto const p = declared_->processor_dim(d)) followed.push_back(as_size(*p));
        first += groups[group];
        if (followed.empty()) continue;
        if (array().order == StorageOrder::C) std::ranges::reverse(followed);
        processor_dim_[group] = static_cast<int>(axes_.size());
        axes_.push_back({static_cast<int>(group), {}});
        joined.push_back(std::move(followed));
    }
    grid_ = declared_->grid_.joined(joined);
}

bool Mapping::holds(Index position) const {
    for (int p = 0; p < grid_.dims(); ++p) {
        GridAxis const& axis = axes_[as_size(p)];
        if (!axis.array_dim && !axis.holders.contains(grid_.coordinate(position, p))) return false;
    }
    return true;
}

Index Mapping::replica(Index position) const {
    require(holds(position), "Mapping::replica expects a position that holds a copy of the array");
    Index number = 0;
    for (int p = 0; p < grid_.dims(); ++p) {
        GridAxis const& axis = axes_[as_size(p)];
        if (!axis.array_dim) number = number * axis.holders.count() + axis.holders.position(grid_.coordinate(position, p));
    }
    return number;
}

Index Mapping::dim_coord(Index position, int d) const {
    auto const p = processor_dim(d);
    return p ? grid_.coordinate(position, *p) : 0;
}

Index Mapping::position_of(std::span<Index const> dim_coords, Index replica) const {
    require(std::ssize(dim_coords) == dims(), "Mapping::position_of expects a coordinate for each dimension of the array");
    require(0 <= replica && replica < replicas_, "Mapping::position_of: the array has no copy of this number");
    std::array<Index, 8> few; // called once per message, so small grids avoid an allocation
    Extents many(axes_.size() > few.size() ? axes_.size() : 0);
    std::span<Index> const coordinates = many.empty() ? std::span(few).first(axes_.size()) : std::span(many);
    for (std::size_t p = axes_.size(); p-- > 0;) {
        GridAxis const& axis = axes_[p];
        if (axis.array_dim) {
            coordinates[p] = dim_coords[as_size(*axis.array_dim)];
        } else {
            coordinates[p] = axis.holders.element(replica % axis.holders.count());
            replica /= axis.holders.count();
        }
    }
    return grid_.position_at(coordinates);
}

std::vector<Owner> Mapping::owners(std::span<Index const> index) const {
    require(index.size() == dims_.size(), "Mapping::owners expects an index for each dimension of the array");
    Extents dim_coords;
    for (std::size_t d = 0; d < dims_.size(); ++d) dim_coords.push_back(dims_[d].owner(index[d]));
    std::vector<Owner> result;
    for (Index copy = 0; copy < replicas_; ++copy) {
        Index const position = position_of(dim_coords, copy);
        result.push_back({grid_.rank(position), position});
    }
    return result;
}

BoxSet Mapping::owned(Index position) const {
    std::vector<PeriodicSet> sets(dims_.size());
    if (holds(position))
        for (int d = 0; d < dims(); ++d) sets[as_size(d)] = dim(d).owned(dim_coord(position, d));
    return BoxSet(std::move(sets));
}

Index Mapping::owned_count(Index position) const {
    if (!holds(position)) return 0;
    Index count = 1;
    for (int d = 0; d < dims(); ++d) count *= dim(d).count(dim_coord(position, d));
    return count;
}

} // namespace tessera
