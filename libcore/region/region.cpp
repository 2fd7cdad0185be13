// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region: the elements of an array that a statement touches.
#include "libcore/region/region.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/region/detail/loop_generator.hpp"
#include "libcore/region/detail/region_set.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

std::string place_of(RegionStatement const& statement) {
    return statement.line > 0 ? fmt::format("the region of {} in line {}", statement.array, statement.line)
                              : fmt::format("the region of {}", statement.array);
}

bool fits(AffineForm const& form) {
    auto const small = [](Index value) { return value >= -Region::most_coefficient && value <= Region::most_coefficient; };
    return std::ranges::all_of(form.coefficients, small) && form.constant >= -Region::most_value &&
           form.constant <= Region::most_value;
}

Result<void> check_numbers(RegionStatement const& statement, ArraySpec const& array) {
    bool all = true;
    for (auto const& subscript : statement.subscripts) all = all && (!subscript || fits(*subscript));
    for (RegionCondition const& condition : statement.conditions)
        all = all && fits(condition.form) && condition.modulus <= Region::most_coefficient;
    for (std::size_t d = 0; d < array.extents.size(); ++d)
        all = all && array.lower[d] >= -Region::most_value && array.extents[d] <= Region::most_value &&
              array.lower[d] <= Region::most_value;
    if (all) return {};
    return fail(fmt::format("{}: a number is too large; expected factors up to {} and constants up to {}", place_of(statement),
                            Region::most_coefficient, Region::most_value));
}

/// Checks that the statement bounds every dimension for all values of the parameters.
Result<void> check_bounded(RegionStatement const& statement, ArraySpec const& array, isl::Set const& set) {
    if (isl_set_is_empty(set.get()) == isl_bool_true) return {};
    for (unsigned d = 0; d < statement.subscripts.size(); ++d) {
        bool const below = isl_set_dim_has_lower_bound(set.get(), isl_dim_set, d) == isl_bool_true;
        bool const above = isl_set_dim_has_upper_bound(set.get(), isl_dim_set, d) == isl_bool_true;
        if (below && above) continue;
        std::string const name = statement.subscripts[d] ? text_of(*statement.subscripts[d], statement) : ":";
        Index const bound = below ? array.lower[d] + array.extents[d] - 1 : array.lower[d];
        return fail(fmt::format("{} is unbounded: {} has no {} bound; add a condition such as {} {} {}", place_of(statement), name,
                                below ? "upper" : "lower", name, below ? "<=" : ">=", bound));
    }
    return {};
}

/// Returns the array's dimensions, slowest in memory first.
std::vector<int> memory_order(ArraySpec const& array) {
    std::vector<int> order;
    for (int d = 0; d < array.dims(); ++d) order.push_back(array.order == StorageOrder::Fortran ? array.dims() - 1 - d : d);
    return order;
}

PeriodicSet set_of(ScanLoops::IndexTriplet const& stretch, Index lower) {
    Index const first = stretch.first - lower;
    Index const count = (stretch.last - stretch.first) / stretch.step + 1;
    if (stretch.step == 1 || count == 1) return PeriodicSet::interval({first, first + count});
    return PeriodicSet::of_falls({first, first, stretch.step, count});
}

} // namespace

Region::Region(RegionStatement statement, ArraySpec array, ScanLoops loops)
    : statement_(std::move(statement)), array_(std::move(array)), loops_(std::move(loops)) {}

Result<Region> Region::make(RegionStatement statement, ArraySpec array) {
    TRY(check_numbers(statement, array));
    isl::IslContext const context;
    isl::Set set = isl::region_set(context, statement, array);
    if (!set) return isl::too_complicated();
    TRY(check_bounded(statement, array, set));
    set.reset(isl_set_intersect(set.release(), isl::array_set(context, array, statement.parameters).release()));
    set.reset(isl_set_make_disjoint(isl_set_coalesce(set.release())));
    std::vector<std::string> variables;
    for (int d : memory_order(array))
        variables.push_back(fmt::format("_{}", d + 1)); // the job's names do not begin with an underscore
    auto loops = TRY(isl::scan_loops(context, std::move(set), memory_order(array), variables));
    return Region(std::move(statement), std::move(array), std::move(loops));
}

Result<std::vector<Index>> Region::bound(RegionValues const& values) const {
    std::vector<Index> result;
    for (std::string const& name : statement_.parameters) {
        auto const found = values.find(name);
        if (found == values.end())
            return fail(fmt::format("{}: the parameter {} has no value; add --set {}=N", place_of(statement_), name, name));
        if (found->second < -most_value || found->second > most_value)
            return fail(
                fmt::format("--set {}={}: expected a value between {} and {}", name, found->second, -most_value, most_value));
        result.push_back(found->second);
    }
    for (auto const& [name, value] : values)
        if (std::ranges::none_of(statement_.parameters,
                                 [&, &wanted = name](auto const& each) { return notation::same_word(each, wanted); })) {
            std::string const hint =
                statement_.parameters.empty() ? "; it has no parameters" : suggestion(name, statement_.parameters);
            return fail(fmt::format("--set {}={}: {} has no parameter {}{}", name, value, place_of(statement_), name, hint));
        }
    return result;
}

void Region::for_each_box(std::vector<Index> const& values, std::function<void(BoxSet const&)> const& visit) const {
    loops_.for_each_box(values, [&](std::span<ScanLoops::IndexTriplet const> stretches) {
        std::vector<PeriodicSet> dims;
        for (std::size_t d = 0; d < stretches.size(); ++d) dims.push_back(set_of(stretches[d], array_.lower[d]));
        visit(BoxSet(std::move(dims)));
    });
}

std::vector<BoxSet> Region::boxes(std::vector<Index> const& values) const {
    std::vector<BoxSet> all;
    for_each_box(values, [&](BoxSet const& box) { all.push_back(box); });
    return all;
}

Index Region::count(std::vector<Index> const& values) const {
    Index sum = 0;
    for_each_box(values, [&](BoxSet const& box) { sum += box.count(); });
    return sum;
}

bool CaselessLess::operator()(std::string_view a, std::string_view b) const {
    return notation::lower(a) < notation::lower(b);
}

Result<RegionValues> parse_region_values(std::string_view text) {
    RegionValues values;
    std::string_view rest = text;
    while (!rest.empty()) {
        std::string_view const part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        std::size_t const equal = part.find('=');
        std::string const name(part.substr(0, std::min(equal, part.size())));
        std::string_view const number = equal == std::string_view::npos ? "" : part.substr(equal + 1);
        Index value = 0;
        auto const [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (name.empty() || number.empty() || error != std::errc() || end != number.data() + number.size())
            return fail(
                fmt::format("--set {}: '{}' gives no parameter a whole number; expected NAME=VALUE, e.g. m=27", text, part));
        if (!values.emplace(name, value).second) return fail(fmt::format("--set {}: {} is given twice", text, name));
    }
    return values;
}

} // namespace tessera
