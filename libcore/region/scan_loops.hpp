// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loops that visit the points of an integer set, with bounds that depend on parameters and outer loop variables.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// An expression over numbered names: parameters, and variables of enclosing loops.
struct ScanExpression {
    enum class Kind {
        Constant,
        Name,
        Sum,
        Difference,
        Negated,
        Product,
        Quotient,  ///< rounded towards minus infinity
        Remainder, ///< the remainder of that quotient, >= 0
        Least,
        Greatest,
        Equal,
        AtMost,
        Below,
        And,
        Or,
        Choice ///< the second part if the first holds, else the third
    };
    Kind kind = Kind::Constant;
    Index value = 0; ///< value of a Constant, or number of a Name
    std::vector<ScanExpression> parts;

    [[nodiscard]] Index evaluate(std::span<Index const> names) const;
    [[nodiscard]] bool mentions(Index name) const;
    [[nodiscard]] bool is_name(Index name) const { return kind == Kind::Name && value == name; }
};

/// One statement of the loops.
struct ScanStep {
    enum class Kind {
        Loop, ///< name `variable` runs from `first` to `last` (inclusive) in steps of `step`; contains `body`
        When, ///< `body` if `condition` holds, else `otherwise`
        Visit ///< visits a point
    };
    Kind kind = Kind::Visit;
    Index variable = 0;
    ScanExpression first; ///< for When: the condition
    ScanExpression last;
    Index step = 1;
    bool single = false; ///< the loop runs once: the variable is `first`
    std::vector<ScanStep> body;
    std::vector<ScanStep> otherwise;
    std::vector<ScanExpression> point; ///< for Visit: one expression per dimension

    /// True if `body` depends on the variable, apart from one coordinate of the point that is the variable itself.
    bool couples = false;
};

/// Visits each point of a set once, in the lexicographic order of its scanned dimensions (which may differ from the order of the
/// point's coordinates). Made once; its parameters get values when it runs.
class ScanLoops {
  public:
    ScanLoops() = default;
    /// `names`: parameters first, then the loops' variables.
    ScanLoops(std::vector<std::string> names, std::size_t parameters, std::vector<ScanStep> steps);

    [[nodiscard]] std::span<std::string const> names() const { return names_; }
    [[nodiscard]] std::size_t parameters() const { return parameters_; }
    [[nodiscard]] std::span<ScanStep const> steps() const { return steps_; }

    /// One dimension of a box: first, first + step, ..., last.
    struct IndexTriplet {
        Index first = 0;
        Index last = 0; ///< first <= last; last - first is a multiple of step
        Index step = 1;
    };
    /// Visits the points as disjoint boxes, one IndexTriplet per dimension. A loop whose body does not depend on its variable is
    /// not executed, but becomes a dimension of a box. So the cost is the number of boxes, and a rectangle is one box.
    /// Precondition: one value per parameter.
    void for_each_box(std::span<Index const> values, std::function<void(std::span<IndexTriplet const>)> const& visit) const;

  private:
    std::vector<std::string> names_;
    std::size_t parameters_ = 0;
    std::vector<ScanStep> steps_;
};

} // namespace tessera
