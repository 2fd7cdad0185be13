// SPDX-License-Identifier: BSD-3-Clause
// Tessera: integer constant expressions, and expressions linear in one align dummy or in several names.
#pragma once

#include "libcore/spec/detail/cursor.hpp"
#include "libcore/spec/region_statement.hpp"

#include <map>
#include <optional>
#include <span>

namespace tessera::notation {

/// The named constants (PARAMETER) known so far, by lower-case name; no value where one is known not to be an integer.
/// Under `job_size_constant` stands what number_of_processors() says.
using Constants = std::map<std::string, std::optional<Index>, std::less<>>;

inline constexpr std::string_view job_size_constant = "number_of_processors()";

/// stride * dummy + offset; a constant where there is no dummy.
struct LinearForm {
    std::optional<std::size_t> dummy; ///< which of the dummies
    Index stride = 0;
    Index offset = 0;
};

/// + - * / ** and parentheses over integers and named constants; division truncates as in Fortran.
[[nodiscard]] Index constant_expression(Cursor& cursor, Constants const& constants);

/// The same with align dummies. Errors: a skewed subscript (two dummies), a dummy multiplied by itself, divided or in an exponent.
[[nodiscard]] LinearForm linear_expression(Cursor& cursor, Constants const& constants, std::span<Name const> dummies);

/// The same with any number of names in one expression: the form's coefficients are theirs.
[[nodiscard]] AffineForm affine_expression(Cursor& cursor, Constants const& constants, std::span<Name const> names);

} // namespace tessera::notation
