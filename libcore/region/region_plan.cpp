// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages that collect a region from the ranks of an array, or bring it back.
#include "libcore/region/region_plan.hpp"

#include "libcore/base/try.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/region/region_shares.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

Result<RegionPlan> RegionPlan::make(Region const& region, std::vector<Index> const& values, Mapping source, Mapping target) {
    auto whole = TRY(RedistPlan::make(std::move(source), std::move(target)));
    return RegionPlan(std::move(whole), region.boxes(values));
}

Index RegionPlan::elements() const {
    Index sum = 0;
    for (BoxSet const& box : boxes_) sum += box.count();
    return sum;
}

std::vector<RegionMessage> RegionPlan::cut(std::vector<Message> const& messages) const {
    std::vector<RegionMessage> result;
    for (Message const& message : messages) {
        RegionMessage part{message.from,          message.to,          0,
                           message.from_position, message.to_position, boxes_within(boxes_, whole_.box(message))};
        for (BoxSet const& box : part.boxes) part.elements += box.count();
        if (part.elements > 0) result.push_back(std::move(part));
    }
    return result;
}

std::vector<RegionMessage> RegionPlan::sends(Rank rank) const {
    return cut(whole_.sends(rank));
}

std::vector<RegionMessage> RegionPlan::receives(Rank rank) const {
    return cut(whole_.receives(rank));
}

RegionPlan::Totals RegionPlan::totals() const {
    Totals totals;
    for (Rank const rank : whole_.senders())
        for (RegionMessage const& message : sends(rank)) {
            if (message.to == message.from) continue;
            ++totals.messages;
            totals.elements += message.elements;
        }
    return totals;
}

std::optional<Rank> RegionPlan::broadcast_root() const {
    Mapping const& target = whole_.target();
    bool const shared = target.grid().size() > 1 && target.replicas() == target.grid().size();
    if (!shared || whole_.source().grid().size() != 1) return std::nullopt;
    return whole_.source().grid().rank(0);
}

namespace {

/// Returns the I/O processor of each coordinate in a dimension of the processors.
Result<DimMapping> attached(IoDistribution const& io, int processor_dim, int io_dim) {
    return DimMapping::distributed(io.formats[as_size(processor_dim)], io.processors.extents[as_size(processor_dim)],
                                   io.io_processors.extents[as_size(io_dim)]);
}

/// Returns the format that gives each index to the I/O processor of its owner: blocks if these ascend, else a list.
DistFormat format_of(DimMapping const& owners, DimMapping const& attached) {
    std::vector<Index> values;
    for (Index i = 0; i < owners.extent();) {
        DimMapping::Segment const segment = owners.segment_at(i);
        values.insert(values.end(), as_size(segment.run.end - i), attached.owner(segment.owner));
        i = segment.run.end;
    }
    if (!std::ranges::is_sorted(values)) return DistFormat::indirect(std::move(values));
    std::vector<Index> sizes(as_size(attached.coords()), 0);
    for (Index const value : values) ++sizes[as_size(value)];
    return DistFormat::gen_block(std::move(sizes));
}

} // namespace

IoDistribution const* io_distribution_of(Job const& job, Mapping const& mapping) {
    MappingSpec const& spec = mapping.spec();
    auto const found =
        std::ranges::find_if(job.io, [&](IoDistribution const& io) { return io.processors.name == spec.processors.name; });
    return found == job.io.end() || !spec.onto.empty() ? nullptr : &*found;
}

Result<Mapping> io_mapping(Job const& job, Mapping const& mapping, std::optional<Rank> host) {
    IoDistribution const* const io = host ? nullptr : io_distribution_of(job, mapping);
    ArraySpec array = mapping.array();
    array.shadow.clear();
    if (io == nullptr) return whole_on_each(std::move(array), {host.value_or(0)});
    // A template is needed because the dimensions of the I/O processors may be in another order than those of the array.
    MappingSpec spec;
    spec.array = std::move(array);
    spec.target = Template{io->io_processors.name + "_template", {}, {}};
    spec.processors = io->io_processors;
    int io_dim = 0;
    for (int p = 0; p < std::ssize(io->formats); ++p) {
        if (!io->formats[as_size(p)].is_distributed()) continue;
        auto const owners = TRY(attached(*io, p, io_dim));
        OntoSubscript all{spec.processors.lower[as_size(io_dim)],
                          spec.processors.lower[as_size(io_dim)] + spec.processors.extents[as_size(io_dim)] - 1, 1, false};
        bool follows = false;
        for (int d = 0; d < mapping.dims() && !follows; ++d) {
            if (mapping.processor_dim(d) != p) continue;
            spec.target->lower.push_back(spec.array.lower[as_size(d)]);
            spec.target->extents.push_back(spec.array.extents[as_size(d)]);
            spec.align.push_back({AlignAxis::Kind::Affine, d, 1, 0});
            spec.formats.push_back(format_of(mapping.dim(d), owners));
            follows = true;
        }
        // No array dimension follows it: all processors along it have copies, and the first one is used.
        if (!follows) all = {all.first + owners.owner(0), all.first + owners.owner(0), 1, true};
        spec.onto.push_back(all);
        ++io_dim;
    }
    if (spec.formats.empty()) { // no dimension is divided: one I/O processor has the whole array
        spec.target.reset();
        spec.formats.assign(spec.array.extents.size(), DistFormat::collapsed());
    }
    return Mapping::make(std::move(spec));
}

Result<std::vector<Rank>> io_hosts(Job const& job, Mapping const& mapping, std::optional<Rank> host) {
    IoDistribution const* const io = host ? nullptr : io_distribution_of(job, mapping);
    if (io == nullptr) return std::vector<Rank>(as_size(mapping.grid().size()), host.value_or(0));
    auto const io_grid = TRY(ProcessorGrid::make(io->io_processors, {}));
    std::vector<std::pair<int, DimMapping>> followed; // processor dimensions, in the order of the I/O processors' dimensions
    for (int p = 0; p < std::ssize(io->formats); ++p) {
        if (!io->formats[as_size(p)].is_distributed()) continue;
        auto owners = TRY(attached(*io, p, static_cast<int>(followed.size())));
        followed.emplace_back(p, std::move(owners));
    }
    std::vector<Rank> hosts;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        Extents coordinates;
        for (auto const& [p, owners] : followed) coordinates.push_back(owners.owner(mapping.grid().coordinate(position, p)));
        hosts.push_back(io_grid.rank(io_grid.position_at(coordinates)));
    }
    return hosts;
}

} // namespace tessera
