// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the values that distcomm sends and gets by index, and the expected results.
#include "cli/distcomm/named_elements.hpp"

#include "libcore/runtime/elements/element_walk.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {

std::vector<std::byte> NamedElements::own_values(Rank rank, CommArray const& source, CommData const& data) const {
    auto const named = lists_.of(rank);
    std::vector<std::byte> values(named.size() * as_size(element_bytes()));
    std::byte* next = values.data();
    for (IndexedValue const& value : named) {
        if (lists_.of_elements() && values_.empty())
            std::memcpy(next, source.data() + value.place * element_bytes(), as_size(element_bytes()));
        else
            write_value(value, data, next);
        next += element_bytes();
    }
    return values;
}

void NamedElements::write_value(IndexedValue const& value, CommData const& data, std::byte* to) const {
    if (values_.empty()) return data.write(value.number % mapping_.volume(), to);
    std::memcpy(to, values_.data() + value.number * element_bytes(), as_size(element_bytes()));
}

void NamedElements::put_values(Rank rank, std::span<std::byte const> values, std::byte* target) const {
    std::byte const* next = values.data();
    for (IndexedValue const& value : lists_.of(rank)) {
        std::memcpy(target + value.place * element_bytes(), next, as_size(element_bytes()));
        next += element_bytes();
    }
}

void NamedElements::prepare_to_receive(CommArray& array, std::optional<Combiner> const& combiner) const {
    if (!array.layout()) return;
    Index const size = array.layout()->allocation_size();
    if (combiner)
        combiner->fill_identity(array.data(), size);
    else
        std::fill_n(array.data(), size * element_bytes(), std::byte{0});
}

NamedElements::Sent NamedElements::sent_by_one_process(CommData const& data, std::optional<Combiner> const& combiner) const {
    Sent sent;
    sent.whole.resize(as_size(mapping_.volume() * element_bytes()));
    if (combiner) combiner->fill_identity(sent.whole.data(), mapping_.volume());
    std::vector<std::byte> value(as_size(element_bytes()));
    for (Rank rank = 0; rank < lists_.ranks(); ++rank) { // ascending, because the last value wins
        for (IndexedValue const& named : lists_.of(rank)) {
            std::byte* const to = sent.whole.data() + named.element * element_bytes();
            write_value(named, data, value.data());
            if (!combiner) {
                std::memcpy(to, value.data(), value.size());
                continue;
            }
            combiner->combine(to, value.data(), to, 1);
            if (settings_.in || !values_.empty())
                sent.bounds.try_emplace(named.element, *combiner, true).first->second.add(value.data());
        }
    }
    return sent;
}

Result<void> NamedElements::check_array(CommArray const& array, CommData const& data,
                                        std::optional<Combiner> const& combiner) const {
    if (!array.layout()) return {};
    Sent const sent = sent_by_one_process(data, combiner);
    std::optional<Index> wrong;
    owned_elements(mapping_.array(), *array.layout()).for_each([&](Index from, Index linear) {
        if (wrong) return;
        std::byte const* const found = array.data() + from;
        std::byte const* const expected = sent.whole.data() + linear * element_bytes();
        auto const bound = sent.bounds.find(linear);
        bool const same = bound != sent.bounds.end() ? bound->second.allows(found, expected)
                                                     : std::memcmp(found, expected, as_size(element_bytes())) == 0;
        if (!same) wrong = linear;
    });
    if (!wrong) return {};
    return fail(fmt::format("element number {} of {} differs from the result of one process", *wrong, mapping_.array().name));
}

Result<void> NamedElements::check_values(std::span<std::byte const> values, std::span<Index const> indices,
                                         CommData const& data) const {
    std::vector<std::byte> expected(as_size(element_bytes()));
    for (std::size_t i = 0; i < indices.size(); ++i) {
        data.write(indices[i], expected.data());
        if (std::memcmp(values.data() + i * expected.size(), expected.data(), expected.size()) != 0)
            return fail(fmt::format("a value that was got is not element number {} of {}", indices[i], mapping_.array().name));
    }
    return {};
}

} // namespace tessera::cli
