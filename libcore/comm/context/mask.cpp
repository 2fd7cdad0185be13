// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a condition on the indices of an array, and the context of each rank's elements that meet it.
#include "libcore/comm/context/mask.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/context/detail/mask_boxes.hpp"
#include "libcore/comm/context/detail/mask_flags.hpp"
#include "libcore/comm/context/detail/mask_tree.hpp"
#include "libcore/comm/context/detail/mask_values.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera {
namespace {

using detail::MaskNode;
using detail::MaskTree;
using Kind = MaskNode::Kind;

/// Collects the conditions that a chain of `and` joins.
void add_conjuncts(MaskTree const& tree, int node, std::vector<int>& conjuncts) {
    if (tree.node(node).kind != Kind::And) return conjuncts.push_back(node);
    add_conjuncts(tree, tree.node(node).left, conjuncts);
    add_conjuncts(tree, tree.node(node).right, conjuncts);
}

/// Evaluates a mask on a box of elements.
class MaskedPart {
  public:
    MaskedPart(MaskTree const& tree, ArraySpec const& array, detail::MaskDomain const& domain)
        : tree_(tree), array_(array), domain_(domain), values_(tree, array_, domain) {}

    /// Returns the positions of `outer` for which the condition of a node holds.
    Context where(int node, Context const& outer) {
        MaskNode const& condition = tree_.node(node);
        if (condition.kind == Kind::Not) return outer.except(where(condition.left, outer));
        if (condition.kind == Kind::Or) {
            Context const first = where(condition.left, outer);
            return first.or_in(where(condition.right, outer.except(first)));
        }
        std::vector<int> conjuncts;
        add_conjuncts(tree_, node, conjuncts);
        Context inner = where_in_box(conjuncts, outer);
        for (int const each : conjuncts)
            inner = tree_.node(each).kind < Kind::Not ? values_.where(each, inner) : where(each, inner);
        return inner;
    }

  private:
    /// Returns the positions that meet all conditions that bound one index. Removes these conditions from the list.
    Context where_in_box(std::vector<int>& conjuncts, Context const& outer) const {
        std::vector<Run> box;
        for (PeriodicSet const& dim : domain_.elements.dims()) box.push_back({0, dim.count()});
        auto const bounds = [&](int node) {
            auto const bound = detail::box_bound(tree_, node, array_);
            if (!bound) return false;
            auto const d = as_size(bound->dim);
            PeriodicSet const& asked = domain_.elements.dims()[d];
            box[d] = intersection(box[d], Run{asked.count_below(bound->indices.begin), asked.count_below(bound->indices.end)});
            return true;
        };
        if (std::erase_if(conjuncts, bounds) == 0) return outer;
        Extents shape;
        std::vector<Run> ordered; // slowest dimension first
        for (std::size_t k = box.size(); k-- > 0;) {
            auto const d = as_size(domain_.order[k]);
            shape.push_back(domain_.elements.dims()[d].count());
            ordered.push_back(box[d]);
        }
        Context const inside = Context::of_box(shape, ordered);
        return outer.form() == ContextForm::Everywhere ? inside : outer.and_in(inside);
    }

    MaskTree const& tree_;
    ArraySpec const& array_;
    detail::MaskDomain const& domain_;
    detail::MaskValues values_;
};

MaskTerm term_of(MaskTree const& tree, int number) {
    MaskNode const& node = tree.node(number);
    if (!node.is_condition() && node.least == node.most) return {MaskTerm::Kind::Number, node.least, {}};
    MaskTerm term{node.kind, node.number, {}};
    for (int const part : {node.left, node.right})
        if (part >= 0) term.parts.push_back(term_of(tree, part));
    return term;
}

} // namespace

Result<Mask> Mask::parse(std::string text, ArraySpec const& array, std::string_view source) {
    auto tree = TRY(detail::parse_mask(text, array, source));
    return Mask(std::move(text), {{std::make_shared<MaskTree const>(std::move(tree)), nullptr}});
}

Mask Mask::of_flags(std::vector<std::uint8_t> const& flags, ArraySpec const& array, std::string text) {
    Index elements = 1;
    for (Index const extent : array.extents) elements *= extent;
    require(std::ssize(flags) == elements, "Mask::of_flags: expected a flag for each element of the array");
    auto bits = std::make_shared<std::vector<bool>>();
    bits->reserve(flags.size());
    for (std::uint8_t const flag : flags) bits->push_back(flag != 0);
    return {std::move(text), {{nullptr, std::move(bits)}}};
}

Mask Mask::and_in(Mask const& other) const {
    std::vector<Part> parts = parts_;
    parts.insert(parts.end(), other.parts_.begin(), other.parts_.end());
    return {fmt::format("({}) and {}", text_, other.text_), std::move(parts)};
}

Context Mask::where_all(ArraySpec const& array, detail::MaskDomain const& domain) const {
    Context inner = Context::everywhere(domain.elements.count());
    for (Part const& part : parts_)
        inner = part.tree ? MaskedPart(*part.tree, array, domain).where(part.tree->root(), inner)
                          : detail::where_flagged(*part.flags, array, domain, inner);
    return inner;
}

std::optional<MaskTerm> Mask::term() const {
    std::optional<MaskTerm> all;
    for (Part const& part : parts_) {
        if (!part.tree) return std::nullopt;
        MaskTerm term = term_of(*part.tree, part.tree->root());
        all = all ? MaskTerm{MaskTerm::Kind::And, 0, {*std::move(all), std::move(term)}} : std::move(term);
    }
    return all;
}

Context Mask::context(Mapping const& mapping, Index position) const {
    Index const owned = mapping.owned_count(position);
    if (owned == 0) return Context::everywhere(owned);
    LocalLayout const layout(mapping, position);
    return where_all(mapping.array(), {layout.owned(), layout.permutation()});
}

Context Mask::context(ArraySpec const& array, BoxSet const& elements) const {
    if (elements.count() == 0) return Context::everywhere(0);
    detail::MaskDomain domain{elements, {}};
    for (int d = array.dims(); d-- > 0;) domain.order.push_back(d);
    return where_all(array, domain);
}

bool Mask::only_boxes() const {
    return std::ranges::all_of(parts_, [](Part const& part) {
        return part.tree && std::ranges::all_of(part.tree->nodes, [&](MaskNode const& node) {
                   return node.kind < Kind::Less || node.kind > Kind::Equal || detail::bounds_one_index(*part.tree, node);
               });
    });
}

} // namespace tessera
