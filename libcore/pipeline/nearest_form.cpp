// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the nearest mapping that a foreign form can express.
#include "libcore/pipeline/nearest_form.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/spec/forms/form.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tessera {
namespace {

constexpr Index most_indirect = Index{1} << 20; // limit of the owners in a list

/// Returns Chapel's blocks: index i is in block floor(i*p/n).
DistFormat chapel_blocks(DimMapping const& dim) {
    Index const n = dim.extent();
    Index const p = dim.coords();
    auto const begin = [&](Index part) { return n / p * part + ceil_div(n % p * part, p); };
    std::vector<Index> sizes;
    for (Index part = 0; part < p; ++part) sizes.push_back(begin(part + 1) - begin(part));
    return DistFormat::gen_block(std::move(sizes));
}

/// Returns the format that keeps the owner of every index.
DistFormat own_format(DimMapping const& dim) {
    std::vector<Index> owners;
    for (Index i = 0; i < dim.extent(); ++i) owners.push_back(dim.owner(i));
    return DistFormat::indirect(std::move(owners));
}

/// Returns the candidate formats of a dimension. The first one keeps its owners, unless there are too many.
std::vector<DistFormat> formats_for(DimMapping const& dim) {
    if (dim.coords() == 1) return {DistFormat::collapsed()};
    std::vector<DistFormat> formats;
    if (dim.extent() <= most_indirect) formats.push_back(own_format(dim));
    formats.insert(formats.end(), {DistFormat::block(), DistFormat::even(), chapel_blocks(dim)});
    if (dim.extent() > 0) formats.push_back(DistFormat::cyclic(dim.segment_at(0).run.size()));
    return formats;
}

/// The candidate mappings.
class NearMappings {
  public:
    explicit NearMappings(Mapping const& mapping) : mapping_(mapping) {
        for (int d = 0; d < mapping.dims(); ++d) formats_.push_back(formats_for(mapping.dim(d)));
        list_ranks();
    }

    /// Calls visit(mapping) for each candidate.
    template <class Visit>
    void for_each(Visit const& visit) const {
        std::vector<Index> counts;
        for (auto const& formats : formats_) counts.push_back(std::ssize(formats));
        for_each_combination(counts, [&](std::vector<Index> const& choice) {
            for (bool const copies : {true, false}) {
                if (!copies && mapping_.replicas() == 1) continue;
                for (RankOrder const order : {RankOrder::Own, RankOrder::Rows, RankOrder::Columns})
                    if (auto candidate = Mapping::make(spec(choice, copies, order))) visit(*candidate);
            }
        });
    }

  private:
    enum class RankOrder { Own, Rows, Columns };

    void list_ranks() {
        Index parts = 1;
        for (int d = 0; d < mapping_.dims(); ++d) parts *= mapping_.dim(d).coords();
        Extents coords(as_size(mapping_.dims()), 0);
        for (Index part = 0; part < parts; ++part) {
            Index rest = part;
            for (std::size_t d = coords.size(); d-- > 0;) {
                Index const extent = mapping_.dim(static_cast<int>(d)).coords();
                coords[d] = rest % extent;
                rest /= extent;
            }
            for (Index copy = 0; copy < mapping_.replicas(); ++copy)
                ranks_.push_back(mapping_.grid().rank(mapping_.position_of(coords, copy)));
        }
    }

    MappingSpec spec(std::vector<Index> const& choice, bool copies, RankOrder order) const {
        MappingSpec spec;
        spec.array = mapping_.array();
        spec.processors.name = "P";
        for (std::size_t d = 0; d < formats_.size(); ++d) {
            spec.formats.push_back(formats_[d][as_size(choice[d])]);
            Index const parts = mapping_.dim(static_cast<int>(d)).coords();
            if (parts > 1) spec.processors.extents.push_back(parts);
        }
        if (copies && mapping_.replicas() > 1) replicate(spec);
        spec.processors.lower.assign(spec.processors.extents.size(), 1);
        if (order == RankOrder::Columns) spec.processors.order = GridOrder::ColumnMajor;
        if (order == RankOrder::Own)
            for (std::size_t i = 0; i < ranks_.size(); i += copies ? 1 : as_size(mapping_.replicas()))
                spec.processors.ranks.push_back(ranks_[i]);
        return spec;
    }

    void replicate(MappingSpec& spec) const {
        spec.target = Template{"T", spec.array.lower, spec.array.extents};
        for (int d = 0; d < spec.array.dims(); ++d) spec.align.push_back({.array_dim = d});
        spec.align.push_back({.kind = AlignAxis::Kind::Replicated});
        spec.target->lower.push_back(1);
        spec.target->extents.push_back(mapping_.replicas());
        spec.formats.push_back(DistFormat::block());
        spec.processors.extents.push_back(mapping_.replicas());
    }

    Mapping const& mapping_;
    std::vector<std::vector<DistFormat>> formats_; // indexed by dimension
    std::vector<Rank> ranks_;                      // row-major over the parts, then by copy
};

bool is_nearer(RedistTotals const& a, RedistTotals const& b) {
    return std::pair(a.moved, a.messages) < std::pair(b.moved, b.messages);
}

} // namespace

std::optional<NearestForm> nearest_in_form(Mapping const& mapping, std::string_view form, Index most_ranks) {
    if (mapping.grid().size() > most_ranks) return std::nullopt;
    std::optional<NearestForm> nearest;
    NearMappings(mapping).for_each([&](Mapping const& candidate) {
        auto const plan = RedistPlan::make(mapping, candidate);
        if (!plan) return;
        RedistTotals const totals = plan->totals();
        if (nearest && !is_nearer(totals, nearest->totals)) return;
        if (auto text = write_form(candidate, form)) nearest = NearestForm{*std::move(text), totals};
    });
    return nearest;
}

} // namespace tessera
