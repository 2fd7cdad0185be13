// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loops that visit the points of an integer set, with bounds that are sums of parameters and outer loop variables.
#pragma once

#include "libcore/base/index.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// An expression over numbered names: parameters, and the variables of the loops around it.
struct ScanExpression {
    enum class Kind {
        Constant,
        Name,
        Sum,
        Difference,
        Negated,
        Product,
        Quotient,  ///< rounded towards minus infinity
        Remainder, ///< of that quotient, >= 0
        Least,
        Greatest,
        Equal,
        AtMost,
        Below,
        And,
        Or,
        Choice ///< the second where the first holds, else the third
    };
    Kind kind = Kind::Constant;
    Index value = 0; ///< of Constant, or the number of a Name
    std::vector<ScanExpression> parts;

    [[nodiscard]] Index evaluate(std::span<Index const> names) const;
    [[nodiscard]] bool mentions(Index name) const;
    [[nodiscard]] bool is_name(Index name) const { return kind == Kind::Name && value == name; }
};

/// One statement of the loops.
struct ScanStep {
    enum class Kind {
        Loop, ///< name `variable` runs from `first` to `last` (both included) in steps of `step`, around `body`
        When, ///< `body` where `condition` holds, else `otherwise`
        Visit ///< a point
    };
    Kind kind = Kind::Visit;
    Index variable = 0;
    ScanExpression first; ///< of When: the condition
    ScanExpression last;
    Index step = 1;
    bool single = false; ///< a loop that runs once: the variable is `first`
    std::vector<ScanStep> body;
    std::vector<ScanStep> otherwise;
    std::vector<ScanExpression> point; ///< of Visit: one expression per dimension

    /// Does the run of `body` depend on the variable, other than by a coordinate of the point that is the variable itself?
    bool couples = false;
};

/// Visits each point of a set once, in the lexicographic order of its scanned dimensions (which need not be the order of the
/// point's own). Made once; its parameters are given when it runs.
class ScanLoops {
  public:
    ScanLoops() = default;
    /// `names`: parameters first, then the loops' variables.
    ScanLoops(std::vector<std::string> names, std::size_t parameters, std::vector<ScanStep> steps);

    [[nodiscard]] std::span<std::string const> names() const { return names_; }
    [[nodiscard]] std::size_t parameters() const { return parameters_; }
    [[nodiscard]] std::span<ScanStep const> steps() const { return steps_; }

    /// One dimension of a box: first, first + step, ..., last.
    struct Stretch {
        Index first = 0;
        Index last = 0; ///< first <= last, a whole number of steps away
        Index step = 1;
    };
    /// Visits the points as disjoint boxes, one stretch per dimension. Loops whose bodies do not depend on them are not run but
    /// become a dimension of a box: the cost is that of the boxes, and a rectangle is one. Precondition: one value per parameter.
    void for_each_box(std::span<Index const> values, std::function<void(std::span<Stretch const>)> const& visit) const;

  private:
    std::vector<std::string> names_;
    std::size_t parameters_ = 0;
    std::vector<ScanStep> steps_;
};

} // namespace tessera
