// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the largest difference between two results that combine the same elements in different orders.
#include "cli/distcomm/rounding_bound.hpp"

#include "libcore/io/element_kind.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace tessera::cli {

RoundingBound::RoundingBound(Combiner const& combiner, bool rounds) : combiner_(combiner), rounds_(rounds) {
    auto const kind = kind_of(combiner.type());
    if (!kind) return;
    floats_ = kind->what == ElementKind::Class::Float || kind->what == ElementKind::Class::Complex;
    components_ = kind->what == ElementKind::Class::Complex ? 2 : 1;
    component_bytes_ = kind->component_bytes;
    magnitudes_.assign(as_size(components_), 0);
}

RoundingBound::Numbers RoundingBound::numbers_of(std::byte const* element) const {
    Numbers numbers;
    for (int c = 0; c < components_; ++c) {
        if (component_bytes_ == 4) {
            float value = 0;
            std::memcpy(&value, element + c * component_bytes_, sizeof value);
            numbers.push_back(value);
        } else {
            double value = 0;
            std::memcpy(&value, element + c * component_bytes_, sizeof value);
            numbers.push_back(value);
        }
    }
    return numbers;
}

void RoundingBound::add(std::byte const* element) {
    if (!rounds_ || !floats_) return;
    count_ += 1;
    Numbers const numbers = numbers_of(element);
    for (std::size_t c = 0; c < numbers.size(); ++c) magnitudes_[c] += std::abs(numbers[c]);
}

void RoundingBound::reset() {
    count_ = 0;
    magnitudes_.assign(magnitudes_.size(), 0);
}

bool RoundingBound::allows(std::byte const* found, std::byte const* expected) const {
    if (std::memcmp(found, expected, as_size(combiner_.type().bytes)) == 0) return true;
    if (!rounds_ || !floats_) return false;
    bool const sum = combiner_.op() == ReduceOp::Sum;
    bool const product = combiner_.op() == ReduceOp::Product;
    long double const unit = component_bytes_ == 4 ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
    Numbers const a = numbers_of(found);
    Numbers const b = numbers_of(expected);
    long double length = 0;
    for (long double const number : b) length = std::hypot(length, number);
    for (std::size_t c = 0; c < a.size(); ++c) {
        long double const bound = sum ? unit * count_ * magnitudes_[c] : product ? 4 * unit * count_ * length : 0;
        bool const same = a[c] == b[c] || (std::isnan(a[c]) && std::isnan(b[c]));
        if (!same && !(std::abs(a[c] - b[c]) <= bound)) return false;
    }
    return true;
}

} // namespace tessera::cli
