// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the values of a mask's conditions for a rank's elements.
#include "libcore/comm/context/detail/mask_values.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {
namespace {

using Kind = MaskNode::Kind;
constexpr Index stretch = 256;

template <class Operation>
void for_all(Index const* left, Index const* right, Index* out, std::size_t count, Operation const& operation) {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Index>(operation(left[i], right[i]));
}

Index quotient(Index a, Index b) {
    return b > 0 ? floor_div(a, b) : floor_div(-a, -b);
}

} // namespace

MaskValues::MaskValues(MaskTree const& tree, ArraySpec const& array, MaskDomain const& domain)
    : tree_(tree), order_(domain.order), values_(tree.nodes.size(), Values(as_size(stretch))) {
    for (std::size_t d = 0; d < order_.size(); ++d) {
        PeriodicSet const& asked = domain.elements.dims()[d];
        Extents indices;
        for (auto run = asked.run_from(asked.bounds().begin); run; run = asked.run_from(run->end))
            for (Index i = run->begin; i < run->end; ++i) indices.push_back(i + array.lower[d]);
        indices_.push_back(std::move(indices));
    }
}

Context MaskValues::where(int node, Context const& outer) {
    ContextBuilder builder(outer.positions());
    Index const row = order_.empty() ? 1 : std::ssize(indices_[as_size(order_[0])]);
    Index added = 0;
    outer.for_each_run([&](Run run) {
        builder.add(false, run.begin - added);
        for (Index at = run.begin; at < run.end;) {
            Run const part{at, std::min({run.end, (at / row + 1) * row, at + stretch})};
            auto const holds = compute(node, part);
            for (auto begin = holds.begin(); begin != holds.end();) {
                auto const end = std::find(begin, holds.end(), 1 - *begin);
                builder.add(*begin == 1, end - begin);
                begin = end;
            }
            at = part.end;
        }
        added = run.end;
    });
    return std::move(builder).finish();
}

/// Computes the values of a node for consecutive elements of one row.
std::span<Index const> MaskValues::compute(int number, Run numbers) {
    MaskNode const& node = tree_.node(number);
    Values& out = values_[as_size(number)];
    auto const count = as_size(numbers.size());
    if (node.kind == Kind::Number) {
        std::fill_n(out.begin(), count, node.number);
    } else if (node.kind == Kind::Subscript) {
        Index rest = numbers.begin;
        for (std::size_t k = 0; k < order_.size(); ++k) {
            auto const& owned = indices_[as_size(order_[k])];
            Index const at = rest % std::ssize(owned);
            rest /= std::ssize(owned);
            if (order_[k] != node.number) continue;
            if (k == 0)
                std::copy_n(owned.begin() + at, count, out.begin());
            else
                std::fill_n(out.begin(), count, owned[as_size(at)]);
        }
    } else {
        Index const* const left = compute(node.left, numbers).data();
        Index const* const right = node.right < 0 ? left : compute(node.right, numbers).data();
        apply(node, left, right, out, count);
    }
    return {out.data(), count};
}

void MaskValues::apply(MaskNode const& node, Index const* left, Index const* right, Values& out, std::size_t count) const {
    auto const all = [&](auto const& operation) { for_all(left, right, out.data(), count, operation); };
    switch (node.kind) {
    case Kind::Negate:
        return all([](Index a, Index) { return -a; });
    case Kind::Add:
        return all([](Index a, Index b) { return a + b; });
    case Kind::Subtract:
        return all([](Index a, Index b) { return a - b; });
    case Kind::Multiply:
        return all([](Index a, Index b) { return a * b; });
    case Kind::Divide:
        return all(quotient);
    case Kind::Remainder:
        return all([](Index a, Index b) { return a - quotient(a, b) * b; });
    case Kind::Less:
        return all([](Index a, Index b) { return a < b; });
    case Kind::LessEqual:
        return all([](Index a, Index b) { return a <= b; });
    case Kind::Equal:
        return all([](Index a, Index b) { return a == b; });
    case Kind::Not:
        return all([](Index a, Index) { return 1 - a; });
    case Kind::And:
        return all([](Index a, Index b) { return a & b; });
    case Kind::Or:
        return all([](Index a, Index b) { return a | b; });
    case Kind::Number:
    case Kind::Subscript:
        break; // no operands to compute
    }
}

} // namespace tessera::detail
