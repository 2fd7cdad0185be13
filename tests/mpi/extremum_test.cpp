// SPDX-License-Identifier: BSD-3-Clause
// Tessera: places of largest and smallest elements, tallies, and spreads along several dimensions, of random mappings in random
// contexts, against loops over the whole array.
#include "libcore/comm/context/mask.hpp"
#include "libcore/runtime/comm/axis/axes_spread.hpp"
#include "libcore/runtime/comm/axis/axis_extremum.hpp"
#include "libcore/runtime/comm/collectives/array_extremum.hpp"
#include "libcore/runtime/comm/collectives/element_tally.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <mpi.h>
#include <rapidcheck.h>
#include <set>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// A random array of few values, so that many are equal; now and then a NaN, or a zero of either sign. Some elements take part.
struct ExtremumCase {
    Mapping mapping;
    std::vector<double> whole; // by linear index
    std::vector<std::uint8_t> flags;
    Extents strides; // linear, by dimension
    std::optional<LocalLayout> layout = std::nullopt;
    std::vector<double> source = {};
    std::optional<Context> context = std::nullopt; // nothing: all take part

    [[nodiscard]] bool active(Index linear) const { return !context || flags[as_size(linear)] != 0; }
    [[nodiscard]] std::byte const* data() const { return reinterpret_cast<std::byte const*>(source.data()); }
    [[nodiscard]] Context const* where() const { return context ? &*context : nullptr; }
};

double few_values(Index linear) {
    auto const bits = mixed_bits(static_cast<std::uint64_t>(linear));
    if (bits % 9 == 0) return std::nan("");
    if (bits % 9 == 1) return -0.0;
    return static_cast<double>(bits % 5) - 2;
}

ExtremumCase random_extremum_case() {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, one_in(3) ? 30 : 7));
    MappingSpec spec = random_mapping_spec(extents, job_size());
    spec.array.type = {"float64", sizeof(double)};
    Mapping const mapping = Mapping::make(spec).value();
    ExtremumCase c{mapping, {}, {}, linear_strides(mapping.array())};
    bool const masked = one_in(2);
    for (Index i = 0; i < mapping.volume(); ++i) {
        c.whole.push_back(few_values(i + between(0, 3)));
        c.flags.push_back(one_in(3) ? 1 : 0);
    }
    auto const position = mapping.grid().position(Communicator::world().rank());
    if (position && mapping.holds(*position)) {
        c.layout.emplace(mapping, *position);
        c.source.resize(as_size(c.layout->allocation_size()));
        owned_elements(mapping.array(), *c.layout).for_each([&](Index offset, Index linear) {
            c.source[as_size(offset) / sizeof(double)] = c.whole[as_size(linear)];
        });
    }
    if (masked) c.context = Mask::of_flags(c.flags, mapping.array(), "flags").context(mapping, position.value_or(0));
    return c;
}

/// The first of the largest or smallest of `count` elements from `first` on; -1 where none takes part.
Index first_extreme(ExtremumCase const& c, Extreme extreme, Index first, Index stride, Index count) {
    Index best = -1;
    for (Index i = 0; i < count; ++i) {
        double const value = c.whole[as_size(first + i * stride)];
        if (!c.active(first + i * stride) || std::isnan(value)) continue;
        double const so_far = best < 0 ? 0 : c.whole[as_size(first + best * stride)];
        if (best < 0 || (extreme == Extreme::Largest ? value > so_far : value < so_far)) best = i;
    }
    return best;
}

