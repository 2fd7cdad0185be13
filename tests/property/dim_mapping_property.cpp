// SPDX-License-Identifier: BSD-3-Clause
// Tessera: DimMapping against the owner of every single index.
#include "libcore/mapping/dim_mapping.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/mapping_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <set>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// A dimension and the owner of each of its indices, made side by side.
struct DimSample {
    DimMapping dim;
    std::vector<Index> owners;
};

DimSample random_distribution() {
    Index const coords = between(1, 6);
    Index const extent = between(0, 3) == 0 ? between(0, 4) : between(0, 80);
    auto const format = random_format(extent, coords);
    auto const dim = DimMapping::distributed(format, extent, coords);
    RC_ASSERT(dim.has_value());
    std::vector<Index> owners;
    for (Index i = 0; i < extent; ++i) owners.push_back(textbook_owner(format, extent, coords, i));
    return {*dim, owners};
}

/// start + step * k for k in [0, count), within [0, extent).
struct Progression {
    Index start = 0;
    Index step = 1;
    Index count = 0;
};

Progression random_progression(Index extent) {
    if (extent == 0) return {between(-5, 5), between(1, 5), 0};
    Index const start = between(0, extent - 1);
    Index const step = between(1, between(1, 3) == 1 ? extent + 3 : 5) * (between(0, 1) == 0 ? 1 : -1);
    Index const most = (step > 0 ? extent - 1 - start : start) / std::abs(step) + 1;
    return {start, step, between(0, 3) == 0 ? between(0, most) : most};
}

DimSample preimage_of(DimSample const& source, Progression p) {
    std::vector<Index> owners;
    for (Index k = 0; k < p.count; ++k) owners.push_back(source.owners[static_cast<std::size_t>(p.start + p.step * k)]);
    return {source.dim.preimage(p.start, p.step, p.count), owners};
}

void require_segments(DimSample const& sample) {
    auto const& [dim, owners] = sample;
    Index in_period = 0;
    for (Index x = 0; x < dim.extent();) {
        auto const segment = dim.segment_at(x);
        RC_ASSERT(segment.run.begin == x && segment.run.end > x && segment.run.end <= dim.extent());
        bool const cut_by_period = segment.run.end % dim.period() == 0 || segment.run.end == dim.extent();
        RC_ASSERT((cut_by_period || dim.owner(segment.run.end) != segment.owner));
        in_period += x < dim.period() ? 1 : 0;
        for (; x < segment.run.end; ++x) {
            RC_ASSERT(segment.owner == owners[static_cast<std::size_t>(x)]);
            RC_ASSERT(dim.segment_at(x).run == segment.run);
        }
    }
    RC_ASSERT(dim.segments_per_period() == in_period);
}

void require_equal(DimSample const& sample) {
    auto const& [dim, owners] = sample;
    RC_ASSERT(dim.extent() == std::ssize(owners));
    RC_ASSERT(dim.period() >= 1 && dim.period() <= std::max<Index>(dim.extent(), 1));
    std::vector<Elements> sets(static_cast<std::size_t>(dim.coords()));
    for (Index i = 0; i < dim.extent(); ++i) {
        Index const owner = owners[static_cast<std::size_t>(i)];
        RC_ASSERT(dim.owner(i) == owner);
        sets[static_cast<std::size_t>(owner)].insert(i);
    }
    for (Index c = 0; c < dim.coords(); ++c) {
        auto const& expected = sets[static_cast<std::size_t>(c)];
        RC_ASSERT(dim.count(c) == std::ssize(expected));
        RC_ASSERT(dim.owned(c).count() == std::ssize(expected));
        RC_ASSERT(members(dim.owned(c), {-10, dim.extent() + 10}) == expected);
    }
    require_segments(sample);
}

bool formats() {
    return rc::check("every format gives each index the textbook owner", [] { require_equal(random_distribution()); });
}

bool preimages() {
    return rc::check("preimages, and preimages of preimages, element by element", [] {
        DimSample sample = random_distribution();
        for (Index depth = between(1, 3); depth > 0; --depth) {
            sample = preimage_of(sample, random_progression(sample.dim.extent()));
            require_equal(sample);
        }
    });
}

