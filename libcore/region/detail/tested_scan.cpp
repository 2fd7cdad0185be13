// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a region with a test of the owner.
#include "libcore/region/detail/tested_scan.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tessera::isl {

namespace {

using Op = ScanExpression::Kind;

ScanExpression number(Index value) {
    return {Op::Constant, value, {}};
}

ScanExpression joined(Op kind, ScanExpression a, ScanExpression b) {
    return {kind, 0, {std::move(a), std::move(b)}};
}

/// Returns a + b, with the sign of b as the operator.
ScanExpression plus(ScanExpression a, Index b) {
    if (b == 0) return a;
    return joined(b < 0 ? Op::Difference : Op::Sum, std::move(a), number(std::abs(b)));
}

ScanExpression times(ScanExpression a, Index b) {
    return b == 1 ? a : joined(Op::Product, std::move(a), number(b));
}

ScanExpression quotient(ScanExpression a, Index b) {
    return b == 1 ? a : joined(Op::Quotient, std::move(a), number(b));
}

ScanExpression remainder(ScanExpression a, Index b) {
    return b == 1 ? number(0) : joined(Op::Remainder, std::move(a), number(b));
}

/// The test of the owner and the local addresses of an element.
class OwnerTest {
  public:
    OwnerTest(Mapping const& mapping, std::size_t parameters) : mapping_(mapping), spec_(mapping.spec()), parameters_(parameters) {}

    /// Returns the body for one point of the region: a visit if the processor owns it.
    ScanStep step(std::vector<ScanExpression> point) {
        tests_.clear();
        local_.assign(point.size(), std::nullopt);
        std::size_t processor = 0;
        for (std::size_t t = 0; t < spec_.formats.size(); ++t)
            if (spec_.formats[t].is_distributed()) distributed(t, processor++, point);
        ScanStep visit;
        visit.point = point;
        for (std::size_t d = 0; d < point.size(); ++d)
            visit.point.push_back(local_[d] ? *local_[d] : plus(point[d], 1 - spec_.array.lower[d]));
        if (tests_.empty()) return visit;
        ScanStep when;
        when.kind = ScanStep::Kind::When;
        when.first = tests_.front();
        for (std::size_t i = 1; i < tests_.size(); ++i) when.first = joined(Op::And, std::move(when.first), tests_[i]);
        when.body.push_back(std::move(visit));
        return when;
    }

  private:
    void distributed(std::size_t t, std::size_t p, std::vector<ScanExpression> const& point) {
        AlignAxis const at = spec_.target ? spec_.align[t] : AlignAxis{AlignAxis::Kind::Affine, static_cast<int>(t), 1, 0};
        if (at.kind == AlignAxis::Kind::Replicated) return has_any_cell(t, p);
        Index const lower = spec_.target ? spec_.target->lower[t] : spec_.array.lower[t];
        bool const fixed = at.kind == AlignAxis::Kind::Fixed;
        ScanExpression const cell =
            fixed ? number(at.offset - lower) : plus(times(point[as_size(at.array_dim)], at.stride), at.offset - lower);
        ScanExpression const processor{Op::Name, static_cast<Index>(parameters_ + p), {}};
        Place const place = equal_block(t, p) ? in_cycles(t, p, processor, cell) : in_blocks(sizes(t, p), processor, cell);
        tests_.push_back(place.test);
        if (fixed) return;
        Index const stride = std::abs(at.stride);
        ScanExpression address = plus(quotient(place.inside, stride), 1);
        if (place.cycle) address = joined(Op::Sum, times(*place.cycle, ceil_div(place.size, stride)), std::move(address));
        local_[as_size(at.array_dim)] = std::move(address);
    }

    /// Adds a test that the processor has a cell of the replicated dimension, and so a copy. Coordinates at the end, or with blocks
    /// of 0, may have none.
    void has_any_cell(std::size_t t, std::size_t p) {
        ScanExpression const processor{Op::Name, static_cast<Index>(parameters_ + p), {}};
        Index const coords = mapping_.grid().extents()[p];
        if (auto const size = equal_block(t, p)) {
            Index const having = std::min(coords, ceil_div(extent(t), *size));
            if (having < coords) tests_.push_back(joined(Op::AtMost, processor, number(having)));
            return;
        }
        std::vector<Index> const blocks = sizes(t, p);
        for (std::size_t c = 0; c < blocks.size(); ++c)
            if (blocks[c] == 0) {
                ScanExpression const here = number(static_cast<Index>(c) + 1);
                tests_.push_back(joined(Op::Or, joined(Op::Below, processor, here), joined(Op::Below, here, processor)));
            }
    }

    [[nodiscard]] Index extent(std::size_t t) const { return spec_.target ? spec_.target->extents[t] : spec_.array.extents[t]; }
    [[nodiscard]] std::optional<Index> equal_block(std::size_t t, std::size_t p) const {
        return spec_.formats[t].equal_block(std::max<Index>(extent(t), 1), mapping_.grid().extents()[p]);
    }
    [[nodiscard]] std::vector<Index> sizes(std::size_t t, std::size_t p) const {
        return block_sizes(spec_.formats[t], extent(t), mapping_.grid().extents()[p]);
    }

    /// The place of a cell: whether the processor has it, its cycle, and its offset in the block.
    struct Place {
        ScanExpression test;
        std::optional<ScanExpression> cycle;
        ScanExpression inside;
        Index size = 1; ///< size of a block
    };

