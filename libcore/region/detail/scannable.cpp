// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sets projected so that each variable is bounded by the previous ones.
#include "libcore/region/detail/scannable.hpp"

#include "libcore/region/detail/mapping_constraints.hpp"
#include "libcore/region/detail/region_set.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera::isl {

namespace {

/// The constraints of a set as texts, one per constraint. Several polyhedra are one text, joined by "or". If strides occur, the
/// text is isl's own.
class ConstraintTexts {
  public:
    ConstraintTexts(Set const& set, std::vector<std::string> names) : names_(std::move(names)) {
        for (int i = 0; i < isl_set_dim(set.get(), isl_dim_param); ++i)
            parameters_.push_back(without_marks(isl_set_get_dim_name(set.get(), isl_dim_param, static_cast<unsigned>(i))));
        isl_set_foreach_basic_set(set.get(), each_basic_set, this);
        if (!plain_ || parts_.empty())
            texts_ = {whole(set)};
        else if (parts_.size() > 1)
            texts_ = {fmt::format("{}", fmt::join(parts_, " or "))};
    }

    [[nodiscard]] std::vector<std::string> take() { return std::move(texts_); }

  private:
    static isl_stat each_basic_set(isl_basic_set* set, void* self) {
        Handle<isl_basic_set> const owned(set);
        auto& me = *static_cast<ConstraintTexts*>(self);
        me.plain_ = me.plain_ && isl_basic_set_dim(set, isl_dim_div) == 0;
        me.texts_.clear();
        if (me.plain_) isl_basic_set_foreach_constraint(set, each_constraint, self);
        me.parts_.push_back(fmt::format("{}", fmt::join(me.texts_, " and ")));
        return isl_stat_ok;
    }

    static isl_stat each_constraint(isl_constraint* constraint, void* self) {
        Handle<isl_constraint> const owned(constraint);
        auto& me = *static_cast<ConstraintTexts*>(self);
        Row row;
        auto const fill = [&](isl_dim_type type, std::vector<Index>& to) {
            for (int i = 0; i < isl_constraint_dim(constraint, type); ++i)
                to.push_back(integer(Value(isl_constraint_get_coefficient_val(constraint, type, i))));
        };
        fill(isl_dim_set, row.dims);
        fill(isl_dim_param, row.parameters);
        row.constant = integer(Value(isl_constraint_get_constant_val(constraint)));
        row.equal = isl_constraint_is_equality(constraint) != 0;
        me.texts_.push_back(row_text(row, me.names_, me.parameters_));
        return isl_stat_ok;
    }

    /// Returns "(m) mod 2 = 0 or ...": isl's text after the colon.
    [[nodiscard]] std::string whole(Set const& set) const {
        Set named = copy_of(set);
        for (std::size_t i = 0; i < names_.size(); ++i)
            named.reset(isl_set_set_dim_name(named.release(), isl_dim_set, static_cast<unsigned>(i), names_[i].c_str()));
        Handle<char> const text(isl_set_to_str(named.get()));
        std::string const all = text ? text.get() : "";
        auto const begin = all.find(" : ");
        auto const end = all.rfind(" }");
        if (begin == std::string::npos || end == std::string::npos || end < begin + 3) return "always";
        return without_marks(all.substr(begin + 3, end - begin - 3));
    }

    std::vector<std::string> names_;
    std::vector<std::string> parameters_;
    std::vector<std::string> texts_;
    std::vector<std::string> parts_; // the texts of each plain polyhedron, if there are several
    bool plain_ = true;
};

} // namespace

Set columns_of(Set const& set, std::vector<int> const& columns) {
    isl_space* to = isl_space_set_from_params(isl_space_params(isl_set_get_space(set.get())));
    to = isl_space_add_dims(to, isl_dim_set, static_cast<unsigned>(columns.size()));
    isl_map* map = isl_map_universe(isl_space_map_from_domain_and_range(isl_set_get_space(set.get()), to));
    for (std::size_t i = 0; i < columns.size(); ++i)
        map = isl_map_equate(map, isl_dim_in, columns[i], isl_dim_out, static_cast<int>(i));
    return Set(isl_set_coalesce(isl_set_apply(isl_set_copy(set.get()), map)));
}

Set with_parameters(Set set, std::vector<std::string> const& names) {
    auto const before = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param));
    auto const count = static_cast<unsigned>(names.size());
    set.reset(isl_set_move_dims(set.release(), isl_dim_param, before, isl_dim_set, 0, count));
    for (unsigned i = 0; i < count; ++i)
        set.reset(isl_set_set_dim_name(set.release(), isl_dim_param, before + i, names[i].c_str()));
    return set;
}

std::vector<PolyhedronLine> scannable_lines(Set set, std::vector<std::string> const& names, std::size_t known) {
    std::vector<PolyhedronLine> lines;
    auto const count = static_cast<unsigned>(names.size());
    for (auto k = static_cast<unsigned>(known); k < count; ++k) {
        Set upto(isl_set_project_out(isl_set_copy(set.get()), isl_dim_set, k + 1, count - k - 1));
        upto.reset(isl_set_coalesce(isl_set_compute_divs(upto.release())));
        Set before(isl_set_add_dims(isl_set_project_out(isl_set_copy(upto.get()), isl_dim_set, k, 1), isl_dim_set, 1));
        Set bounds(isl_set_gist(upto.release(), before.release()));
        bounds.reset(isl_set_coalesce(isl_set_remove_redundancies(bounds.release())));
        std::vector<std::string> const some(names.begin(), names.begin() + k + 1);
        lines.push_back({names[k], ConstraintTexts(bounds, some).take()});
    }
    return lines;
}

std::vector<PolyhedronLine> condition_lines(Set const& parameters) {
    std::string names;
    for (int i = 0; i < isl_set_dim(parameters.get(), isl_dim_param); ++i)
        names += std::string(i > 0 ? "," : "") +
                 without_marks(isl_set_get_dim_name(parameters.get(), isl_dim_param, static_cast<unsigned>(i)));
    Set simple(isl_set_remove_redundancies(isl_set_coalesce(isl_set_copy(parameters.get()))));
    std::vector<std::string> texts = ConstraintTexts(simple, {}).take();
    if (texts.empty()) texts.emplace_back("always");
    return {{names, std::move(texts)}};
}

} // namespace tessera::isl
