// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a region statement as an isl set.
#include "libcore/region/detail/region_set.hpp"

#include <utility>

namespace tessera::isl {

namespace {

/// Returns the form as a row over the columns (subscripts, dummies, further columns). The names of the form are dummies, then
/// parameters.
Row row_of(AffineForm const& form, RegionStatement const& statement, std::size_t columns) {
    std::size_t const dummies = statement.dummies.size();
    std::size_t const first = statement.subscripts.size();
    Row row;
    row.dims.resize(columns);
    for (std::size_t i = 0; i < dummies; ++i) row.dims[first + i] = form.coefficient(i);
    for (std::size_t i = 0; i < statement.parameters.size(); ++i) row.parameters.push_back(form.coefficient(dummies + i));
    row.constant = form.constant;
    return row;
}

} // namespace

std::string parameter_mark(std::string_view name) {
    return "$" + std::string(name);
}

std::string without_marks(std::string_view text) {
    std::string plain(text);
    std::erase(plain, '$');
    return plain;
}

Set universe(IslContext const& context, std::size_t dims, std::span<std::string const> parameters) {
    auto const count = static_cast<unsigned>(parameters.size());
    isl_space* space = isl_space_set_alloc(context.get(), count, static_cast<unsigned>(dims));
    for (unsigned i = 0; i < count; ++i)
        space = isl_space_set_dim_name(space, isl_dim_param, i, parameter_mark(parameters[i]).c_str());
    return Set(isl_set_universe(space));
}

Set constrained(IslContext const& context, Set set, Row const& row) {
    isl_local_space* space = isl_local_space_from_space(isl_set_get_space(set.get()));
    isl_constraint* constraint = row.equal ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
    auto const fill = [&](isl_dim_type type, std::vector<Index> const& coefficients) {
        for (std::size_t i = 0; i < coefficients.size(); ++i)
            if (coefficients[i] != 0)
                constraint = isl_constraint_set_coefficient_val(constraint, type, static_cast<int>(i),
                                                                context.value(coefficients[i]).release());
    };
    fill(isl_dim_set, row.dims);
    fill(isl_dim_param, row.parameters);
    constraint = isl_constraint_set_constant_val(constraint, context.value(row.constant).release());
    return Set(isl_set_add_constraint(set.release(), constraint));
}

Set region_set(IslContext const& context, RegionStatement const& statement, ArraySpec const& array) {
    std::size_t const dims = statement.subscripts.size();
    std::size_t multiples = 0;
    for (RegionCondition const& condition : statement.conditions)
        multiples += condition.kind == RegionCondition::Kind::Multiple ? 1 : 0;
    std::size_t const columns = dims + statement.dummies.size() + multiples;
    Set set = universe(context, columns, statement.parameters);
    for (std::size_t d = 0; d < dims; ++d) {
        if (!statement.subscripts[d]) {
            Row low;
            low.dims.assign(columns, 0);
            low.dims[d] = 1;
            low.constant = -array.lower[d];
            Row high = low;
            high.dims[d] = -1;
            high.constant = array.lower[d] + array.extents[d] - 1;
            set = constrained(context, constrained(context, std::move(set), low), high);
            continue;
        }
        Row row = row_of(*statement.subscripts[d], statement, columns);
        row.dims[d] = -1;
        row.equal = true;
        set = constrained(context, std::move(set), row);
    }
    std::size_t next = columns - multiples;
    for (RegionCondition const& condition : statement.conditions) {
        Row row = row_of(condition.form, statement, columns);
        row.equal = condition.kind != RegionCondition::Kind::NotNegative;
        if (condition.kind == RegionCondition::Kind::Multiple) row.dims[next++] = -condition.modulus;
        set = constrained(context, std::move(set), row);
    }
    return Set(isl_set_project_out(set.release(), isl_dim_set, static_cast<unsigned>(dims), static_cast<unsigned>(columns - dims)));
}

Set array_set(IslContext const& context, ArraySpec const& array, std::span<std::string const> parameters) {
    Set set = universe(context, array.extents.size(), parameters);
    for (std::size_t d = 0; d < array.extents.size(); ++d) {
        set.reset(
            isl_set_lower_bound_val(set.release(), isl_dim_set, static_cast<unsigned>(d), context.value(array.lower[d]).release()));
        set.reset(isl_set_upper_bound_val(set.release(), isl_dim_set, static_cast<unsigned>(d),
                                          context.value(array.lower[d] + array.extents[d] - 1).release()));
    }
    return set;
}

} // namespace tessera::isl