    [[nodiscard]] Place in_cycles(std::size_t t, std::size_t p, ScanExpression const& processor, ScanExpression const& cell) const {
        Index const coords = mapping_.grid().extents()[p];
        bool const cyclic = spec_.formats[t].info().pattern == FormatPattern::Cycles;
        Index const size = *equal_block(t, p);
        ScanExpression const block = quotient(cell, size);
        Place place{joined(Op::Equal, plus(processor, -1), cyclic ? remainder(block, coords) : block), std::nullopt,
                    remainder(cell, size), size};
        if (cyclic) place.cycle = quotient(cell, size * coords);
        return place;
    }

    static Place in_blocks(std::vector<Index> const& sizes, ScanExpression const& processor, ScanExpression const& cell) {
        std::optional<ScanExpression> test;
        std::optional<ScanExpression> first_cell;
        Index first = 0;
        for (std::size_t c = 0; c < sizes.size(); ++c) {
            ScanExpression const is_it = joined(Op::Equal, processor, number(static_cast<Index>(c) + 1));
            ScanExpression inside =
                joined(Op::And, is_it,
                       joined(Op::And, joined(Op::AtMost, number(first), cell), joined(Op::Below, cell, number(first + sizes[c]))));
            test = test ? joined(Op::Or, *std::move(test), std::move(inside)) : std::move(inside);
            first_cell = first_cell ? ScanExpression{Op::Choice, 0, {is_it, number(first), *std::move(first_cell)}} : number(first);
            first += sizes[c];
        }
        return {*test, std::nullopt, joined(Op::Difference, cell, *first_cell), 1};
    }

    Mapping const& mapping_;
    MappingSpec const& spec_;
    std::size_t parameters_;
    std::vector<ScanExpression> tests_;
    std::vector<std::optional<ScanExpression>> local_; // indexed by array dimension
};

/// Inserts the coordinates into the numbering of names, after the parameters, and inserts the test at each visit of a point.
class LoopRewriter {
  public:
    LoopRewriter(std::size_t parameters, std::size_t coordinates, OwnerTest& test)
        : parameters_(static_cast<Index>(parameters)), coordinates_(static_cast<Index>(coordinates)), test_(test) {}

    std::vector<ScanStep> steps(std::span<ScanStep const> all) {
        std::vector<ScanStep> result;
        for (ScanStep const& each : all) {
            if (each.kind == ScanStep::Kind::Visit) {
                std::vector<ScanExpression> point;
                for (ScanExpression const& coordinate : each.point) point.push_back(renumbered(coordinate));
                result.push_back(test_.step(std::move(point)));
                continue;
            }
            ScanStep step = each;
            step.variable += coordinates_; // unused for conditions
            step.first = renumbered(each.first);
            step.last = renumbered(each.last);
            step.body = steps(each.body);
            step.otherwise = steps(each.otherwise);
            result.push_back(std::move(step));
        }
        return result;
    }

  private:
    [[nodiscard]] ScanExpression renumbered(ScanExpression expression) const {
        if (expression.kind == Op::Name && expression.value >= parameters_) expression.value += coordinates_;
        for (ScanExpression& part : expression.parts) part = renumbered(std::move(part));
        return expression;
    }

    Index parameters_;
    Index coordinates_;
    OwnerTest& test_;
};

ScanLoops all_owners(std::vector<std::string> names, std::size_t parameters, Mapping const& mapping,
                     MappingConstraints const& constraints) {
    ScanStep visit;
    Extents const& extents = mapping.grid().extents();
    for (std::size_t p = 0; p < extents.size(); ++p) visit.point.push_back({Op::Name, static_cast<Index>(parameters + p), {}});
    std::vector<ScanStep> steps{std::move(visit)};
    for (std::size_t p = extents.size(); p-- > 0;) {
        bool const one = constraints.replicated[p];
        ScanStep loop;
        loop.kind = ScanStep::Kind::Loop;
        loop.variable = static_cast<Index>(parameters + p);
        loop.first = number(one ? constraints.primary[p] : 1);
        loop.last = number(one ? constraints.primary[p] : extents[p]);
        loop.body = std::move(steps);
        steps = {std::move(loop)};
    }
    return {std::move(names), parameters, std::move(steps)};
}

} // namespace

RegionScan tested_scan(Region const& region, Mapping const& mapping, MappingConstraints const& constraints) {
    auto const& own = region.loops().names();
    std::size_t const parameters = region.loops().parameters();
    std::size_t const coordinates = constraints.columns.processors.size();
    std::vector<std::string> const given(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(parameters));
    std::vector<std::string> names = given;
    for (int const column : constraints.columns.processors) names.push_back(constraints.columns.names[as_size(column)]);
    RegionScan scan;
    scan.exact = false;
    std::vector<ScanStep> always;
    if (!region.loops().steps().empty()) always.emplace_back();
    scan.condition = ScanLoops(given, parameters, std::move(always));
    scan.owners = all_owners(names, parameters, mapping, constraints);
    names.insert(names.end(), own.begin() + static_cast<std::ptrdiff_t>(parameters), own.end());
    OwnerTest test(mapping, parameters);
    scan.elements = ScanLoops(std::move(names), parameters + coordinates,
                              LoopRewriter(parameters, coordinates, test).steps(region.loops().steps()));
    scan.coordinates = mapping.grid().extents();
    scan.replicated = constraints.replicated;
    scan.allocation = constraints.allocation;
    return scan;
}

} // namespace tessera::isl
