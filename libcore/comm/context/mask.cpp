// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a condition on the indices of an array, and the context that it makes of each rank's elements.
#include "libcore/comm/context/mask.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/comm/context/detail/mask_boxes.hpp"
#include "libcore/comm/context/detail/mask_tree.hpp"
#include "libcore/comm/context/detail/mask_values.hpp"
#include "libcore/mapping/local_layout.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {
namespace {

using detail::MaskNode;
using detail::MaskTree;
using Kind = MaskNode::Kind;

/// The conditions that a chain of `and` joins.
void add_conjuncts(MaskTree const& tree, int node, std::vector<int>& conjuncts) {
    if (tree.node(node).kind != Kind::And) return conjuncts.push_back(node);
    add_conjuncts(tree, tree.node(node).left, conjuncts);
    add_conjuncts(tree, tree.node(node).right, conjuncts);
}

/// What one grid position owns, as a mask sees it.
class MaskedPart {
  public:
    MaskedPart(MaskTree const& tree, Mapping const& mapping, LocalLayout const& layout)
        : tree_(tree), array_(mapping.array()), layout_(layout), values_(tree, array_, layout) {}

    /// Those of `outer` for which the condition of a node holds.
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
    /// Where all conditions hold that bound one index; the others stay in the list.
    Context where_in_box(std::vector<int>& conjuncts, Context const& outer) const {
        std::vector<Run> box;
        for (Index const extent : layout_.local_shape()) box.push_back({0, extent});
        auto const bounds = [&](int node) {
            auto const bound = detail::box_bound(tree_, node, array_);
            if (!bound) return false;
            auto const d = as_size(bound->dim);
            PeriodicSet const& owned = layout_.owned().dims()[d];
            box[d] = intersection(box[d], Run{owned.count_below(bound->indices.begin), owned.count_below(bound->indices.end)});
            return true;
        };
        if (std::erase_if(conjuncts, bounds) == 0) return outer;
        Extents shape;
        std::vector<Run> ordered; // the slowest dimension first
        for (std::size_t k = box.size(); k-- > 0;) {
            auto const d = as_size(layout_.permutation()[k]);
            shape.push_back(layout_.local_shape()[d]);
            ordered.push_back(box[d]);
        }
        Context const inside = Context::of_box(shape, ordered);
        return outer.form() == ContextForm::Everywhere ? inside : outer.and_in(inside);
    }

    MaskTree const& tree_;
    ArraySpec const& array_;
    LocalLayout const& layout_;
    detail::MaskValues values_;
};

} // namespace

Result<Mask> Mask::parse(std::string text, ArraySpec const& array, std::string_view source) {
    auto tree = detail::parse_mask(text, array, source);
    if (!tree) return forward_error(tree);
    return Mask(std::move(text), std::make_shared<MaskTree const>(*std::move(tree)));
}

Context Mask::context(Mapping const& mapping, Index position) const {
    Context const everything = Context::everywhere(mapping.owned_count(position));
    if (everything.positions() == 0) return everything;
    LocalLayout const layout(mapping, position);
    return MaskedPart(*tree_, mapping, layout).where(tree_->root(), everything);
}

bool Mask::only_boxes() const {
    return std::ranges::all_of(tree_->nodes, [&](MaskNode const& node) {
        return node.kind < Kind::Less || node.kind > Kind::Equal || detail::bounds_one_index(*tree_, node);
    });
}

} // namespace tessera
