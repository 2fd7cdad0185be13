// SPDX-License-Identifier: BSD-3-Clause
// Tessera: resolves distributions.
#include "libcore/spec/detail/distribution.hpp"

#include "libcore/spec/detail/balanced_grid.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <tuple>

namespace tessera::notation {

namespace {

constexpr Index max_ranks = std::numeric_limits<Rank>::max();

/// The coordinates first, first + stride, ... up to last in one dimension, in the arrangement's bounds.
struct Coordinates {
    Index first = 0;
    Index stride = 1;
    Index last = 0;
};

std::string shown(Coordinates const& c) {
    return c.stride == 1 ? fmt::format("{}:{}", c.first, c.last) : fmt::format("{}:{}:{}", c.first, c.last, c.stride);
}

class DistributionResolver {
  public:
    DistributionResolver(DistributeNode const& node, std::optional<Index> ranks, Diagnostics& diagnostics)
        : node_(node), ranks_(ranks), diagnostics_(diagnostics) {}

    std::optional<Distribution> run(ProcessorsSymbol const* symbol) {
        result_.list = result_.processors_name = node_.list;
        if (node_.leading) std::tie(result_.leading, result_.leading_place) = *node_.leading;
        for (FormatNode const& format : node_.formats) {
            result_.formats.push_back(format.format);
            result_.formats_places.push_back(format.place);
        }
        if (symbol != nullptr)
            take_arrangement(*symbol);
        else
            make_up_arrangement();
        for (std::size_t f = 0, p = 0; f < result_.formats.size() && !diagnostics_.failed(); ++f)
            if (result_.formats[f].is_distributed()) to_coordinates(f, p++);
        if (diagnostics_.failed()) return std::nullopt;
        return std::move(result_);
    }

  private:
    void take_arrangement(ProcessorsSymbol const& symbol) {
        result_.processors = symbol.spec;
        result_.processors_dims = symbol.dims;
        if (!node_.onto) return;
        result_.processors_name = node_.onto->processors.place;
        auto const& subscripts = node_.onto->subscripts;
        if (!subscripts.empty() && subscripts.size() != symbol.spec.extents.size())
            return diagnostics_.fail(result_.processors_name, dimension_mismatch(symbol.spec.name, symbol.spec.extents.size(),
                                                                                 subscripts.size(), "subscript"));
        for (std::size_t d = 0; d < subscripts.size(); ++d)
            onto_subscript(subscripts[d], symbol.spec.lower[d], symbol.spec.extents[d]);
    }

    void onto_subscript(Triplet const& triplet, Index lower, Index extent) {
        result_.onto_places.push_back(triplet.place);
        if (triplet.scalar) {
            result_.onto.push_back({*triplet.first, 0, 1, true});
            return;
        }
        Index const upper = lower + (extent - 1); // safe here: arrangements whose extents overflow are refused with the mapping
        bool const forward = triplet.stride > 0;
        Index const first = triplet.first.value_or(forward ? lower : upper);
        result_.onto.push_back({first, triplet.last.value_or(forward ? upper : lower), triplet.stride, false});
    }

    void make_up_arrangement() {
        // The other dimensions share the processors that lists of block sizes leave.
        Index fixed = 1;
        int open = 0;
        for (std::size_t f = 0; f < result_.formats.size() && !diagnostics_.failed(); ++f) {
            DistFormat const& format = result_.formats[f];
            if (auto const blocks = listed_blocks(format))
                fixed = more_fixed(fixed, *blocks, node_.formats[f].place);
            else if (format.is_distributed())
                ++open;
        }
        Extents const shares = open > 0 && !diagnostics_.failed() ? open_shares(fixed, open) : Extents{};
        if (diagnostics_.failed()) return;
        auto share = shares.begin();
        for (DistFormat const& format : result_.formats)
            if (format.is_distributed()) {
                auto const blocks = listed_blocks(format);
                result_.processors.extents.push_back(blocks ? *blocks : *share++);
            }
        auto const& extents = result_.processors.extents;
        result_.processors.lower.assign(extents.size(), 1);
        result_.processors.name = extents.empty() ? "P_1" : fmt::format("P_{}", fmt::join(extents, "x"));
    }