void finds_extremes() {
    ExtremumCase const c = random_extremum_case();
    auto const extreme = one_in(2) ? Extreme::Largest : Extreme::Least;
    auto const extremum = ArrayExtremum::make(c.mapping, extreme, MPI_COMM_WORLD);
    RC_ASSERT(everywhere(extremum.has_value()));
    auto const found = extremum->execute(c.data(), c.where());
    Index const expected = first_extreme(c, extreme, 0, 1, c.mapping.volume());
    RC_ASSERT(everywhere(found.has_value() == (expected >= 0)));
    if (found)
        RC_ASSERT(everywhere(found->number == expected &&
                             std::memcmp(found->element.data(), &c.whole[as_size(expected)], sizeof(double)) == 0));

    int const dim = static_cast<int>(between(0, c.mapping.dims() - 1));
    auto const lines = AxisExtremum::make(c.mapping, dim, extreme, MPI_COMM_WORLD);
    RC_ASSERT(everywhere(lines.has_value()));
    std::vector<Index> indices(as_size(lines->lines()));
    lines->execute(c.data(), indices.data(), c.where());
    bool right = true;
    if (c.layout) {
        std::vector<Index> firsts; // of the lines through this rank's part, in the order of its memory
        Index const stride = c.strides[as_size(dim)];
        Index const extent = c.mapping.dim(dim).extent();
        std::set<Index> seen;
        owned_elements(c.mapping.array(), *c.layout).for_each([&](Index, Index linear) {
            seen.insert(linear - linear / stride % extent * stride);
        });
        std::size_t number = 0;
        for (Index const first : seen) right = right && indices.at(number++) == first_extreme(c, extreme, first, stride, extent);
        right = right && (number == indices.size() || c.layout->owned().count() == 0);
    }
    RC_ASSERT(everywhere(right));
}

void spreads_along_several() {
    ExtremumCase const c = random_extremum_case();
    std::vector<int> dims;
    Extents indices;
    for (int d = c.mapping.dims(); d-- > 0;) {
        if (!dims.empty() && one_in(3)) continue;
        dims.push_back(d);
        indices.push_back(between(0, c.mapping.dim(d).extent() - 1));
    }
    auto spread = AxesSpread::make(c.mapping, dims, MPI_COMM_WORLD);
    RC_ASSERT(everywhere(spread.has_value()));
    std::vector<double> target = c.source;
    spread->spread(indices, c.data(), reinterpret_cast<std::byte*>(target.data()), c.where());
    bool right = true;
    if (c.layout)
        owned_elements(c.mapping.array(), *c.layout).for_each([&](Index offset, Index linear) {
            Index from = linear;
            for (std::size_t k = 0; k < dims.size(); ++k) {
                auto const d = as_size(dims[k]);
                from += (indices[k] - linear / c.strides[d] % c.mapping.dim(dims[k]).extent()) * c.strides[d];
            }
            double const expected = c.whole[as_size(c.active(linear) ? from : linear)];
            right = right && std::memcmp(&expected, &target[as_size(offset) / sizeof(double)], sizeof expected) == 0;
        });
    RC_ASSERT(everywhere(right));
}

void tallies() {
    double const values[]{0.0, -0.0, 2.5, std::nan("")};
    auto const* const bytes = reinterpret_cast<std::byte const*>(values);
    std::byte truths[4];
    ElementTally::make(TallyOp::Any, {"float64", 8}).value().convert(bytes, 4, truths);
    RC_ASSERT(truths[0] == std::byte{0} && truths[1] == std::byte{0} && truths[2] == std::byte{1} && truths[3] == std::byte{1});
    Index ones[4];
    ElementTally::make(TallyOp::Count, {"V8", 8}).value().convert(bytes, 4, reinterpret_cast<std::byte*>(ones));
    RC_ASSERT(ones[0] == 1 && ones[3] == 1);
    RC_ASSERT(!ElementTally::make(TallyOp::All, {"V8", 8}).has_value());
    RC_ASSERT(!CandidateMaker::make(Extreme::Least, {"complex128", 16}).has_value());
    RC_ASSERT(!AxesSpread::make(Mapping(random_extremum_case().mapping), {0, 0}, MPI_COMM_WORLD).has_value());
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(1200 / (job_size() + 2));
    try_many_cases(("seed=44 max_success=" + cases).c_str());
    return exit_code({rc::check("places of extreme elements", finds_extremes),
                      rc::check("spreads along several dimensions", spreads_along_several),
                      rc::check("what tallies count", tallies)});
}
