// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loops over a set, made by isl's code generator.
#include "libcore/region/detail/loop_generator.hpp"

#include "libcore/region/detail/region_set.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace tessera::isl {

namespace {

using Node = Handle<isl_ast_node>;
using Expression = Handle<isl_ast_expr>;

/// Returns the name of our variable in isl. The mark separates it from isl's own loop names c0, c1, ...
std::string marked(std::string const& variable) {
    return "_" + variable;
}

/// Converts isl's syntax tree to ScanLoops.
class Translator {
  public:
    Translator(isl_set* set, std::vector<std::string> const& variables) {
        for (int i = 0; i < isl_set_dim(set, isl_dim_param); ++i) {
            std::string const name = isl_set_get_dim_name(set, isl_dim_param, static_cast<unsigned>(i));
            numbers_.emplace(name, i);
            names_.push_back(without_marks(name));
        }
        parameters_ = names_.size();
        for (std::string const& variable : variables) {
            numbers_.emplace(marked(variable), std::ssize(names_));
            names_.push_back(variable);
        }
    }

    /// A null root means that the set is empty.
    [[nodiscard]] ScanLoops loops(Node const& root) {
        std::vector<ScanStep> all = root ? steps(root) : std::vector<ScanStep>();
        return {names_, parameters_, std::move(all)};
    }

  private:
    using Kind = ScanExpression::Kind;

    std::vector<ScanStep> steps(Node const& node) {
        std::vector<ScanStep> result;
        if (isl_ast_node_get_type(node.get()) == isl_ast_node_block) {
            Handle<isl_ast_node_list> const children(isl_ast_node_block_get_children(node.get()));
            int const count = isl_ast_node_list_n_ast_node(children.get());
            for (int i = 0; i < count; ++i)
                for (ScanStep& step : steps(Node(isl_ast_node_list_get_ast_node(children.get(), i))))
                    result.push_back(std::move(step));
            return result;
        }
        result.push_back(step(node));
        ScanStep& last = result.back();
        if (last.kind != ScanStep::Kind::When || last.first.kind != ScanExpression::Kind::Constant) return result;
        return std::vector<ScanStep>(last.first.value != 0 ? last.body : last.otherwise);
    }

    ScanStep step(Node const& node) {
        switch (isl_ast_node_get_type(node.get())) {
        case isl_ast_node_for:
            return loop(node);
        case isl_ast_node_if:
            return when(node);
        default:
            return visit(node);
        }
    }

    ScanStep loop(Node const& node) {
        ScanStep step;
        step.kind = ScanStep::Kind::Loop;
        step.variable = expression(Expression(isl_ast_node_for_get_iterator(node.get()))).value;
        step.first = expression(Expression(isl_ast_node_for_get_init(node.get())));
        step.single = isl_ast_node_for_is_degenerate(node.get()) == isl_bool_true;
        if (!step.single) {
            Expression const condition(isl_ast_node_for_get_cond(node.get()));
            step.last = expression(Expression(isl_ast_expr_get_op_arg(condition.get(), 1)));
            if (isl_ast_expr_get_op_type(condition.get()) == isl_ast_expr_op_lt)
                step.last = {Kind::Difference, 0, {step.last, {Kind::Constant, 1, {}}}};
            step.step = expression(Expression(isl_ast_node_for_get_inc(node.get()))).value;
        }
        step.body = steps(Node(isl_ast_node_for_get_body(node.get())));
        return step;
    }

    ScanStep when(Node const& node) {
        ScanStep step;
        step.kind = ScanStep::Kind::When;
        step.first = expression(Expression(isl_ast_node_if_get_cond(node.get())));
        step.body = steps(Node(isl_ast_node_if_get_then_node(node.get())));
        if (isl_ast_node_if_has_else_node(node.get()) == isl_bool_true)
            step.otherwise = steps(Node(isl_ast_node_if_get_else_node(node.get())));
        return step;
    }

    ScanStep visit(Node const& node) {
        ScanStep step;
        Expression const call(isl_ast_node_user_get_expr(node.get()));
        int const count = isl_ast_expr_get_op_n_arg(call.get());
        for (int i = 1; i < count; ++i) step.point.push_back(expression(Expression(isl_ast_expr_get_op_arg(call.get(), i))));
        return step;
    }

    ScanExpression expression(Expression const& node) {
        switch (isl_ast_expr_get_type(node.get())) {
        case isl_ast_expr_int:
            return {Kind::Constant, integer(Value(isl_ast_expr_get_val(node.get()))), {}};
        case isl_ast_expr_id:
            return {Kind::Name, number_of(isl_id_get_name(Handle<isl_id>(isl_ast_expr_get_id(node.get())).get())), {}};
        default:
            return operation(node);
        }
    }

    /// isl adds its own loops if strides have different offsets. They get numbers after ours, and names of their own.
    Index number_of(std::string const& name) {
        auto const [place, added] = numbers_.emplace(name, std::ssize(names_));
        if (added) names_.push_back("shift_" + name);
        return place->second;
    }

