// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping as parts, copies and ranks, and how its dimensions are cut.
#include "libcore/spec/forms/owner_table.hpp"

#include "libcore/spec/detail/directive_text.hpp"
#include "libcore/spec/detail/symbols.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

constexpr std::size_t most_sizes = 6; // most sizes that an error message lists

bool same_as(DimMapping const& dim, DistFormat const& format) {
    auto const other = DimMapping::distributed(format, dim.extent(), dim.coords());
    return other && *other == dim;
}

} // namespace

Result<OwnerTable> OwnerTable::make(Mapping const& mapping, std::string_view form) {
    OwnerTable table{mapping, {}, mapping.replicas(), {}};
    Index size = mapping.replicas();
    for (int d = 0; d < mapping.dims(); ++d) {
        table.parts.push_back(mapping.dim(d).coords());
        size *= table.parts.back();
    }
    if (size != mapping.grid().size())
        return no_words(form,
                        fmt::format("an array that is on {} of the {} ranks of its arrangement only", size, mapping.grid().size()));
    if (mapping.array().addends && table.parts.back() != mapping.array().extents.back())
        return no_words(form, "ranks that hold several addends of a pending sum");
    if (size > most_processors) return fail(fmt::format("{}: a list of {} ranks is too long", form, size));
    Extents coords(table.parts.size(), 0);
    for (Index number = 0; number < size; ++number) {
        Index rest = number / table.copies;
        for (std::size_t d = coords.size(); d-- > 0;) {
            coords[d] = rest % table.parts[d];
            rest /= table.parts[d];
        }
        table.ranks.push_back(mapping.grid().rank(mapping.position_of(coords, number % table.copies)));
    }
    return table;
}

bool OwnerTable::in_order() const {
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (ranks[i] != static_cast<Rank>(i)) return false;
    return true;
}

bool OwnerTable::complete() const {
    return std::ranges::max(ranks) + 1 == static_cast<Rank>(ranks.size());
}

bool is_block(DimMapping const& dim) {
    return same_as(dim, DistFormat::block());
}

std::optional<Index> cyclic_size(DimMapping const& dim) {
    if (dim.extent() == 0 || dim.coords() == 1) return std::max<Index>(dim.extent(), 1);
    Index const size = dim.segment_at(0).run.size();
    return same_as(dim, DistFormat::cyclic(size)) ? std::optional(size) : std::nullopt;
}

std::optional<std::vector<Index>> block_sizes(DimMapping const& dim) {
    std::vector<Index> sizes;
    Index end = 0;
    for (Index part = 0; part < dim.coords(); ++part) {
        PeriodicSet const owned = dim.owned(part);
        if (!owned.empty() && (!owned.is_interval() || owned.bounds().begin != end)) return std::nullopt;
        sizes.push_back(owned.count());
        end += owned.count();
    }
    return sizes;
}

std::string dim_words(DimMapping const& dim, int d) {
    auto const in = fmt::format("in dimension {}", d + 1);
    if (is_block(dim)) return fmt::format("blocks of {} {}", dim.count(0), in);
    if (auto const sizes = block_sizes(dim)) {
        bool const more = sizes->size() > most_sizes;
        return fmt::format(
            "blocks of {}{} {}",
            fmt::join(sizes->begin(), sizes->begin() + std::min<std::ptrdiff_t>(std::ssize(*sizes), most_sizes), ", "),
            more ? ", ..." : "", in);
    }
    if (auto const size = cyclic_size(dim)) return fmt::format("cyclic({}) {}", *size, in);
    return fmt::format("scattered indices (indirect) {}", in);
}

std::optional<std::vector<MeshAxis>> axes_of_list(std::vector<Rank> const& ranks) {
    std::vector<MeshAxis> axes; // minor ones first
    if (ranks.front() != 0) return std::nullopt;
    Index const size = std::ssize(ranks);
    for (Index block = 1; block < size;) {
        MeshAxis axis{1, ranks[as_size(block)]};
        while (axis.extent * block < size && ranks[as_size(axis.extent * block)] == axis.extent * axis.weight) ++axis.extent;
        if (axis.weight < 1 || axis.extent < 2 || size % (block * axis.extent) != 0) return std::nullopt;
        axes.push_back(axis);
        block *= axis.extent;
    }
    for (Index i = 0; i < size; ++i) {
        Index rank = 0;
        Index rest = i;
        for (MeshAxis const& axis : axes) {
            rank += rest % axis.extent * axis.weight;
            rest /= axis.extent;
        }
        if (rank != ranks[as_size(i)]) return std::nullopt;
    }
    auto sorted = axes;
    std::ranges::sort(sorted, {}, &MeshAxis::weight);
    Index weight = 1;
    for (MeshAxis const& axis : sorted) {
        if (axis.weight != weight) return std::nullopt;
        weight *= axis.extent;
    }
    std::ranges::reverse(axes);
    return axes;
}

