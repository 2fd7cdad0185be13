// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that the ranks name in a general send or get.
#include "libcore/comm/index/index_lists.hpp"

#include "libcore/base/try.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/storage_strides.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <numeric>
#include <span>
#include <utility>

namespace tessera {
namespace {

std::uint64_t mixed(Index number) {
    auto bits = static_cast<std::uint64_t>(number) + 0x9E3779B97F4A7C15U;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31);
}

/// Returns a large step that visits all of [0, volume) once, modulo `volume`.
Index step_through(Index volume) {
    for (Index step = volume / 3 + volume / 7 + 1;; ++step)
        if (std::gcd(step, volume) == 1) return step;
}

Index pattern_named(std::string_view pattern, Index volume, Index element) {
    if (pattern == "permuted") {
        // Computes (element * step + 7) mod volume; the product may need more than 64 bits.
        auto const product = static_cast<__uint128_t>(element) * static_cast<__uint128_t>(step_through(volume)) + 7;
        return static_cast<Index>(product % static_cast<__uint128_t>(volume));
    }
    Index const among = pattern == "few" ? std::max<Index>(volume / 100, 1) : volume;
    return static_cast<Index>(mixed(element) % static_cast<std::uint64_t>(among));
}

/// Returns the numbers in another storage order.
std::vector<Index> in_order(IndexTable const& table, StorageOrder order) {
    std::vector<Index> numbers(table.numbers.size());
    auto const bytes = reordered(std::as_bytes(std::span(table.numbers)), sizeof(Index), table.extents, table.order, order);
    if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

Result<void> check_numbers(Mapping const& mapping, std::vector<Index> const& numbers, std::string_view source,
                           std::string_view list = "the list") {
    auto const wrong = std::ranges::find_if(numbers, [&](Index number) { return number < -1 || number >= mapping.volume(); });
    if (wrong == numbers.end()) return {};
    return fail(fmt::format(
        "{}: {} (number {} of {}) is not an element of {}: elements are numbered from 0 to {} in storage order, and -1 names none",
        source, *wrong, wrong - numbers.begin(), list, mapping.array().name, mapping.volume() - 1));
}

Result<void> check_no_mask(std::optional<Mask> const& where, std::string_view source) {
    if (!where) return {};
    return fail(fmt::format("--where and --mask are about elements of the array, and {} has values that belong to none", source));
}

} // namespace

IndexLists IndexLists::of_pattern(Mapping const& mapping, std::string_view pattern, std::optional<Mask> where) {
    IndexLists lists(mapping, Form::Pattern);
    lists.description_ = pattern;
    lists.where_ = std::move(where);
    return lists;
}

Result<IndexLists> IndexLists::of_table(Mapping const& mapping, IndexTable table, std::optional<Mask> where,
                                        std::string_view source) {
    TRY(check_numbers(mapping, table.numbers, source));
    if (table.extents == mapping.array().extents) {
        IndexLists lists(mapping, Form::Elements);
        lists.numbers_ = in_order(table, mapping.array().order);
        lists.where_ = std::move(where);
        lists.description_ = fmt::format("{}, a number for each element", source);
        return lists;
    }
    TRY(check_no_mask(where, source));
    if (table.extents.size() == 2) {
        Index const length = table.extents[1];
        auto const numbers = in_order(table, StorageOrder::C);
        std::vector<std::vector<Index>> rows;
        for (Index row = 0; row < table.extents[0]; ++row)
            rows.emplace_back(numbers.begin() + row * length, numbers.begin() + (row + 1) * length);
        auto lists = of_ranks(mapping, std::move(rows), where, fmt::format("{}, a row for each rank", source));
        if (lists) lists->shape_ = table.extents;
        return lists;
    }
    if (table.extents.size() != 1)
        return fail(fmt::format("{}: expected numbers in the shape of {}, one list, or a row for each rank; it has {} dimensions",
                                source, mapping.array().name, table.extents.size()));
    IndexLists lists(mapping, Form::Dealt);
    lists.description_ = fmt::format("{}, dealt out in equal parts", source);
    lists.numbers_ = std::move(table.numbers);
    lists.shape_ = table.extents;
    Index const size = std::ssize(lists.numbers_);
    Index const parts = mapping.grid().size();
    Index member = 0;
    Index start = 0;
    for (Rank rank = 0; rank < lists.ranks_; ++rank) {
        lists.starts_.push_back(start);
        if (mapping.grid().position(rank)) start += size / parts + (member++ < size % parts ? 1 : 0);
    }
    lists.starts_.push_back(start);
    return lists;
}

Result<IndexLists> IndexLists::of_ranks(Mapping const& mapping, std::vector<std::vector<Index>> rows, std::optional<Mask> where,
                                        std::string_view source) {
    TRY(check_no_mask(where, source));
    IndexLists lists(mapping, Form::Rows);
    lists.description_ = source;
    lists.ranks_ = std::max(lists.ranks_, static_cast<int>(rows.size()));
    rows.resize(as_size(lists.ranks_));
    lists.starts_ = {0};
    for (auto const& row : rows) {
        std::string const list = fmt::format("the list of rank {}", std::ssize(lists.starts_) - 1);
        TRY(check_numbers(mapping, row, source, list));
        lists.numbers_.insert(lists.numbers_.end(), row.begin(), row.end());
        lists.starts_.push_back(std::ssize(lists.numbers_));
    }
    lists.shape_ = {std::ssize(lists.numbers_)};
    return lists;
}

Mapping IndexLists::values_mapping() const {
    if (of_elements()) return mapping_;
    bool const rows = shape_.size() == 2;
    MappingSpec spec;
    spec.array = mapping_.array();
    spec.array.lower.assign(shape_.size(), 0);
    spec.array.extents = shape_;
    spec.array.order = StorageOrder::C;
    spec.array.shadow.clear();
    Extents parts; // lengths along the first dimension
    for (Rank rank = 0; rank < ranks_; ++rank) {
        auto const [begin, end] = part_of(rank);
        parts.push_back(rows ? Index{rank < shape_[0] ? 1 : 0} : end - begin);
    }
    spec.formats = {DistFormat::gen_block(std::move(parts))};
    if (rows) spec.formats.push_back(DistFormat::collapsed());
    spec.processors.lower = {0};
    spec.processors.extents = {ranks_};
    return Mapping::make(std::move(spec)).value();
}

Index IndexLists::named_by(Index element) const {
    if (form_ == Form::Elements) return numbers_[as_size(element)];
    return pattern_named(description_, mapping_.volume(), element);
}

std::vector<IndexedValue> IndexLists::named_by_elements(Rank rank) const {
    std::vector<IndexedValue> values;
    auto const position = mapping_.grid().position(rank);
    if (!position || !mapping_.holds(*position) || mapping_.replica(*position) != 0) return values;
    LocalLayout const layout(mapping_, *position);
    Extents const strides = dense_strides(mapping_.array().extents, mapping_.array().order);
    std::vector<Extents> terms; // indexed by dimension, fastest first: contribution of each local index to the element's number
    for (int const dim : layout.permutation()) {
        auto const d = as_size(dim);
        PeriodicSet const& owned = layout.owned().dims()[d];
        Extents term;
        for (auto run = owned.run_from(owned.bounds().begin); run; run = owned.run_from(run->end))
            for (Index i = run->begin; i < run->end; ++i) term.push_back(i * strides[d]);
        terms.push_back(std::move(term));
    }
    Context const context = where_ ? where_->context(mapping_, *position) : Context::everywhere(mapping_.owned_count(*position));
    for_each_contiguous_run(context, layout, [&](Index number, Index offset, Index count) {
        for (Index k = 0; k < count; ++k) {
            Index rest = number + k;
            Index element = 0;
            for (Extents const& term : terms) {
                element += term[as_size(rest % std::ssize(term))];
                rest /= std::ssize(term);
            }
            Index const named = named_by(element);
            if (named >= 0) values.push_back({element, offset + k, named});
        }
    });
    return values;
}

std::pair<Index, Index> IndexLists::part_of(Rank rank) const {
    if (rank >= ranks_) return {0, 0};
    return {starts_[as_size(rank)], starts_[as_size(rank) + 1]};
}

std::vector<IndexedValue> IndexLists::of(Rank rank) const {
    if (of_elements()) return named_by_elements(rank);
    std::vector<IndexedValue> values;
    auto const [begin, end] = part_of(rank);
    for (Index i = begin; i < end; ++i)
        if (numbers_[as_size(i)] >= 0) values.push_back({i, i - begin, numbers_[as_size(i)]});
    return values;
}

Index IndexLists::room(Rank rank) const {
    if (of_elements()) {
        auto const position = mapping_.grid().position(rank);
        return position && mapping_.holds(*position) ? LocalLayout(mapping_, *position).allocation_size() : 0;
    }
    auto const [begin, end] = part_of(rank);
    return end - begin;
}

std::vector<Index> IndexLists::elements_of(Rank rank) const {
    std::vector<Index> elements;
    for (IndexedValue const& value : of(rank)) elements.push_back(value.element);
    return elements;
}

} // namespace tessera