    ScanExpression operation(Expression const& node) {
        std::vector<ScanExpression> parts;
        int const count = isl_ast_expr_get_op_n_arg(node.get());
        for (int i = 0; i < count; ++i) parts.push_back(expression(Expression(isl_ast_expr_get_op_arg(node.get(), i))));
        return of_kind(isl_ast_expr_get_op_type(node.get()), std::move(parts));
    }

    static ScanExpression of_kind(isl_ast_expr_op_type type, std::vector<ScanExpression> parts) {
        static std::map<isl_ast_expr_op_type, Kind> const kinds = {
            {isl_ast_expr_op_max, Kind::Greatest},
            {isl_ast_expr_op_min, Kind::Least},
            {isl_ast_expr_op_minus, Kind::Negated},
            {isl_ast_expr_op_add, Kind::Sum},
            {isl_ast_expr_op_sub, Kind::Difference},
            {isl_ast_expr_op_mul, Kind::Product},
            {isl_ast_expr_op_div, Kind::Quotient},
            {isl_ast_expr_op_fdiv_q, Kind::Quotient},
            {isl_ast_expr_op_pdiv_q, Kind::Quotient},
            {isl_ast_expr_op_pdiv_r, Kind::Remainder},
            {isl_ast_expr_op_zdiv_r, Kind::Remainder},
            {isl_ast_expr_op_eq, Kind::Equal},
            {isl_ast_expr_op_le, Kind::AtMost},
            {isl_ast_expr_op_lt, Kind::Below},
            {isl_ast_expr_op_and, Kind::And},
            {isl_ast_expr_op_and_then, Kind::And},
            {isl_ast_expr_op_or, Kind::Or},
            {isl_ast_expr_op_or_else, Kind::Or},
            {isl_ast_expr_op_select, Kind::Choice},
            {isl_ast_expr_op_cond, Kind::Choice},
        };
        bool const turned = type == isl_ast_expr_op_ge || type == isl_ast_expr_op_gt;
        if (turned) std::swap(parts[0], parts[1]);
        if (type == isl_ast_expr_op_ge) type = isl_ast_expr_op_le;
        if (type == isl_ast_expr_op_gt) type = isl_ast_expr_op_lt;
        return logical(kinds.at(type), std::move(parts));
    }

    /// isl writes "... or 1" if one of several conditions always holds. Languages that separate numbers and conditions do not allow
    /// this.
    static ScanExpression logical(Kind kind, std::vector<ScanExpression> parts) {
        if (kind != Kind::And && kind != Kind::Or) return {kind, 0, std::move(parts)};
        auto const decides = [&](ScanExpression const& part) {
            return part.kind == Kind::Constant && (part.value != 0) == (kind == Kind::Or);
        };
        if (auto const found = std::ranges::find_if(parts, decides); found != parts.end()) return ScanExpression(*found);
        std::erase_if(parts, [](ScanExpression const& part) { return part.kind == Kind::Constant; });
        if (parts.empty()) return {Kind::Constant, kind == Kind::And ? 1 : 0, {}};
        if (parts.size() == 1) return ScanExpression(parts.front());
        return {kind, 0, std::move(parts)};
    }

    std::vector<std::string> names_;
    std::size_t parameters_ = 0;
    std::map<std::string, Index> numbers_;
};

/// Returns the map from the set's dimensions to the loops, outermost first.
Map loop_order(Set const& set, std::vector<int> const& order) {
    Map map(isl_map_universe(isl_space_map_from_set(isl_set_get_space(set.get()))));
    for (std::size_t k = 0; k < order.size(); ++k)
        map.reset(isl_map_equate(map.release(), isl_dim_in, order[k], isl_dim_out, static_cast<int>(k)));
    return Map(isl_map_set_tuple_name(map.release(), isl_dim_out, "loops"));
}

isl_id_list* marked_ids(IslContext const& context, std::vector<std::string> const& names) {
    isl_id_list* list = isl_id_list_alloc(context.get(), static_cast<int>(names.size()));
    for (std::string const& name : names) list = isl_id_list_add(list, isl_id_alloc(context.get(), marked(name).c_str(), nullptr));
    return list;
}

} // namespace

Result<ScanLoops> scan_loops(IslContext const& context, Set set, std::vector<int> const& order,
                             std::vector<std::string> const& variables) {
    if (!set) return too_complicated();
    if (isl_set_is_empty(set.get()) == isl_bool_true) return Translator(set.get(), variables).loops(Node());
    set.reset(isl_set_set_tuple_name(set.release(), "A"));
    Translator translator(set.get(), variables);
    Map schedule = loop_order(set, order);
    schedule.reset(isl_map_intersect_domain(schedule.release(), set.release()));
    Handle<isl_ast_build> build(isl_ast_build_alloc(context.get()));
    build.reset(isl_ast_build_set_iterators(build.release(), marked_ids(context, variables)));
    Node const root(isl_ast_build_node_from_schedule_map(build.get(), isl_union_map_from_map(schedule.release())));
    if (!root || context.failed()) return too_complicated();
    return translator.loops(root);
}

tl::unexpected<Error> too_complicated() {
    return fail("this region is too complicated to be planned; expected fewer conditions, or smaller coefficients");
}

} // namespace tessera::isl
