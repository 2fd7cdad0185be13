// SPDX-License-Identifier: BSD-3-Clause
// Tessera: converts declarations to symbols.
#include "libcore/spec/detail/symbols.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/spec/detail/triplets.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tessera::notation {

namespace {

template <class Space>
void take_dims(Space& space, std::vector<Place>& places, std::vector<Dimension> const& dims) {
    for (Dimension const& dim : dims) {
        space.lower.push_back(dim.lower);
        space.extents.push_back(dim.extent);
        places.push_back(dim.place);
    }
}

/// Returns the number of ranks in a range. Both ends are present.
std::optional<Index> range_count(Triplet const& range) {
    auto const closed = resolved_triplet(range, 0, 0);
    return closed ? std::optional(closed->count) : std::nullopt;
}

bool is_in(Rank rank, Triplet const& range) {
    Index const distance = rank - *range.first;
    return distance % range.stride == 0 && distance / range.stride >= 0 && distance / range.stride < range_count(range);
}

/// Reports a rank that is listed twice, at the second of the two ranges (or at the only one).
void check_distinct(Processors const& processors, RanksNode const& node, Diagnostics& diagnostics) {
    auto sorted = processors.ranks;
    std::ranges::sort(sorted);
    auto const twice = std::ranges::adjacent_find(sorted);
    if (twice == sorted.end()) return;
    auto const last =
        std::ranges::find_if(node.ranges.rbegin(), node.ranges.rend(), [&](Triplet const& r) { return is_in(*twice, r); });
    diagnostics.fail(last->place, fmt::format("rank {} is given twice in the ranks of {}; each processor needs its own", *twice,
                                              processors.name));
}

bool is_rank(Index value) {
    return value >= 0 && value <= std::numeric_limits<Rank>::max();
}

std::vector<std::string> names_of(auto const& symbols) {
    std::vector<std::string> names;
    for (auto const& [key, symbol] : symbols) names.push_back(symbol.name.text);
    return names;
}

} // namespace

ArraySymbol array_symbol(ArrayDecl const& declaration) {
    ArraySymbol symbol{declaration.name, {}, {}, {}, declaration.problem};
    symbol.spec.name = declaration.name.text;
    symbol.spec.type = declaration.type;
    symbol.spec.order = declaration.order;
    take_dims(symbol.spec, symbol.dims, declaration.dims);
    return symbol;
}

ProcessorsSymbol processors_symbol(SpaceDecl const& declaration, bool io) {
    ProcessorsSymbol symbol{declaration.name, {}, {}, io};
    symbol.spec.name = declaration.name.text;
    take_dims(symbol.spec, symbol.dims, declaration.dims);
    return symbol;
}

void set_shadow(ArraySymbol& array, ShadowNode const& node, Diagnostics& diagnostics) {
    if (node.widths.size() != array.spec.extents.size())
        return diagnostics.fail(node.array.place,
                                dimension_mismatch(array.spec.name, array.spec.extents.size(), node.widths.size(), "shadow width"));
    array.spec.shadow.clear();
    array.shadow.clear();
    for (auto const& [width, place] : node.widths) {
        array.spec.shadow.push_back(width);
        array.shadow.push_back(place);
    }
}

std::optional<Index> rank_count(RanksNode const& node) {
    std::optional<Index> count = 0;
    for (Triplet const& range : node.ranges) {
        auto const more = range_count(range);
        count = count && more ? checked_add(*count, *more) : std::nullopt;
    }
    return count;
}

void set_ranks(ProcessorsSymbol& processors, RanksNode const& node, Diagnostics& diagnostics) {
    if (diagnostics.failed()) return;
    for (Triplet const& range : node.ranges) {
        if (!is_rank(*range.first) || !is_rank(*range.last))
            diagnostics.fail(range.place, fmt::format("a rank is a number from 0 to {}", std::numeric_limits<Rank>::max()));
        else if (range_count(range) == 0)
            diagnostics.fail(range.place, "this range of ranks is empty");
    }
    if (diagnostics.failed()) return;
    auto const size = checked_product(processors.spec.extents);
    auto const count = rank_count(node);
    if (!size || count != size)
        return diagnostics.fail(node.list,
                                fmt::format("{} {} given for {}; expected one for each of its {}",
                                            count ? counted(as_size(*count), "rank") : "too many ranks", count == 1 ? "is" : "are",
                                            processors.spec.name, size ? counted(as_size(*size), "processor") : "processors"));
    if (*size > most_processors) return; // refused with the mapping
    processors.spec.ranks.clear();
    for (Triplet const& range : node.ranges)
        for (Index k = 0, n = *range_count(range); k < n; ++k)
            processors.spec.ranks.push_back(static_cast<Rank>(*range.first + k * range.stride));
    check_distinct(processors.spec, node, diagnostics);
}

Symbols::Symbols(Program const& program, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    declare_arrays(program);
    declare_spaces(program);
    apply_properties(program);
}

void Symbols::declare_arrays(Program const& program) {
    for (ArrayDecl const& declaration : program.arrays) {
        auto const [known, is_new] = array_numbers_.try_emplace(lower(declaration.name.text), arrays_.size());
        if (is_new) {
            arrays_.push_back(array_symbol(declaration));
            continue;
        }
        // Another program unit may use the name for something else. This only matters if the array is mapped.
        ArraySymbol& first = arrays_[known->second];
        if (first.dims.empty() && !first.problem)
            first = array_symbol(declaration);
        else if (!declaration.dims.empty() || declaration.problem)
            first.problem =
                Error{fmt::format("{} is declared twice; the first time in line {}", first.name.text, first.name.place.line),
                      declaration.name.place.span(), std::nullopt};
    }
}

