// SPDX-License-Identifier: BSD-3-Clause
// Tessera: file domains: the part of a file that each aggregator reads or writes (Thakur 6.4).
#include "libcore/io/file_domains.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/modular.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/io/io_prices.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tessera {

Index chosen_aggregators(Fad const& fad) {
    Index const bytes = fad.wanted().bounds().size() * fad.layout().element_bytes();
    return std::clamp(ceil_div(bytes, bytes_of_a_request), Index{1}, std::max<Index>(1, static_cast<Index>(fad.members().size())));
}

Result<FileDomains> FileDomains::make(Fad const& fad, DomainSettings const& settings) {
    FileDomains domains;
    domains.kind_ = settings.kind;
    if (settings.kind == DomainKind::BlockCyclic && settings.block < 1)
        return fail(fmt::format("file domains cannot be dealt in blocks of {} units: expected 1 or more", settings.block));
    TRY(domains.set_ranks(fad, settings));

    FileLayout const& layout = fad.layout();
    Run const all{0, layout.positions()};
    Run const wanted = settings.kind == DomainKind::Static ? all : fad.wanted().bounds();
    TRY(domains.set_unit(layout, settings, wanted));
    if (!wanted.empty()) {
        domains.first_unit_ = domains.unit_of(wanted.begin);
        domains.units_ = domains.unit_of(wanted.end - 1) - domains.first_unit_ + 1;
        Run const units{domains.position_of(domains.first_unit_), domains.position_of(domains.first_unit_ + domains.units_)};
        domains.bounding_ = intersection(units, all);
    }
    Index const share = std::max<Index>(1, ceil_div(domains.units_, domains.count()));
    domains.block_ = settings.kind == DomainKind::BlockCyclic ? std::min(settings.block, share) : share;
    return domains;
}

Result<void> FileDomains::set_ranks(Fad const& fad, DomainSettings const& settings) {
    auto const members = static_cast<Index>(fad.members().size());
    auto const candidates = settings.ranks.empty() ? members : static_cast<Index>(settings.ranks.size());
    Index const wanted =
        settings.aggregators.value_or(settings.ranks.empty() ? std::min(chosen_aggregators(fad), candidates) : candidates);
    if (wanted < 1 || wanted > candidates)
        return fail(fmt::format("{} aggregators cannot be picked from {} ranks: expected 1 to {}", wanted, candidates, candidates));
    for (Index i = 0; i < wanted; ++i)
        ranks_.push_back(settings.ranks.empty() ? fad.members()[as_size(i * members / wanted)].rank : settings.ranks[as_size(i)]);
    std::vector<Rank> sorted = ranks_;
    std::ranges::sort(sorted);
    if (auto const twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        return fail(fmt::format("rank {} is named twice as an aggregator", *twice));
    return {};
}

Result<void> FileDomains::set_unit(FileLayout const& layout, DomainSettings const& settings, Run wanted) {
    unit_ = settings.unit;
    Index const slab = layout.slab_positions();
    if (unit_ == FileUnit::Auto) {
        bool const enough = wanted.empty() || (wanted.end - 1) / slab - wanted.begin / slab + 1 >= count();
        unit_ = enough && !layout.has_table() ? FileUnit::Slab : layout.chunks() > 1 ? FileUnit::Chunk : FileUnit::Element;
    }
    switch (unit_) {
    case FileUnit::Auto:
    case FileUnit::Element:
        unit_positions_ = 1;
        break;
    case FileUnit::Slab:
        unit_positions_ = slab;
        break;
    case FileUnit::Chunk:
        unit_positions_ = std::max<Index>(1, layout.chunk_elements());
        break;
    case FileUnit::Bytes:
        return set_stripes(layout, settings.unit_bytes);
    }
    return {};
}

/// Element p begins at a multiple of the stripe if begin + p * element_bytes == 0 modulo the stripe.
Result<void> FileDomains::set_stripes(FileLayout const& layout, Index stripe) {
    if (stripe < 1) return fail(fmt::format("file domains cannot be cut at multiples of {} bytes: expected 1 or more", stripe));
    if (layout.has_table())
        return fail("file domains cannot be cut at multiples of bytes where the chunks of a file lie anywhere: cut them at chunks");
    if (layout.positions() == 0) return {};
    Index const element = layout.element_bytes();
    Index const begin = layout.byte(0);
    Index const common = std::gcd(element, stripe);
    if (begin % common != 0)
        return fail(fmt::format(
            "file domains cannot be cut at multiples of {} bytes: elements of {} bytes from byte {} on never begin there", stripe,
            element, begin));
    unit_positions_ = stripe / common;
    Index const behind = floor_mod(-begin / common, unit_positions_);
    phase_ = mul_mod(behind, inverse_mod(element / common % unit_positions_, unit_positions_), unit_positions_);
    return {};
}

Index FileDomains::unit_of(Index position) const {
    return floor_div(position - phase_, unit_positions_);
}

PeriodicSet FileDomains::domain(Index aggregator) const {
    require(0 <= aggregator && aggregator < count(), "FileDomains: there is no aggregator of this number");
    if (units_ == 0 || aggregator >= ceil_div(units_, block_)) return {};
    Index const first = first_unit_ + aggregator * block_;
    Run const block{position_of(first), position_of(first + std::min(block_, units_))};
    if (block_ >= ceil_div(units_, count())) return PeriodicSet::interval(intersection(block, bounding_));
    return PeriodicSet::periodic(block.begin, count() * block_ * unit_positions_, {{0, block.size()}}, bounding_);
}

Index FileDomains::aggregator_of(Index position) const {
    require(bounding_.contains(position), "FileDomains: the position lies outside of all domains");
    return (unit_of(position) - first_unit_) / block_ % count();
}

} // namespace tessera
