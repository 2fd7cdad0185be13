// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of forms, and the check that written forms read back correctly.
#include "libcore/spec/forms/form.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/option_text.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/words.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

namespace notation {

namespace {

Result<std::string> write_directives(Mapping const& mapping) {
    return write_hpf(mapping.spec());
}

enum class Words { None, Sum, Any };

struct FormRow {
    FormInfo info;
    CompactMapping (*read)(Cursor&, FormScope const&); ///< called after `name(`; null: write-only
    Result<std::string> (*write)(Mapping const&);      ///< null: read-only
    Words addends = Words::None;                       ///< words for a pending sum and other operations
    bool proved = true;                                ///< written texts are read back and compared
};

constexpr std::array rows = {
    FormRow{{"hpf", "HPF directives"}, nullptr, write_directives, Words::Any, false},
    FormRow{{"pitfalls", "families of line segments, as in the PITFALLS paper"}, nullptr, write_pitfalls, Words::Any, false},
    FormRow{{"jax", "JAX: PartitionSpec on a named mesh"}, read_jax, write_jax, Words::Sum},
    FormRow{{"v1", "XLA: HloSharding with a list of devices"}, nullptr, write_xla_list},
    FormRow{{"v2", "XLA: HloSharding by a transposed count"}, nullptr, write_xla_iota},
    FormRow{{"v3", "XLA: HloSharding on a named mesh"}, nullptr, write_xla_named, Words::Any},
    FormRow{{"sdy", "Shardy: tensor sharding"}, read_shardy, write_shardy, Words::Sum},
    FormRow{{"dtensor", "PyTorch DTensor: placements"}, read_dtensor, write_dtensor, Words::Any},
    FormRow{{"mlir", "MLIR: shard dialect"}, read_mlir, write_mlir, Words::Any},
    FormRow{{"darray", "MPI_Type_create_darray"}, read_darray, write_darray},
    FormRow{{"scalapack", "ScaLAPACK array descriptor"}, read_scalapack, write_scalapack},
    FormRow{{"dmda", "PETSc DMDA"}, read_dmda, write_dmda},
    FormRow{{"chapel", "Chapel: block, cyclic and block-cyclic"}, read_chapel, write_chapel},
};

constexpr auto infos = [] {
    std::array<FormInfo, rows.size()> result;
    for (std::size_t i = 0; i < rows.size(); ++i) result[i] = rows[i].info;
    return result;
}();

FormRow const* find_form(std::string_view name) {
    auto const* const found = std::ranges::find_if(rows, [&](FormRow const& row) { return same_word(row.info.name, name); });
    return found == rows.end() ? nullptr : found;
}

/// Reads `name(` and returns its row.
FormRow const* form_at(Cursor& cursor) {
    Name const name = cursor.expect_name("a mapping");
    FormRow const* const found = find_form(name.text);
    if (found != nullptr && found->read != nullptr) {
        cursor.expect("(", fmt::format("after {}", found->info.name));
        return found;
    }
    std::vector<std::string> names;
    for (FormRow const& row : rows)
        if (row.read != nullptr) names.emplace_back(row.info.name);
    bool const is_format =
        std::ranges::any_of(dist_formats(), [&](FormatInfo const& each) { return same_word(each.name, name.text); });
    cursor.fail(name.place,
                is_format ? fmt::format("formats stand in parentheses, one for each dimension; did you mean '({})'?", name.text)
                          : fmt::format("'{}' is not a mapping; expected (formats) onto P(...), or {}(...){}", name.text,
                                        fmt::join(names, "(...), "), suggestion(name.text, names)));
    return nullptr;
}

/// Parses `#sdy.sharding<`, the form that the compiler prints.
void shardy_attribute(Cursor& cursor) {
    cursor.expect("#", "before sdy.sharding");
    cursor.expect_word("sdy", "after '#'");
    cursor.expect(".", "after sdy");
    cursor.expect_word("sharding", "after sdy.");
    cursor.expect("<", "after #sdy.sharding");
}

/// Reads the form that begins here, including its closing symbol.
CompactMapping read_any(Cursor& cursor, FormScope const& scope) {
    CompactMapping mapping;
    if (cursor.accept("{")) {
        mapping = read_xla(cursor, scope);
        cursor.expect("}", "after the sharding");
    } else if (cursor.at("#")) {
        shardy_attribute(cursor);
        mapping = read_shardy(cursor, scope);
        cursor.expect(">", "after the sharding");
    } else if (FormRow const* const form = form_at(cursor)) {
        mapping = form->read(cursor, scope);
        cursor.expect(")", fmt::format("after the arguments of {}", form->info.name));
    }
    return mapping;
}

/// Replaces rank r of the form by the r-th entry of the list.
void renumber(Cursor& cursor, Processors& processors) {
    Name name{processors.name, cursor.peek().place};
    RanksNode const node = rank_list(cursor, {}, std::move(name));
    ProcessorsSymbol listed{node.processors, processors, {}, false};
    set_ranks(listed, node, cursor.diagnostics());
    if (cursor.failed()) return;
    if (processors.ranks.empty()) {
        processors.ranks = std::move(listed.spec.ranks);
        return;
    }
    auto const beyond = std::ranges::find_if(processors.ranks, [&](Rank rank) { return rank >= std::ssize(listed.spec.ranks); });
    if (beyond != processors.ranks.end())
        return cursor.fail(node.list, fmt::format("the list has no rank number {}, but the mapping names it", *beyond));
    for (Rank& rank : processors.ranks) rank = listed.spec.ranks[as_size(rank)];
}

} // namespace

std::optional<CompactMapping> foreign_mapping(Cursor& cursor, CompactScope const& scope) {
    Place const first = cursor.peek().place;
    CompactMapping mapping = read_any(cursor, {scope.array.spec, scope.options.ranks});
    Distribution& distribution = mapping.distribution;
    distribution.list = distribution.processors_name = cursor.since(first);
    if (mapping.alignment) mapping.alignment->whole = distribution.list;
    if (mapping.addends.count > 0 && !scope.addends)
        cursor.fail(distribution.list,
                    "this holds addends, so no rank owns an element; give it after --from, and a redistribution adds them up");
    auto const& extents = distribution.processors.extents;
    distribution.processors.lower.assign(extents.size(), 1);
    distribution.processors.name = extents.empty() ? "P_1" : fmt::format("P_{}", fmt::join(extents, "x"));
    if (cursor.accept_word("ranks")) renumber(cursor, distribution.processors);
    cursor.expect_end("after the mapping");
    if (cursor.failed()) return std::nullopt;
    return mapping;
}

tl::unexpected<Error> no_words(std::string_view form, std::string_view what) {
    return fail(fmt::format("{} cannot express {}", form, what));
}

} // namespace notation

