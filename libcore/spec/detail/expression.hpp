// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parsers for integer constant expressions and for linear expressions in one align dummy or in several names.
#pragma once

#include "libcore/spec/detail/cursor.hpp"
#include "libcore/spec/region_statement.hpp"

#include <map>
#include <optional>
#include <span>

namespace tessera::notation {

/// The named constants (PARAMETER) known so far, by lower-case name. An entry without value is known not to be an integer. The key
/// `job_size_constant` holds the value of number_of_processors().
using Constants = std::map<std::string, std::optional<Index>, std::less<>>;

inline constexpr std::string_view job_size_constant = "number_of_processors()";

/// stride * dummy + offset; a constant if there is no dummy.
struct LinearForm {
    std::optional<std::size_t> dummy; ///< index of the dummy
    Index stride = 0;
    Index offset = 0;
};

/// Parses + - * / ** and parentheses over integers and named constants. Division truncates as in Fortran.
[[nodiscard]] Index constant_expression(Cursor& cursor, Constants const& constants);

/// Like constant_expression, with align dummies. Errors: a skewed subscript (two dummies), a dummy multiplied by itself, divided or
/// in an exponent.
[[nodiscard]] LinearForm linear_expression(Cursor& cursor, Constants const& constants, std::span<Name const> dummies);

/// Like constant_expression, with any number of names in one expression. The form's coefficients follow the order of `names`.
[[nodiscard]] AffineForm affine_expression(Cursor& cursor, Constants const& constants, std::span<Name const> names);

} // namespace tessera::notation
