// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parser for the compact notation.
#include "libcore/spec/detail/compact_mapping.hpp"

#include "libcore/spec/detail/declarations.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

class CompactParser {
  public:
    CompactParser(Cursor& cursor, CompactScope const& scope) : cursor_(cursor), scope_(scope) {}

    std::optional<CompactMapping> run() {
        format_list(cursor_, constants_, scope_.lists, node_);
        onto();
        properties();
        cursor_.expect_end("after the mapping");
        if (cursor_.failed()) return std::nullopt;
        auto distribution = arrangement_ ? resolve_distribution(node_, &*arrangement_, std::nullopt, cursor_.diagnostics())
                                         : made_up_distribution();
        if (!distribution) return std::nullopt;
        if (arrangement_ && !known_) scope_.processors.push_back(*arrangement_);
        return CompactMapping{std::move(*distribution), std::nullopt, std::nullopt};
    }

  private:
    void onto() {
        if (!cursor_.accept_word("onto")) return;
        Name const name = cursor_.expect_name("the name of a processor arrangement after onto");
        node_.onto = OntoNode{name, {}};
        if (cursor_.at("(")) {
            arrangement_ = processors_symbol({name, bounds(cursor_, constants_)}, false);
            return;
        }
        auto const same = [&](ProcessorsSymbol const& symbol) { return same_word(symbol.name.text, name.text); };
        auto const found = std::ranges::find_if(scope_.processors, same);
        known_ = found != scope_.processors.end();
        if (known_)
            arrangement_ = *found;
        else
            cursor_.fail_expected(fmt::format("the extents of {0}, such as {0}(4)", name.text));
    }

    void properties() {
        while (!cursor_.at_end()) {
            Token const first = cursor_.peek();
            if (cursor_.accept_word("ranks"))
                ranks_ = rank_list(cursor_, constants_, {std::string(first.text), first.place});
            else if (cursor_.accept_word("order"))
                order_ = grid_order(cursor_);
            else if (cursor_.accept_word("lld"))
                node_.leading = leading_dimension(cursor_, constants_);
            else
                cursor_.fail_expected(node_.onto ? "ranks(...), order(...), lld(...) or the end"
                                                 : "onto, ranks(...), order(...), lld(...) or the end");
        }
        if (!arrangement_) return;
        if (known_ && (ranks_ || order_))
            cursor_.fail(
                node_.onto->processors.place,
                fmt::format("{} was declared before; its ranks and order belong to that declaration", arrangement_->name.text));
        if (ranks_) set_ranks(*arrangement_, *ranks_, cursor_.diagnostics());
        if (order_) arrangement_->spec.order = *order_;
    }

    /// Distribution without `onto`: the number of processors is that of the listed ranks, else the job's size.
    std::optional<Distribution> made_up_distribution() {
        std::optional<Index> count = scope_.options.ranks;
        if (ranks_) count = rank_count(*ranks_);
        auto distribution = resolve_distribution(node_, nullptr, count, cursor_.diagnostics());
        if (!distribution) return std::nullopt;
        ProcessorsSymbol symbol{{distribution->processors.name, node_.list}, distribution->processors, {}, false};
        if (ranks_) set_ranks(symbol, *ranks_, cursor_.diagnostics());
        symbol.spec.order = order_.value_or(GridOrder::RowMajor);
        distribution->processors = std::move(symbol.spec);
        return distribution;
    }

    Cursor& cursor_;
    CompactScope const& scope_;
    Constants const constants_; // empty: the command line has none
    DistributeNode node_;
    std::optional<ProcessorsSymbol> arrangement_;
    bool known_ = false; // true: an earlier mapping declared arrangement_
    std::optional<RanksNode> ranks_;
    std::optional<GridOrder> order_;
};

} // namespace

ArraySpec array_of_addends(ArraySpec array, Addends addends) {
    array.name += addends_suffix;
    array.lower.push_back(array.lower.empty() ? 0 : array.lower.front());
    array.extents.push_back(addends.count);
    array.shadow.clear();
    array.addends = addends.op;
    return array;
}

ArraySpec array_of_elements(ArraySpec array) {
    if (!array.addends) return array;
    array.lower.pop_back();
    array.extents.pop_back();
    array.addends.reset();
    return array;
}

std::optional<CompactMapping> compact_mapping(Cursor& cursor, CompactScope const& scope) {
    if (cursor.at_name() || cursor.at("{") || cursor.at("#")) return foreign_mapping(cursor, scope);
    if (!cursor.at("("))
        cursor.fail_expected("a mapping such as (block,*) onto P(4), or jax(...), {devices=...}, dtensor(...), scalapack(...)");
    return CompactParser(cursor, scope).run();
}

} // namespace tessera::notation