bool groups() {
    return rc::check("groups of coordinates, element by element", [] {
        DimSample const sample = preimage_of(random_distribution(), {0, 1, 0});
        DimSample const whole = random_distribution();
        for (DimSample const& each : {sample, whole}) {
            Index const groups = between(1, 4);
            std::vector<Index> group;
            for (Index c = 0; c < each.dim.coords(); ++c) group.push_back(between(0, groups - 1));
            std::vector<Index> owners;
            for (Index const owner : each.owners) owners.push_back(group[static_cast<std::size_t>(owner)]);
            require_equal({each.dim.grouped(group, groups), owners});
        }
    });
}

bool equality() {
    return rc::check("equality is equality of the owners", [] {
        DimSample const a = random_distribution();
        // A partition written down index by index, and a second one with another owner somewhere.
        auto const same = DimMapping::distributed(DistFormat::indirect(a.owners), a.dim.extent(), a.dim.coords());
        RC_ASSERT(*same == a.dim && a.dim == *same);
        if (a.owners.empty() || a.dim.coords() == 1) return;
        auto other = a.owners;
        auto const i = static_cast<std::size_t>(between(0, a.dim.extent() - 1));
        other[i] = (other[i] + between(1, a.dim.coords() - 1)) % a.dim.coords();
        auto const different = DimMapping::distributed(DistFormat::indirect(other), a.dim.extent(), a.dim.coords());
        RC_ASSERT(!(*different == a.dim) && !(a.dim == *different));
        DimSample const b = preimage_of(random_distribution(), {0, 1, 0});
        RC_ASSERT((b.dim == a.dim) == (b.owners == a.owners && b.dim.coords() == a.dim.coords()));
    });
}

bool periodic_equality() {
    return rc::check("equality of two repetitions with different periods", [] {
        Index const coords = between(1, 3);
        Index const extent = between(0, 60);
        auto const repetition = [&] {
            auto const base = DimMapping::distributed(DistFormat::cyclic(between(1, 4)), 400, coords);
            return base->preimage(between(0, 20), between(1, 5), extent);
        };
        auto const a = repetition();
        auto const b = repetition();
        bool equal = true;
        for (Index i = 0; i < extent; ++i) equal = equal && a.owner(i) == b.owner(i);
        RC_ASSERT((a == b) == equal);
    });
}

/// Extents near 10^18: what cannot be walked is sampled.
bool huge_extents() {
    return rc::check("huge extents: formats, strides and reversal at sampled indices", [] {
        Index const extent = between(900, 1000) * 1'000'000'000'000'000 + between(0, 1000);
        Index const coords = between(1, 50);
        DistFormat format = between(0, 1) == 0 ? DistFormat::block() : DistFormat::even(static_cast<EvenRule>(between(0, 2)));
        if (between(0, 2) == 0) format = DistFormat::cyclic(between(1, 2) == 1 ? between(1, 9) : between(1, 1'000'000'000'000));
        auto const dim = *DimMapping::distributed(format, extent, coords);
        Index const stride = between(1, 40) * (between(0, 1) == 0 ? 1 : -1);
        Index const start = stride > 0 ? between(0, 1000) : extent - 1 - between(0, 1000);
        Index const count = (extent - 1000) / std::abs(stride);
        auto const strided = dim.preimage(start, stride, count);
        Index total = 0;
        for (Index c = 0; c < coords; ++c) {
            RC_ASSERT(strided.owned(c).count() == strided.count(c));
            total += strided.count(c);
        }
        RC_ASSERT(total == count);
        for (int sample = 0; sample < 20; ++sample) {
            Index const k = between(0, count - 1);
            Index const owner = textbook_owner(format, extent, coords, start + stride * k);
            RC_ASSERT(strided.owner(k) == owner && strided.owned(owner).contains(k));
            RC_ASSERT(strided.segment_at(k).run.contains(k) && strided.segment_at(k).owner == owner);
        }
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=20000");
    return exit_code({formats(), preimages(), groups(), equality(), periodic_equality(), huge_extents()});
}
