// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of an array on a row of pixels, with the owners of the elements under each pixel.
#include "libcore/scene/pixel_axis.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tessera {
namespace {

constexpr int most_looked_at = 64;                  // segments, coordinates or elements per pixel
constexpr double golden_share = 0.6180339887498949; // its multiples modulo 1 are evenly spread and match no period

using CoordCounts = std::map<Index, Index>;

/// Counts the owners of the elements under pixels.
class PixelCounter {
  public:
    explicit PixelCounter(DimMapping const& mapping) : mapping_(mapping) {}

    CoordCounts count(Run indices) {
        if (auto const counted = by_segments(indices)) return *counted;
        return mapping_.coords() <= most_looked_at ? by_coordinates(indices) : by_elements(indices);
    }

  private:
    /// Returns nothing if the owner changes too often.
    [[nodiscard]] std::optional<CoordCounts> by_segments(Run indices) const {
        CoordCounts counts;
        Index at = indices.begin;
        for (int segments = 0; at < indices.end && segments < most_looked_at; ++segments) {
            auto const segment = mapping_.segment_at(at);
            Index const end = std::min(segment.run.end, indices.end);
            counts[segment.owner] += end - at;
            at = end;
        }
        return at < indices.end ? std::nullopt : std::optional(counts);
    }

    CoordCounts by_coordinates(Run indices) {
        if (owned_.empty())
            for (Index coord = 0; coord < mapping_.coords(); ++coord) owned_.push_back(mapping_.owned(coord));
        CoordCounts counts;
        for (Index coord = 0; coord < mapping_.coords(); ++coord)
            if (Index const own = owned_[as_size(coord)].count_in(indices); own > 0) counts[coord] = own;
        return counts;
    }

    [[nodiscard]] CoordCounts by_elements(Run indices) const {
        CoordCounts counts;
        for (int k = 0; k < most_looked_at; ++k) {
            double const share = std::fmod(k * golden_share, 1.0);
            auto const index = indices.begin + static_cast<Index>(share * static_cast<double>(indices.size()));
            ++counts[mapping_.owner(std::min(index, indices.end - 1))];
        }
        return counts;
    }

    DimMapping const& mapping_;
    std::vector<PeriodicSet> owned_; // one per coordinate; computed when needed
};

PixelShares shares_of(CoordCounts const& counts) {
    double sum = 0;
    for (auto const& [coord, own] : counts) sum += static_cast<double>(own);
    PixelShares shares;
    for (auto const& [coord, own] : counts) {
        auto const parts = static_cast<int>(std::lround(most_parts * static_cast<double>(own) / sum));
        if (parts > 0) shares.push_back({coord, parts});
    }
    // All shares round to zero if there are very many owners; then they count equally.
    if (shares.empty())
        for (auto const& [coord, own] : counts) shares.push_back({coord, 1});
    return shares;
}

} // namespace

Run PixelAxis::indices(int pixel) const {
    double const each = elements_per_pixel();
    auto const index = [&](double at) {
        return std::clamp(static_cast<Index>(std::floor(start + length * at / pixels)), Index{0}, extent);
    };
    if (each <= 1) {
        Index const one = std::min(index(pixel + 0.5), extent - 1);
        return {one, one + 1};
    }
    Index const begin = std::min(index(pixel), extent - 1);
    return {begin, std::max(index(pixel + 1.0), begin + 1)};
}

double SharedAxis::mixed() const {
    auto const several = std::ranges::count_if(of_pixel, [&](int which) { return different[as_size(which)].size() > 1; });
    return of_pixel.empty() ? 0 : static_cast<double>(several) / static_cast<double>(of_pixel.size());
}

std::vector<PixelRun> pure_runs(SharedAxis const& axis) {
    std::vector<PixelRun> stretches;
    for (int pixel = 0; pixel < std::ssize(axis.of_pixel); ++pixel) {
        PixelShares const& shares = axis.at(pixel);
        if (shares.size() != 1) continue;
        bool const goes_on = !stretches.empty() && stretches.back().end == pixel && stretches.back().coord == shares.front().coord;
        if (goes_on)
            ++stretches.back().end;
        else
            stretches.push_back({pixel, pixel + 1, shares.front().coord});
    }
    return stretches;
}

PixelShares owner_shares(DimMapping const& mapping, Run indices) {
    return shares_of(PixelCounter(mapping).count(indices));
}

SharedAxis share_pixels(DimMapping const& mapping, PixelAxis const& axis) {
    PixelCounter counter(mapping);
    std::map<PixelShares, int> known;
    SharedAxis shared;
    Run before;
    for (int pixel = 0; pixel < axis.pixels; ++pixel) {
        Run const indices = axis.indices(pixel);
        if (pixel > 0 && indices == before) { // another pixel of the same element
            shared.of_pixel.push_back(shared.of_pixel.back());
            continue;
        }
        before = indices;
        auto const [found, is_new] = known.try_emplace(shares_of(counter.count(indices)), static_cast<int>(known.size()));
        if (is_new) shared.different.push_back(found->first);
        shared.of_pixel.push_back(found->second);
    }
    return shared;
}

} // namespace tessera