std::span<FormInfo const> forms() {
    return notation::infos;
}

Result<MappingSpec> read_mapping(std::string_view text, ArraySpec const& array, std::string source) {
    using namespace notation;
    Diagnostics diagnostics;
    std::deque<SourceText> texts;
    Cursor cursor = option_cursor(texts, std::move(source), text, diagnostics);
    ArraySymbol symbol{{array.name, cursor.peek().place}, array, {}, {}, std::nullopt};
    std::vector<ProcessorsSymbol> processors;
    ListReader lists(nullptr);
    ParseOptions const options;
    auto const mapping = compact_mapping(cursor, {symbol, processors, lists, options, true});
    if (!mapping) return tl::unexpected(diagnostics.error());
    if (mapping->addends.count > 0) symbol.spec = array_of_addends(symbol.spec, mapping->addends);
    auto spec = valid_state({symbol, mapping->target ? &*mapping->target : nullptr, nullptr,
                             mapping->target ? &*mapping->alignment : nullptr, mapping->distribution},
                            std::nullopt, diagnostics);
    if (!spec) return tl::unexpected(diagnostics.error());
    return *std::move(spec);
}

bool same_owners(Mapping const& a, Mapping const& b) {
    if (a.array().extents != b.array().extents) return false;
    auto const covers = [](Mapping const& one, Mapping const& other) {
        for (Index position = 0; position < one.grid().size(); ++position) {
            if (one.owned_count(position) == 0) continue;
            auto const there = other.grid().position(one.grid().rank(position));
            if (!there || one.owned(position) != other.owned(*there)) return false;
        }
        return true;
    };
    return covers(a, b) && covers(b, a);
}

Result<std::string> write_form(Mapping const& mapping, std::string_view form) {
    notation::FormRow const* const row = notation::find_form(form);
    if (row == nullptr) {
        std::vector<std::string> names;
        for (FormInfo const& each : forms()) names.emplace_back(each.name);
        return fail(
            fmt::format("there is no form '{}'; known forms are {}{}", form, fmt::join(names, ", "), suggestion(form, names)));
    }
    auto const pending = mapping.array().addends;
    if (pending && row->addends == notation::Words::None)
        return notation::no_words(row->info.name, "addends of a pending sum; jax, v3, sdy, dtensor and mlir have them");
    bool const arithmetic = !pending || *pending == ReduceOp::Product || *pending == ReduceOp::Min || *pending == ReduceOp::Max;
    bool const knows_it = row->addends == notation::Words::Any && (arithmetic || !row->proved);
    if (pending && *pending != ReduceOp::Sum && !knows_it)
        return notation::no_words(row->info.name, fmt::format("addends that {}{}", outcome_of(*pending),
                                                              arithmetic ? "; v3, dtensor and mlir have them" : ""));
    auto text = row->write(mapping);
    if (!text || !row->proved) return text;
    auto const again = read_mapping(*text, notation::array_of_elements(mapping.array()));
    auto const derived = again ? Mapping::make(*again) : tl::unexpected(again.error());
    auto const& leading = mapping.spec().leading;
    if (leading && derived && derived->spec().leading != leading)
        return notation::no_words(row->info.name,
                                  fmt::format("a leading dimension (lld={}); hpf and scalapack have them", *leading));
    if (derived && same_owners(mapping, *derived) && derived->array().addends == pending) return text;
    return notation::no_words(row->info.name, "exactly this mapping: the nearest text reads back as another mapping");
}

} // namespace tessera
