// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ranges of a region's parameters that are useful to show.
#include "libcore/region/parameter_bounds.hpp"

#include "libcore/region/detail/region_set.hpp"

#include <algorithm>
#include <optional>

namespace tessera {

namespace {

constexpr Index most_rows = 100'000; // limit of the rows of an array whose region is counted
constexpr Index farthest = Region::most_coefficient;

/// The bounds of the values for which the region is not empty.
struct TouchingValues {
    std::optional<Index> least;
    std::optional<Index> most;
    [[nodiscard]] Index start() const { return least.value_or(most.value_or(0)); }
    /// Returns a value with a large region, as far as the bounds show.
    [[nodiscard]] Index widest() const {
        if (least && most) return *least + (*most - *least) / 2;
        return least ? *least + farthest : most ? *most - farthest : 0;
    }
};

std::optional<Index> whole_number(isl::Value const& value) {
    if (!value || isl_val_is_int(value.get()) != isl_bool_true) return std::nullopt;
    return isl::integer(value);
}

std::vector<TouchingValues> touching_values(Region const& region) {
    auto const& parameters = region.statement().parameters;
    isl::IslContext const context;
    isl::Set set = isl::region_set(context, region.statement(), region.array());
    set.reset(isl_set_intersect(set.release(), isl::array_set(context, region.array(), parameters).release()));
    isl::Set const condition(isl_set_params(set.release()));
    std::vector<TouchingValues> result;
    for (unsigned i = 0; i < parameters.size(); ++i) {
        isl::Set line(isl_set_from_params(isl_set_copy(condition.get())));
        line.reset(isl_set_move_dims(line.release(), isl_dim_set, 0, isl_dim_param, i, 1));
        line.reset(isl_set_project_out(line.release(), isl_dim_param, 0, static_cast<unsigned>(parameters.size()) - 1));
        bool const none = isl_set_is_empty(line.get()) != isl_bool_false;
        result.push_back(none ? TouchingValues{0, 0}
                              : TouchingValues{whole_number(isl::Value(isl_set_dim_min_val(isl_set_copy(line.get()), 0))),
                                               whole_number(isl::Value(isl_set_dim_max_val(line.release(), 0)))});
    }
    return result;
}

/// Returns the number of steps from `start` in the direction `sign` after which the count no longer changes.
Index steps_until_settled(Region const& region, std::vector<Index> values, std::size_t parameter, Index start, Index sign,
                          Index most) {
    auto const count_at = [&](Index steps) {
        values[parameter] = start + sign * steps;
        return region.count(values);
    };
    Index const settled = count_at(farthest);
    Index near = 0;
    Index far = farthest;
    while (near < far) {
        Index const middle = near + (far - near) / 2;
        bool const is_settled = count_at(middle) == settled;
        (is_settled ? far : near) = is_settled ? middle : middle + 1;
    }
    return near == 0 || near > most ? most : near;
}

} // namespace

std::vector<ParameterBounds> parameter_bounds(Region const& region) {
    std::vector<TouchingValues> const touching = touching_values(region);
    ArraySpec const& array = region.array();
    std::vector<Index> widest;
    for (TouchingValues const& each : touching) widest.push_back(each.widest());
    Index sum = 0;
    for (Index const extent : array.extents) sum += extent;
    Index rows = 1; // approximate number of boxes that a region can have
    std::size_t const fastest = array.order == StorageOrder::Fortran ? 0 : array.extents.size() - 1;
    for (std::size_t d = 0; d < array.extents.size(); ++d)
        if (d != fastest) rows = std::min(rows, most_rows) * std::min(array.extents[d], most_rows);
    std::vector<ParameterBounds> result;
    for (std::size_t i = 0; i < touching.size(); ++i) {
        Index const start = touching[i].start();
        auto const steps = [&](Index sign) {
            return rows > most_rows ? sum : steps_until_settled(region, widest, i, start, sign, 4 * sum);
        };
        result.push_back(
            {touching[i].least ? *touching[i].least : start - steps(-1), touching[i].most ? *touching[i].most : start + steps(1)});
    }
    return result;
}

} // namespace tessera
