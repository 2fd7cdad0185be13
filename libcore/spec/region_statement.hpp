// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `!dist$ region`: the elements of an array that a statement accesses, as inequalities over integer parameters (Coelho
// 1995, section 1.1).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Whether the statement reads the elements or writes them.
enum class RegionAction { Read, Write };
/// Must: all elements are accessed. May: some of them.
enum class RegionApproximation { Must, May };

[[nodiscard]] std::string_view name_of(RegionAction action);               ///< "read", "write"
[[nodiscard]] std::string_view name_of(RegionApproximation approximation); ///< "must", "may"

/// A linear combination of names plus a constant. The owner defines the names: for a region, its dummies and then its parameters.
/// If `coefficients` is shorter than the list of names, the missing ones are 0.
struct AffineForm {
    std::vector<Index> coefficients;
    Index constant = 0;

    [[nodiscard]] Index coefficient(std::size_t name) const { return name < coefficients.size() ? coefficients[name] : 0; }
    /// Returns the name, if the form depends on exactly one.
    [[nodiscard]] std::optional<std::size_t> only_name() const;
    [[nodiscard]] bool is_constant() const;
    friend bool operator==(AffineForm const& a, AffineForm const& b);
};

/// A condition: form >= 0, form == 0, or form is a multiple of `modulus`.
struct RegionCondition {
    enum class Kind { NotNegative, Zero, Multiple };
    Kind kind = Kind::NotNegative;
    AffineForm form;
    Index modulus = 1; ///< for Multiple, >= 1
    friend bool operator==(RegionCondition const&, RegionCondition const&) = default;
};

/// `!dist$ region read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)`: the elements A(subscripts) for all values of the dummies that
/// satisfy the conditions. Indices are in the array's own bounds.
struct RegionStatement {
    RegionAction action = RegionAction::Read;
    RegionApproximation approximation = RegionApproximation::Must;
    std::string array;
    std::vector<std::optional<AffineForm>> subscripts; ///< one per dimension; nothing: `:`, the whole dimension
    std::vector<std::string> dummies;                  ///< the dummies of the subscripts, then those of `with(...)`
    std::vector<std::string> parameters;               ///< names whose values are known only when the program runs
    std::vector<RegionCondition> conditions;
    std::string state;                ///< name in `state(...)`; empty: the state in effect at the statement
    std::size_t state_here = 0;       ///< the number of that state in both cases
    int line = 0;                     ///< line of the job file; 0: none
    std::vector<std::string> remarks; ///< reasons why a region from a loop nest is MAY or has several mappings; one line each

    /// Compares the contents and ignores the positions in the text.
    friend bool operator==(RegionStatement const& a, RegionStatement const& b);
};

/// Returns the form with the statement's names: "3", "2*i+1", "i-j+m".
[[nodiscard]] std::string text_of(AffineForm const& form, RegionStatement const& statement);
/// Returns the condition with the statement's names: "i+j <= m+1", "mod(i+1,2) == 0".
[[nodiscard]] std::string text_of(RegionCondition const& condition, RegionStatement const& statement);

} // namespace tessera
