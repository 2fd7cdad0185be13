// SPDX-License-Identifier: BSD-3-Clause
// Tessera: foreign forms in job files.
#include "libcore/spec/detail/form_placement.hpp"

#include "libcore/spec/detail/compact_mapping.hpp"
#include "libcore/spec/forms/detail/foreign_form.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>

namespace tessera::notation {

void MadeNames::name(Processors& processors) {
    auto const taken = [&] {
        return symbols_.known(processors.name) || std::ranges::any_of(processors_, [&](Processors const& other) {
                   return same_word(other.name, processors.name) && other != processors;
               });
    };
    while (taken()) processors.name += '_';
    processors_.push_back(processors);
}

void MadeNames::name(Template& space, std::string const& array) {
    space.name = "T_" + array;
    auto const taken = [&] {
        return symbols_.known(space.name) || std::ranges::any_of(templates_, [&](auto const& other) {
                   return same_word(other.first.name, space.name) && (other.first != space || !same_word(other.second, array));
               });
    };
    while (taken()) space.name += '_';
    templates_.emplace_back(space, array);
}

std::optional<RootMapping> placement_of_form(DistributeNode const& node, ArraySymbol const& array, MadeNames& names,
                                             ParseOptions const& options, Diagnostics& diagnostics) {
    Cursor cursor(node.form, diagnostics);
    ListReader lists(options.files);
    std::vector<ProcessorsSymbol> processors;
    if (!cursor.at_name() && !cursor.at("{") && !cursor.at("#"))
        cursor.fail_expected("a form such as jax(...), dtensor(...) or {devices=...} after as");
    auto mapping = cursor.failed() ? std::nullopt : foreign_mapping(cursor, {array, processors, lists, options, true});
    if (!mapping) return std::nullopt;
    RootMapping placement{std::move(mapping->distribution), std::move(mapping->target), std::move(mapping->alignment),
                          mapping->addends};
    names.name(placement.distribution.processors);
    if (placement.space) names.name(*placement.space, array.spec.name);
    return placement;
}

} // namespace tessera::notation
