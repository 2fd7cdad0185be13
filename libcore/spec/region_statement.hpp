// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `!dist$ region`: which elements of an array a statement touches, as inequalities over integer parameters (Coelho 1995,
// section 1.1).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// What becomes of the elements: they are read by the statement, or written.
enum class RegionAction { Read, Write };
/// All of them, or only some.
enum class RegionApproximation { Must, May };

[[nodiscard]] std::string_view name_of(RegionAction action);               ///< "read", "write"
[[nodiscard]] std::string_view name_of(RegionApproximation approximation); ///< "must", "may"

/// A sum of names times constants, and a constant. Which names is the owner's: of a region its dummies, then its parameters.
/// Shorter than they are many: the others have the coefficient 0.
struct AffineForm {
    std::vector<Index> coefficients;
    Index constant = 0;

    [[nodiscard]] Index coefficient(std::size_t name) const { return name < coefficients.size() ? coefficients[name] : 0; }
    /// The one name it depends on, or nothing where it depends on none or on several.
    [[nodiscard]] std::optional<std::size_t> only_name() const;
    [[nodiscard]] bool is_constant() const;
    friend bool operator==(AffineForm const& a, AffineForm const& b);
};

/// What must hold: form >= 0, form == 0, or form is a multiple of `modulus`.
struct RegionCondition {
    enum class Kind { NotNegative, Zero, Multiple };
    Kind kind = Kind::NotNegative;
    AffineForm form;
    Index modulus = 1; ///< of Multiple, >= 1
    friend bool operator==(RegionCondition const&, RegionCondition const&) = default;
};

/// `!dist$ region read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)`: the elements A(subscripts) for all values of the dummies that
/// fulfil the conditions. Indices are in the array's own bounds.
struct RegionStatement {
    RegionAction action = RegionAction::Read;
    RegionApproximation approximation = RegionApproximation::Must;
    std::string array;
    std::vector<std::optional<AffineForm>> subscripts; ///< one per dimension; nothing: `:`, the whole dimension
    std::vector<std::string> dummies;                  ///< those of the subscripts first, then those of `with(...)`
    std::vector<std::string> parameters;               ///< what is known only when the program runs
    std::vector<RegionCondition> conditions;
    std::string state;                ///< as `state(...)` names it; empty: that in which the array is where the statement stands
    std::size_t state_here = 0;       ///< the number of that state, of either
    int line = 0;                     ///< of the job file; 0: none
    std::vector<std::string> remarks; ///< why a region taken from a loop nest is MAY, or has several mappings; one line each

    /// What it says is compared, not where it stands.
    friend bool operator==(RegionStatement const& a, RegionStatement const& b);
};

/// "3", "2*i+1", "i-j+m".
[[nodiscard]] std::string text_of(AffineForm const& form, RegionStatement const& statement);
/// "i+j <= m+1", "mod(i+1,2) == 0".
[[nodiscard]] std::string text_of(RegionCondition const& condition, RegionStatement const& statement);

} // namespace tessera
