// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loops that visit the points of an integer set.
#include "libcore/region/scan_loops.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

using Kind = ScanExpression::Kind;

bool steps_mention(std::span<ScanStep const> steps, Index name);

/// Returns whether the step uses the name, other than as a coordinate of a point.
bool step_mentions(ScanStep const& step, Index name) {
    if (step.kind == ScanStep::Kind::Visit) {
        // One coordinate may be the variable itself. With two, their values would have to agree.
        Index plain = 0;
        for (ScanExpression const& coordinate : step.point) {
            if (coordinate.is_name(name)) {
                ++plain;
            } else if (coordinate.mentions(name)) {
                return true;
            }
        }
        return plain != 1;
    }
    return step.first.mentions(name) || step.last.mentions(name) || steps_mention(step.body, name) ||
           steps_mention(step.otherwise, name);
}

bool steps_mention(std::span<ScanStep const> steps, Index name) {
    return std::ranges::any_of(steps, [&](ScanStep const& step) { return step_mentions(step, name); });
}

void mark_couplings(std::vector<ScanStep>& steps) {
    for (ScanStep& step : steps) {
        if (step.kind == ScanStep::Kind::Loop) step.couples = step.single || steps_mention(step.body, step.variable);
        mark_couplings(step.body);
        mark_couplings(step.otherwise);
    }
}

/// Executes the steps with the values of all names.
class ScanWalk {
  public:
    ScanWalk(std::span<Index const> values, std::size_t names,
             std::function<void(std::span<ScanLoops::IndexTriplet const>)> const& visit)
        : parameters_(std::ssize(values)), values_(values.begin(), values.end()), stretches_(names), visit_(visit) {
        values_.resize(names);
    }

    void run(std::span<ScanStep const> steps) {
        for (ScanStep const& step : steps) run(step);
    }

  private:
    void run(ScanStep const& step) {
        switch (step.kind) {
        case ScanStep::Kind::When:
            return run(step.first.evaluate(values_) != 0 ? step.body : step.otherwise);
        case ScanStep::Kind::Visit:
            return point(step);
        case ScanStep::Kind::Loop:
            return loop(step);
        }
    }

    void loop(ScanStep const& step) {
        auto const variable = as_size(step.variable);
        Index const first = step.first.evaluate(values_);
        Index const last = step.single ? first : step.last.evaluate(values_);
        if (last < first) return;
        if (!step.couples) {
            stretches_[variable] = {first, first + (last - first) / step.step * step.step, step.step};
            return run(step.body);
        }
        for (Index i = first; i <= last; i += step.step) {
            values_[variable] = i;
            stretches_[variable] = {i, i, 1};
            run(step.body);
        }
    }

    void point(ScanStep const& step) {
        box_.clear();
        for (ScanExpression const& coordinate : step.point) {
            if (coordinate.kind == Kind::Name && coordinate.value >= parameters_) {
                box_.push_back(stretches_[as_size(coordinate.value)]);
            } else {
                Index const at = coordinate.evaluate(values_);
                box_.push_back({at, at, 1});
            }
        }
        visit_(box_);
    }

    Index parameters_;
    std::vector<Index> values_;                      // indexed by name
    std::vector<ScanLoops::IndexTriplet> stretches_; // for the loops' variables, by name
    std::vector<ScanLoops::IndexTriplet> box_;
    std::function<void(std::span<ScanLoops::IndexTriplet const>)> const& visit_;
};

} // namespace

Index ScanExpression::evaluate(std::span<Index const> names) const {
    auto const part = [&](std::size_t i) { return parts[i].evaluate(names); };
    switch (kind) {
    case Kind::Constant:
        return value;
    case Kind::Name:
        return names[as_size(value)];
    case Kind::Sum:
        return part(0) + part(1);
    case Kind::Difference:
        return part(0) - part(1);
    case Kind::Negated:
        return -part(0);
    case Kind::Product:
        return part(0) * part(1);
    case Kind::Quotient:
        return floor_div(part(0), part(1));
    case Kind::Remainder:
        return floor_mod(part(0), part(1));
    case Kind::Least:
    case Kind::Greatest: {
        Index best = part(0);
        for (std::size_t i = 1; i < parts.size(); ++i)
            best = kind == Kind::Least ? std::min(best, part(i)) : std::max(best, part(i));
        return best;
    }
    case Kind::Equal:
        return part(0) == part(1) ? 1 : 0;
    case Kind::AtMost:
        return part(0) <= part(1) ? 1 : 0;
    case Kind::Below:
        return part(0) < part(1) ? 1 : 0;
    case Kind::And:
        return part(0) != 0 && part(1) != 0 ? 1 : 0;
    case Kind::Or:
        return part(0) != 0 || part(1) != 0 ? 1 : 0;
    case Kind::Choice:
        return part(0) != 0 ? part(1) : part(2);
    }
    return 0;
}

bool ScanExpression::mentions(Index name) const {
    return is_name(name) || std::ranges::any_of(parts, [&](ScanExpression const& part) { return part.mentions(name); });
}

ScanLoops::ScanLoops(std::vector<std::string> names, std::size_t parameters, std::vector<ScanStep> steps)
    : names_(std::move(names)), parameters_(parameters), steps_(std::move(steps)) {
    mark_couplings(steps_);
}

void ScanLoops::for_each_box(std::span<Index const> values, std::function<void(std::span<IndexTriplet const>)> const& visit) const {
    require(values.size() == parameters_, "a scan expects a value for each parameter");
    ScanWalk(values, names_.size(), visit).run(steps_);
}

} // namespace tessera