    /// Returns the number of blocks that the format lists, and so of the coordinates that it needs.
    static std::optional<Index> listed_blocks(DistFormat const& format) {
        if (format.info().argument != FormatArgument::List) return std::nullopt;
        return std::ssize(format.list()->values);
    }

    Index more_fixed(Index fixed, Index blocks, Place const& place) {
        if (blocks == 0) diagnostics_.fail(place, "gen_block: expected the size of at least one block");
        if (blocks > max_ranks / fixed) diagnostics_.fail(place, "gen_block: more blocks than a job has ranks");
        return fixed * blocks;
    }

    Extents open_shares(Index fixed, int open) {
        if (!ranks_) {
            diagnostics_.fail(node_.list, "processors are missing: add 'onto P(...)', or give the number of ranks with --ranks");
            return {};
        }
        if (*ranks_ < 1 || *ranks_ > max_ranks) {
            diagnostics_.fail(node_.list, fmt::format("a job has 1 to {} ranks, not {}", max_ranks, *ranks_));
            return {};
        }
        if (*ranks_ % fixed != 0) {
            diagnostics_.fail(node_.list,
                              fmt::format("{} ranks cannot be arranged: gen_block needs a multiple of {}", *ranks_, fixed));
            return {};
        }
        return balanced_grid(*ranks_ / fixed, open);
    }

    /// Converts the values of format f to coordinates of the section's p-th dimension.
    void to_coordinates(std::size_t f, std::size_t p) {
        FormatInfo const& info = result_.formats[f].info();
        if (info.argument != FormatArgument::Coordinates) return;
        auto const axis = section_axis(p);
        if (!axis) return; // more formats than dimensions: refused with the mapping
        auto const [first, stride, last] = *axis;
        for (Index& value : result_.formats[f].list()->values) {
            bool const inside = stride > 0 ? value >= first && value <= last : value <= first && value >= last;
            if (!inside || (value - first) % stride != 0)
                return diagnostics_.fail(node_.formats[f].place,
                                         fmt::format("{}: {} is not a coordinate of {} here; expected {}", info.name, value,
                                                     result_.processors.name, shown(*axis)));
            value = (value - first) / stride;
        }
    }

    /// Returns the coordinates of a dimension of the section, in the arrangement's bounds.
    std::optional<Coordinates> section_axis(std::size_t p) const {
        Extents const& extents = result_.processors.extents;
        std::size_t dim = 0;
        if (result_.onto.empty()) {
            if (p >= extents.size()) return std::nullopt;
            return Coordinates{result_.processors.lower[p], 1, result_.processors.lower[p] + (extents[p] - 1)};
        }
        for (OntoSubscript const& subscript : result_.onto)
            if (!subscript.scalar && dim++ == p) return Coordinates{subscript.first, subscript.stride, subscript.last};
        return std::nullopt;
    }

    DistributeNode const& node_;
    std::optional<Index> ranks_;
    Diagnostics& diagnostics_;
    Distribution result_;
};

} // namespace

std::optional<Distribution> resolve_distribution(DistributeNode const& node, ProcessorsSymbol const* processors,
                                                 std::optional<Index> ranks, Diagnostics& diagnostics) {
    return DistributionResolver(node, ranks, diagnostics).run(processors);
}

std::optional<Distribution> resolve_distribution(DistributeNode const& node, Symbols const& symbols, std::optional<Index> ranks,
                                                 Diagnostics& diagnostics) {
    ProcessorsSymbol const* processors = nullptr;
    if (node.onto) {
        processors = symbols.processors(node.onto->processors);
        if (processors == nullptr) return std::nullopt;
    }
    auto distribution = resolve_distribution(node, processors, ranks, diagnostics);
    // A generated name must differ from the user's names.
    while (distribution && processors == nullptr && symbols.known(distribution->processors.name))
        distribution->processors.name += '_';
    return distribution;
}

} // namespace tessera::notation