std::optional<AxesOfDims> axes_of_dims(OwnerTable const& table) {
    auto left = axes_of_list(table.ranks); // axes that no dimension has used yet; the last is the most minor
    if (!left) return std::nullopt;
    AxesOfDims dims(table.parts.size() + 1);
    for (std::size_t d = dims.size(); d-- > 0;) {
        Index parts = d < table.parts.size() ? table.parts[d] : table.copies;
        while (parts > 1) {
            MeshAxis& axis = left->back();
            Index const taken = std::min(parts, axis.extent);
            if (parts % taken != 0 || axis.extent % taken != 0) return std::nullopt;
            dims[d].insert(dims[d].begin(), MeshAxis{taken, axis.weight});
            parts /= taken;
            axis = {axis.extent / taken, axis.weight * taken};
            if (axis.extent == 1) left->pop_back();
        }
    }
    return dims;
}

AxesOfDims one_axis_each(OwnerTable const& table) {
    AxesOfDims axes;
    Index weight = std::ssize(table.ranks);
    Extents parts = table.parts;
    parts.push_back(table.copies);
    for (Index const extent : parts) {
        weight /= extent;
        axes.push_back(extent > 1 ? std::vector{MeshAxis{extent, weight}} : std::vector<MeshAxis>{});
    }
    return axes;
}

MeshLayout layout_of(AxesOfDims const& axes) {
    std::vector<MeshAxis> all;
    for (auto const& dim : axes) all.insert(all.end(), dim.begin(), dim.end());
    std::ranges::sort(all, std::greater<>(), &MeshAxis::weight);
    MeshLayout layout;
    for (MeshAxis const& axis : all) layout.extents.push_back(axis.extent);
    for (std::size_t d = 0; d < axes.size(); ++d) {
        std::vector<int> numbers;
        for (MeshAxis const& axis : axes[d])
            numbers.push_back(static_cast<int>(std::ranges::find(all, axis.weight, &MeshAxis::weight) - all.begin()));
        if (d + 1 < axes.size())
            layout.dims.push_back(std::move(numbers));
        else
            layout.replicated = std::move(numbers);
    }
    std::ranges::sort(layout.replicated);
    if (layout.extents.empty()) { // one rank
        layout.extents = {1};
        layout.replicated = {0};
    }
    return layout;
}

MeshLayout mesh_layout(OwnerTable const& table) {
    auto const axes = axes_of_dims(table);
    MeshLayout layout = layout_of(axes ? *axes : one_axis_each(table));
    if (!axes) layout.devices = table.ranks;
    if (!table.mapping.array().addends) return layout;
    layout.addends = std::move(layout.dims.back());
    layout.dims.pop_back();
    if (layout.addends.empty()) { // a sum of one addend
        layout.addends = {static_cast<int>(layout.extents.size())};
        layout.extents.push_back(1);
    }
    return layout;
}

std::string axis_letter(int axis, std::size_t axes) {
    constexpr int letters = 26;
    if (axes <= 3) return std::string(1, static_cast<char>('x' + axis));
    std::string const letter(1, static_cast<char>('a' + axis % letters));
    return axis < letters ? letter : letter + fmt::to_string(axis / letters);
}

std::string axes_text(std::vector<int> const& axes, std::size_t all, char quote) {
    std::vector<std::string> quoted;
    for (int const axis : axes) quoted.push_back(fmt::format("{0}{1}{0}", quote, axis_letter(axis, all)));
    return fmt::format("{{{}}}", fmt::join(quoted, ", "));
}

std::string ranks_suffix(std::vector<Rank> const& ranks) {
    return ranks.empty() ? "" : " ranks" + ranks_text(ranks);
}

} // namespace tessera::notation