void Symbols::declare_spaces(Program const& program) {
    for (SpaceDecl const& declaration : program.templates) {
        check_new(declaration.name);
        TemplateSymbol symbol{declaration.name, {declaration.name.text, {}, {}}, {}};
        take_dims(symbol.spec, symbol.dims, declaration.dims);
        if (declaration.dims.empty())
            diagnostics_.fail(declaration.name.place,
                              fmt::format("expected the bounds of template {0}, such as {0}(64)", declaration.name.text));
        templates_.emplace(lower(declaration.name.text), std::move(symbol));
    }
    for (auto const& [declarations, io] : {std::pair{&program.processors, false}, std::pair{&program.io_processors, true}})
        for (SpaceDecl const& declaration : *declarations) {
            check_new(declaration.name);
            processors_.emplace(lower(declaration.name.text), processors_symbol(declaration, io));
        }
}

void Symbols::apply_properties(Program const& program) {
    for (ShadowNode const& node : program.shadows) {
        if (array(node.array) == nullptr) return;
        set_shadow(arrays_[array_numbers_.find(lower(node.array.text))->second], node, diagnostics_);
    }
    for (RanksNode const& node : program.ranks)
        if (ProcessorsSymbol* const symbol = find_processors(node.processors)) set_ranks(*symbol, node, diagnostics_);
    for (OrderNode const& node : program.orders)
        if (ProcessorsSymbol* const symbol = find_processors(node.processors)) symbol->spec.order = node.order;
    for (auto const& [name, op] : program.addends) {
        if (array(name) == nullptr) return;
        ArraySpec& spec = arrays_[array_numbers_.find(lower(name.text))->second].spec;
        if (spec.dims() < 2)
            return diagnostics_.fail(name.place,
                                     fmt::format("{} has one dimension; addends have one more than their sum", spec.name));
        spec.addends = op;
    }
    for (Name const& name : program.dynamics)
        if (find_template(name.text) == nullptr && array(name) == nullptr) return;
}

void Symbols::check_new(Name const& name) {
    std::string const kind = kind_of(name.text);
    if (kind.empty()) return;
    auto const array = array_numbers_.find(lower(name.text));
    bool const other_case = array != array_numbers_.end() && arrays_[array->second].name.text != name.text;
    diagnostics_.fail(name.place, fmt::format("'{}' is already the name of {}{}", name.text, kind,
                                              other_case ? ": upper and lower case are the same" : ""));
}

std::string Symbols::kind_of(std::string_view name) const {
    std::string const key = lower(name);
    if (processors_.contains(key)) return processors_.at(key).io ? "an I/O processor arrangement" : "a processor arrangement";
    if (templates_.contains(key)) return "a template";
    auto const array = array_numbers_.find(key);
    // A scalar variable may belong to another program unit.
    if (array != array_numbers_.end() && !arrays_[array->second].dims.empty()) return "an array";
    return {};
}

bool Symbols::known(std::string_view name) const {
    return !kind_of(name).empty();
}

ArraySymbol const* Symbols::array(Name const& name) const {
    auto const found = array_numbers_.find(lower(name.text));
    if (found == array_numbers_.end()) {
        std::vector<std::string> names;
        for (ArraySymbol const& array : arrays_) names.push_back(array.name.text);
        fail_unknown(name, "an array", names);
        return nullptr;
    }
    ArraySymbol const& symbol = arrays_[found->second];
    if (symbol.problem) {
        diagnostics_.fail(*symbol.problem);
    } else if (symbol.dims.empty()) {
        diagnostics_.fail(name.place, fmt::format("'{}' is declared without bounds (line {}); expected an array", name.text,
                                                  symbol.name.place.line));
    } else {
        return &symbol;
    }
    return nullptr;
}

ProcessorsSymbol* Symbols::find_processors(Name const& name) {
    auto const found = processors_.find(lower(name.text));
    if (found != processors_.end()) return &found->second;
    fail_unknown(name, "a processor arrangement", names_of(processors_));
    return nullptr;
}

ProcessorsSymbol const* Symbols::processors(Name const& name, bool io) const {
    auto const found = processors_.find(lower(name.text));
    if (found != processors_.end() && found->second.io == io) return &found->second;
    if (found != processors_.end())
        diagnostics_.fail(name.place, fmt::format("'{}' is {}, but {} is expected here", name.text, kind_of(name.text),
                                                  io ? "an I/O processor arrangement" : "a processor arrangement"));
    else
        fail_unknown(name, io ? "an I/O processor arrangement" : "a processor arrangement", names_of(processors_));
    return nullptr;
}

TemplateSymbol const* Symbols::find_template(std::string_view name) const {
    auto const found = templates_.find(lower(name));
    return found == templates_.end() ? nullptr : &found->second;
}

void Symbols::fail_unknown(Name const& name, std::string_view wanted, std::vector<std::string> const& candidates) const {
    std::string const kind = kind_of(name.text);
    if (kind.empty())
        diagnostics_.fail(name.place,
                          fmt::format("'{}' is not declared as {}{}", name.text, wanted, suggestion(name.text, candidates)),
                          near_names(name.text, candidates));
    else
        diagnostics_.fail(name.place, fmt::format("'{}' is {}, but {} is expected here", name.text, kind, wanted));
}

} // namespace tessera::notation
