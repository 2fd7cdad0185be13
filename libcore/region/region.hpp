// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region: the elements of an array that a statement touches, for any values of its parameters.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/region/scan_loops.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/spec/region_statement.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Compares names without regard to case, as in Fortran.
struct CaselessLess {
    [[nodiscard]] bool operator()(std::string_view a, std::string_view b) const;
};

/// Values of parameters by name, as --set gives them.
using RegionValues = std::map<std::string, Index, CaselessLess>;

/// A region is planned once; its parameters get values when it is used. Elements outside of the array's bounds do not belong to it.
class Region {
  public:
    /// Limits of coefficients and constants in conditions, and of parameters. They prevent overflow.
    static constexpr Index most_coefficient = Index{1} << 20;
    static constexpr Index most_value = Index{1} << 40;

    /// Makes the region. Precondition: the statement was parsed for this array. Errors: the conditions leave a dummy without an
    /// upper or a lower bound; a number is too large; the region is too complicated for isl.
    [[nodiscard]] static Result<Region> make(RegionStatement statement, ArraySpec array);

    [[nodiscard]] RegionStatement const& statement() const { return statement_; }
    [[nodiscard]] ArraySpec const& array() const { return array_; }
    /// Returns the loops, nested in the order of memory: the array's fastest dimension is innermost. Points are in the array's own
    /// bounds.
    [[nodiscard]] ScanLoops const& loops() const { return loops_; }

    /// Returns the values in the order of statement().parameters. Errors: a value is missing, out of range, or for an unknown
    /// parameter.
    [[nodiscard]] Result<std::vector<Index>> bound(RegionValues const& values) const;

    /// Visits the region as disjoint boxes of 0-based indices, in the order of memory. Cost: the boxes. `values`: from bound().
    void for_each_box(std::vector<Index> const& values, std::function<void(BoxSet const&)> const& visit) const;
    [[nodiscard]] std::vector<BoxSet> boxes(std::vector<Index> const& values) const;
    /// Returns the number of elements. Cost: the boxes.
    [[nodiscard]] Index count(std::vector<Index> const& values) const;

  private:
    Region(RegionStatement statement, ArraySpec array, ScanLoops loops);

    RegionStatement statement_;
    ArraySpec array_;
    ScanLoops loops_;
};

/// Parses 'm=27,n=5', the argument of --set. Error: another form.
[[nodiscard]] Result<RegionValues> parse_region_values(std::string_view text);

} // namespace tessera
