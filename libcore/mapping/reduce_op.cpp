// SPDX-License-Identifier: BSD-3-Clause
// Tessera: operations that combine two elements into one.
#include "libcore/mapping/reduce_op.hpp"

#include "libcore/base/index.hpp"
#include "libcore/base/suggest.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace tessera {
namespace {

constexpr std::array<std::string_view, 7> op_names{"sum", "product", "min", "max", "and", "or", "xor"};
constexpr std::array<std::string_view, 7> outcomes{"are added up",       "are multiplied",      "give the least",
                                                   "give the largest",   "are combined by and", "are combined by or",
                                                   "are combined by xor"};

} // namespace

std::span<std::string_view const> reduce_op_names() {
    return op_names;
}

std::string_view name_of(ReduceOp op) {
    return op_names[static_cast<std::size_t>(op)];
}

std::string_view outcome_of(ReduceOp op) {
    return outcomes[static_cast<std::size_t>(op)];
}

Result<ReduceOp> reduce_op_named(std::string_view name) {
    auto const found = std::ranges::find(op_names, name);
    if (found != op_names.end()) return static_cast<ReduceOp>(found - op_names.begin());
    std::vector<std::string> const names(op_names.begin(), op_names.end());
    return fail(
        fmt::format("'{}' is not an operation; known operations are {}{}", name, fmt::join(names, ", "), suggestion(name, names)));
}

} // namespace tessera
