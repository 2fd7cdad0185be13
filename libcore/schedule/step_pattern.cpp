// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a step of a regular all-to-all as one formula.
#include "libcore/schedule/step_pattern.hpp"

namespace tessera {

int StepPattern::fixed_points() const {
    if (shape == Shape::Reflection) { // fixed points satisfy 2 p = amount, modulo size
        if (size % 2 == 1) return 1;
        return amount % 2 == 0 ? 2 : 0;
    }
    return amount == 0 ? size : 0;
}

Index StepPattern::transfers() const {
    if (one_port()) return size - fixed_points();
    return shape == Shape::Everything ? Index{size} * (size - 1) : Index{size} - 1;
}

bool StepPattern::is_exchange() const {
    switch (shape) {
    case Shape::Shift:
        return 2 * Index{amount} == size;
    case Shape::Reflection:
    case Shape::Xor:
    case Shape::Everything:
        return true;
    case Shape::Gather:
    case Shape::Scatter:
        return false;
    }
    return false;
}

int StepPattern::idle_ranks() const {
    if (one_port()) return fixed_points();
    return size == 1 ? 1 : 0;
}

Index StepPattern::most_sends() const {
    if (one_port()) return fixed_points() < size ? 1 : 0;
    if (shape == Shape::Gather) return size > 1 ? 1 : 0;
    return Index{size} - 1;
}

Index StepPattern::most_handled() const {
    if (one_port()) return 2 * most_sends();
    return shape == Shape::Everything ? 2 * (Index{size} - 1) : Index{size} - 1;
}

Index StepPattern::busiest_port() const {
    return one_port() ? most_sends() : Index{size} - 1;
}

} // namespace tessera
